/**
 * `node scripts/pins.mjs pincodes.json.gz` writes src/shop/delivery/directory/pins.txt from the All India Pincode
 * Directory (NOTICE.md). The input is an array of post offices: `p` is the PIN, `c` the postal circle, `i` the
 * district, `s` the state. An output line is `State|Town|PINs`: the PINs of a district in ascending order, each as its
 * difference from the previous one.
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

/**
 * The states that a postal circle covers besides its namesake, by India Post's own division. Some offices in the
 * directory name a state at the other end of the country: Agartala, in the North Eastern Circle, is listed under
 * Telangana.
 */
const STATES_OF_CIRCLE = {
  Assam: ['ASSAM'],
  Chattisgarh: ['CHHATTISGARH'],
  Gujarat: ['GUJARAT', 'THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU'],
  'Jammu Kashmir': ['JAMMU AND KASHMIR', 'LADAKH'],
  Kerala: ['KERALA', 'LAKSHADWEEP', 'PUDUCHERRY'],
  Maharashtra: ['MAHARASHTRA', 'GOA'],
  'North Eastern': ['ARUNACHAL PRADESH', 'MANIPUR', 'MEGHALAYA', 'MIZORAM', 'NAGALAND', 'TRIPURA'],
  Punjab: ['PUNJAB', 'CHANDIGARH'],
  Tamilnadu: ['TAMIL NADU', 'PUDUCHERRY'],
  'Andhra Pradesh': ['ANDHRA PRADESH', 'PUDUCHERRY'],
  Telangana: ['TELANGANA', 'ANDHRA PRADESH'],
  'West Bengal': ['WEST BENGAL', 'SIKKIM', 'ANDAMAN AND NICOBAR ISLANDS'],
}

/** True if an office names a district, and a state that its circle covers. */
function isPlausible({ p, c, i, s }) {
  const circle = c.replace(/ circle$/i, '')
  return /^[1-9]\d{5}$/.test(p) && i && i !== 'NA' && (STATES_OF_CIRCLE[circle] ?? [circle.toUpperCase()]).includes(s)
}

/** The most common state and district of the offices, or undefined if there are none. */
function usualPlace(list) {
  const [state] = ranked(list.map(({ s }) => s))
  const [district] = ranked(list.filter(({ s }) => s === state).map(({ i }) => i))
  return state && `${state}|${district}`
}

/** A PIN whose offices name no plausible place gets the most common place for its first three digits. */
const known = offices.filter(isPlausible)
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
