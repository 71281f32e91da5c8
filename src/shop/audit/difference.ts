import { readableTime } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'

/** One value that a change changed, in words; null: there was none, or there is none any more. */
export interface Difference {
  field: string
  before: string | null
  after: string | null
}

/** What the screens call the fields and values of some records. */
export interface Words {
  /** The label of a field; null: it says nothing to people. Fields that aren't here are called by their names. */
  fields?: Readonly<Record<string, string | null>>
  /** Words for a field's values, such as a state's. */
  values?: Readonly<Record<string, string>>
}

/** What a line of the log changed, in words. */
export function differences(before: unknown, after: unknown, { fields = {}, values = {} }: Words = {}): Difference[] {
  const [old, now] = [flatten(before), flatten(after)]
  const text = (key: string, value: unknown) => {
    const words = valueText(key, value)
    return words === null ? null : (values[words] ?? words)
  }
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [first = '', ...rest] = key.split('.')
    const label = fields[key] ?? fields[first]
    const [was, is] = [text(key, old.get(key)), text(key, now.get(key))]
    if (label === null || was === is) return []
    const inner = fields[key] === undefined ? rest : []
    const field = label === undefined ? fieldName(key) : [label, ...inner.map(fieldName)].join(', ')
    return [{ field, before: was, after: is }]
  })
}

/** In characters: of one value, and of all that a line of a page has. */
const MAX_VALUE = 2000
const MAX_LINE = 8000

/** The same for a page of the log: long values are cut, and of many the last say only how many they are. */
export function shortDifferences(all: readonly Difference[]): Difference[] {
  const short: Difference[] = []
  let length = 0
  for (const { field, before, after } of all) {
    const one = { field, before: shortText(before), after: shortText(after) }
    length += field.length + (one.before?.length ?? 0) + (one.after?.length ?? 0)
    if (length > MAX_LINE && short.length > 0)
      return [...short, { field: `and ${all.length - short.length} more`, before: null, after: null }]
    short.push(one)
  }
  return short
}

/** A value of the log as it is, or the beginning of its JSON if that's long. */
export function shortValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  return text.length > MAX_VALUE ? shortText(text) : value
}

const shortText = (text: string | null) =>
  text === null || text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…`

/** The values of an object by their path, three levels deep. */
function flatten(value: unknown, path = '', depth = 0): Map<string, unknown> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value) || depth === 3) return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [...flatten(part, path === '' ? key : `${path}.${key}`, depth + 1)]),
  )
}

/** `compareAt_paise` is "compare at", `shop.name` stays. */
function fieldName(key: string): string {
  if (key === '') return 'value'
  return key
    .replace(/_?[pP]aise\b/g, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Amounts that the log has in rupees; others are in paise, and called so. */
const RUPEES = /^(?:price|mrp|refund)$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A value in words; `key`: the name of its field. Null: there is none. */
export function valueText(key: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return /paise$/i.test(key) ? formatRupees(value / 100) : RUPEES.test(key) ? formatRupees(value) : String(value)
  if (typeof value === 'string') {
    if (TIME.test(value) && !Number.isNaN(Date.parse(value))) return readableTime(value)
    return value === '' ? '(empty)' : value
  }
  if (Array.isArray(value))
    return value.length === 0 ? '(none)' : value.map((one) => valueText('', one) ?? '–').join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${fieldName(name)}: ${valueText(name, part) ?? '–'}`)
    .join('; ')
}
