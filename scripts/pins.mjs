/**
 * `node scripts/pins.mjs pincodes.json.gz` writes src/shop/delivery/directory/pins.txt from the All India Pincode Directory
 * (NOTICE.md). The input is an array of post offices: `p` is the PIN, `i` the district, `s` the state. An output line is
 * `State|Town|PINs`: the PINs of a district in ascending order, each as its difference to the one before.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file of the directory.')
const offices = JSON.parse(gunzipSync(readFileSync(file)).toString())

const SMALL = new Set(['and', 'of'])
const STATES = { 'The Dadra and Nagar Haveli and Daman and Diu': 'Dadra and Nagar Haveli and Daman and Diu' }

function capitalize(text) {
  const words = text.trim().toLowerCase().split(/\s+/)
  return words
    .map((word, at) =>
      at > 0 && SMALL.has(word) ? word : word.replace(/(^|[-(.])[a-z]/g, (letter) => letter.toUpperCase()),
    )
    .join(' ')
}

/** The town of an address in a district: the district's name without Suburban, Urban, Rural or District. */
function townOf(district, state) {
  if (state === 'Delhi') return district === 'New Delhi' ? 'New Delhi' : 'Delhi'
  return district.replace(/ (Suburban|Urban|Rural|District)$/, '')
}

/** The distinct values, the most frequent first. */
function ranked(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value)
}

/** Offices that name a state and a district. A PIN without such an office takes what most PINs with its first three digits have. */
const known = offices.filter(({ p, i, s }) => /^[1-9]\d{5}$/.test(p) && s && s !== 'NA' && i && i !== 'NA')
const usualPlace = (list) => ranked(list.map(({ i, s }) => `${s}|${i}`))[0]
const bySortingDistrict = Map.groupBy(known, ({ p }) => p.slice(0, 3))
const byPin = Map.groupBy(known, ({ p }) => p)
const lines = new Map()
for (const pin of [...new Set(offices.map(({ p }) => p))].sort()) {
  if (!/^[1-9]\d{5}$/.test(pin)) continue
  const place = usualPlace(byPin.get(pin) ?? bySortingDistrict.get(pin.slice(0, 3)) ?? [])
  if (!place) continue
  const [state, district] = place.split('|').map(capitalize)
  const name = STATES[state] ?? state
  const key = `${name}|${townOf(district, name)}`
  lines.set(key, [...(lines.get(key) ?? []), Number(pin)])
}
const text = [...lines]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([key, pins]) => `${key}|${pins.map((pin, at) => pin - (pins[at - 1] ?? 0)).join(' ')}\n`)
writeFileSync(new URL('../src/shop/delivery/directory/pins.txt', import.meta.url), text.join(''))
