import fc from 'fast-check'

/** The parts of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Values that exist in the test's shop, by the name of the field: with them a call passes validation and reaches its handler. */
export type Known = Record<string, readonly unknown[]>

/** Texts that commonly break parsers and databases. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202egnp.exe',
  `e${'\u0301'.repeat(400)}`,
  '\ufeff',
  'नमस्ते 👩‍👩‍👧‍👦',
  "' OR 1=1 --",
  '1;select pg_sleep(5)',
  '$1',
  '{"$ne":null}',
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '=HYPERLINK("http://evil.example")',
  'a@b.example\r\nBcc: x@y.example',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%s%s%n',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '0x10',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  '.*',
  '[',
  '\\',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'a'.repeat(5000).concat('!'),
  ','.repeat(500),
]

/** The most items of a generated list, to keep requests small. */
const MOST_ITEMS = 4

const hostileNumber = fc.constantFrom(-1, 0, 0.5, 1.005, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 5e-324, 1e308)

/** Any value, mostly invalid. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary' }),
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], { $ne: null }, { length: 1e9 }, [1, 2]),
  fc.jsonValue({ maxDepth: 9 }),
)

/** Values that the schema accepts. */
export function validValue(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const generated = fromSchema(schema, known)
  const values = known[name]
  if (!values) return generated
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: generated })
}

function fromSchema(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(one, known)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type }, known)))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      })
    case 'object':
      return objectOf(schema, known)
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern)
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length >= minLength && text.length <= maxLength)
  if (format === 'email') return fc.emailAddress()
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, 60) }),
    fc
      .constantFrom('Asha', 'Main Road 4', '+91 98200 00000', '400028', 'Mumbai')
      .filter((text) => text.length <= maxLength),
  )
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const shape = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, validValue(inner, known, name)]),
  )
  return fc.record(shape, { requiredKeys: required })
}

/** What is done to a valid value in one place; in seven of ten cases a field is replaced. */
const MUTATIONS = ['replace all', 'add a field', 'leave a field out', ...Array(7).fill('replace a field')] as const

interface Mutation {
  kind: (typeof MUTATIONS)[number]
  /** Which key or index to follow at each level, modulo how many there are. */
  path: readonly number[]
  hostile: unknown
}

/** A valid value with something wrong in one place: a field replaced, missing or added, or the whole value replaced. */
export function invalidValue(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const mutation = fc.record({
    kind: fc.constantFrom(...MUTATIONS),
    path: fc.array(fc.nat(50), { maxLength: 4 }),
    hostile: hostileValue,
  })
  return fc
    .tuple(validValue(schema, known), mutation)
    .map(([value, how]) => (how.kind === 'replace all' ? how.hostile : mutate(value, how)))
}

function mutate(value: unknown, { kind, path, hostile }: Mutation): unknown {
  if (typeof value !== 'object' || value === null) return hostile
  const [step = 0, ...rest] = path
  const deeper = { kind, path: rest, hostile }
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostile]
    const index = step % value.length
    return value.with(index, mutate(value[index], deeper))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || kind === 'add a field') return { ...value, [fc.stringify(hostile).slice(0, 40)]: hostile }
  const index = step % entries.length
  if (kind === 'leave a field out') return Object.fromEntries(entries.toSpliced(index, 1))
  const [key = '', inner] = entries[index] ?? []
  return { ...value, [key]: mutate(inner, deeper) }
}
