import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#platform/api/endpoint.ts'
import { contract } from '#shop/contract.ts'
import { openTestShop, type SignedIn, type TestShop } from '../support/shop.ts'

/** Words of the schema library, which mean nothing to a shopper. */
const PROGRAMMERS =
  /\b(?:expected|received|invalid (?:input|option|string|type|union)|unrecognized|undefined|array|boolean|NaN|too (?:small|big)|regex)\b|[<>]=/i
const WRONG: unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  true,
  '',
  'x',
  'x'.repeat(5000),
  [],
  [0],
  {},
  [{}],
  [{ lineId: 1 }],
  { x: 1 },
]

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  asha = await shop.signIn()
})
afterAll(() => shop.close())

// Safe cast: the contract's values are endpoints.
const calls = (Object.entries(contract) as [string, Endpoint][]).flatMap(([name, { body, query }]) => [
  ...(body ? [{ name, part: 'body', fields: fieldsOf(body) }] : []),
  ...(query ? [{ name, part: 'query', fields: fieldsOf(query) }] : []),
])

function fieldsOf(schema: unknown): string[] {
  return typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape ?? {}) : []
}

test.each(calls)('the refusals of $name speak a shopper’s English: $part', async ({ name, part, fields }) => {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, id) => (id === 'userId' ? asha.id : 'A'.repeat(22)))
  const headers = { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' }
  const send = async (sent: Record<string, unknown>) => {
    const query = new URLSearchParams(Object.entries(sent).map(([field, value]) => [field, String(value)]))
    const response =
      part === 'body'
        ? await shop.fetch(`/api${filled}`, { method, headers, body: JSON.stringify({ userId: asha.id, ...sent }) })
        : await shop.fetch(`/api${filled}?${query}`, { method, headers })
    if (response.status < 400) return []
    const { message, errors = [] } = (await response.json()) as { message: string; errors?: { message: string }[] }
    return [message, ...errors.map((error) => error.message)]
  }
  const said = await Promise.all(fields.flatMap((field) => WRONG.map((value) => send({ [field]: value }))))
  expect(said.flat().filter((sentence) => PROGRAMMERS.test(sentence))).toEqual([])
})
