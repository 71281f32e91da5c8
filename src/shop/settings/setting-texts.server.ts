import { isDeepStrictEqual } from 'node:util'
import { valueText } from '../audit/difference.ts'
import type { SettingName } from './rules.ts'
import type { SettingChange } from './version-changes.server.ts'

/** The longest value that is shown whole, and how much of a longer one is shown around what changed. */
const MAX_SHOWN = 60
const CONTEXT = 20

/** A setting's value as `settings set` takes it: yes or no, JSON for lists and objects. */
export function settingText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The longest value that a list of settings shows whole. `settings get` shows the others. */
const MAX_LISTED = 300

/** A setting's value in a list: a long one by its beginning, a logo by its size. */
export function listedValue(name: SettingName, value: unknown): string {
  if (name === 'brand.mark') return logoText(value)
  const text = settingText(value)
  if (text.length <= MAX_LISTED) return text
  return `${text.slice(0, MAX_SHOWN).replaceAll('\n', ' ')}… (${text.length.toLocaleString('en-IN')} characters; \`settings get ${name}\` shows them)`
}

/** A setting that changed, in a line. Of long values it shows the place where they begin to differ. */
export function changeLine(change: SettingChange): string {
  const { from, to } = changeParts(change)
  return `${change.name}: ${from} → ${to}`
}

/** The two sides of it. */
export function changeParts({ name, from, to }: SettingChange): { from: string; to: string } {
  if (name === 'brand.mark') return { from: logoText(from), to: logoText(to) }
  const [before, after] = [settingText(from), settingText(to)]
  const start = firstDifference(before, after)
  return { from: part(before, start), to: part(after, start) }
}

/**
 * The same for screens: numbers and yes or no stand without quotation marks, and of a list only the entries that aren't on both
 * sides, in words.
 */
export function changeWords({ name, from, to }: SettingChange): { from: string; to: string } {
  const sides = changeParts({
    name,
    ...(Array.isArray(from) && Array.isArray(to) ? listWords(from, to) : { from, to }),
  })
  return { from: bare(sides.from), to: bare(sides.to) }
}

function listWords(from: readonly unknown[], to: readonly unknown[]): { from: string; to: string } {
  const only = (list: readonly unknown[], others: readonly unknown[]) =>
    list.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)))
  const words = (list: readonly unknown[]) => list.map((one) => valueText('', one) ?? '').join(', ')
  const [gone, added] = [only(from, to), only(to, from)]
  // The same entries in another order.
  return gone.length + added.length === 0
    ? { from: words(from), to: words(to) }
    : { from: words(gone), to: words(added) }
}

const bare = (shown: string) => shown.replace(/^"(-?[\d.]+|yes|no)"$/, '$1')

/** Settings that changed, a line for each. */
export function changeLines(changes: readonly SettingChange[]): string[] {
  return changes.length === 0 ? ['Nothing changed.'] : changes.map(changeLine)
}

/** A logo in words: its markup or data says nothing to a reader. */
function logoText(logo: unknown): string {
  if (logo === '') return 'no logo'
  const text = String(logo)
  return `${text.startsWith('data:') ? 'a PNG' : 'an SVG'} of ${text.length.toLocaleString('en-IN')} characters`
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

function part(text: string, from: number): string {
  const line = text.replaceAll('\n', ' ')
  if (line === '') return 'empty'
  if (line.length <= MAX_SHOWN) return JSON.stringify(line)
  const start = Math.max(0, from - CONTEXT)
  const shown = line.slice(start, start + MAX_SHOWN)
  return JSON.stringify(`${start > 0 ? '…' : ''}${shown}${start + MAX_SHOWN < line.length ? '…' : ''}`)
}
