import fc from 'fast-check'

/** What is used of a JSON Schema of the API's document. */
export interface Schema {
  $ref?: string
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

/** Values that mean something to the shop of the test, by the name of the field: they reach behind the checks of form. */
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
  const made = fromSchema(schema, known)
  const values = known[name]
  return values ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: made }) : made
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
      return fc.array(fromSchema(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'object':
      return objectOf(schema, known)
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength))
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

/** A valid value with something wrong in one place: a field replaced, missing or too many, or all of it nonsense. */
export function spoiltValue(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const parts = fc.tuple(validValue(schema, known), fc.array(fc.nat(50), { maxLength: 4 }), hostileValue, fc.nat(9))
  return parts.map(([value, way, hostile, how]) => (how === 0 ? hostile : spoil(value, way, hostile, how)))
}

function spoil(value: unknown, way: readonly number[], hostile: unknown, how: number): unknown {
  if (typeof value !== 'object' || value === null) return hostile
  if (Array.isArray(value)) {
    const [step = 0, ...rest] = way
    const at = value.length === 0 ? 0 : step % value.length
    return value.length === 0 ? [hostile] : value.with(at, spoil(value[at], rest, hostile, how))
  }
  const keys = Object.keys(value)
  if (keys.length === 0 || how === 1) return { ...value, [fc.stringify(hostile).slice(0, 40)]: hostile }
  const [step = 0, ...rest] = way
  const key = keys[step % keys.length] ?? ''
  const inner: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  if (how === 2) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return { ...value, [key]: spoil(inner, rest, hostile, how) }
}
