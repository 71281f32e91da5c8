import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATUS_OF } from '#platform/api/codes.ts'
import { createSession } from '#shop/accounts/sql.server.ts'
import { contract } from '#shop/contract.ts'
import { totalOf, tote } from '../support/checkout-fixture.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { type ApiDocument, type Operation, readDocument } from './api-document.ts'
import { MATRIX } from './authorisation-matrix.ts'
import { newPerson, type Person, send } from './customers.ts'
import { HOSTILE_TEXTS, hostileValue, invalidValue, type Known, type Schema, validValue } from './schema-arbitraries.ts'

/** Cases for each operation; `npm run faults -- fuzz` runs 500. */
const CASES = Number(process.env.FUZZ_CASES ?? 60)

const WEBHOOK = 'POST /webhooks/razorpay'
const names = [...Object.keys(contract), WEBHOOK]

let shop: TestShop
let document: ApiDocument
let asha: Person
let bina: Person
let known: Known

beforeAll(async () => {
  // Each case comes from a client address of its own, so that no rate limit applies.
  shop = await openTestShop({ settings: { TRUST_PROXY: '1' } })
  document = await readDocument(shop)
  asha = await newPerson(shop, 'Asha Kale')
  bina = await newPerson(shop, 'Bina Rao')
  known = {
    userId: [asha.id, asha.id, asha.id, bina.id],
    productId: ['boxy-tee', 'linen-shirt', 'tin-tote'],
    color: ['Black', 'White', 'Blue'],
    size: ['S', 'M', 'L', 'XL', 'Free Size'],
    quantity: [1, 2, 50],
    addressId: [asha.addressId, bina.addressId],
    cartItemId: [asha.cartItemId, bina.cartItemId],
    wishlistItemId: [asha.wishlistItemId],
    orderId: [asha.orderId, asha.openOrderId, bina.orderId],
    exchangeId: [asha.exchangeId, bina.exchangeId],
    razorpayOrderId: [asha.razorpayOrderId, bina.razorpayOrderId],
    razorpayPaymentId: [asha.razorpayPaymentId, bina.razorpayPaymentId],
    razorpaySignature: [asha.razorpaySignature, bina.razorpaySignature],
    reasonForExchange: ['Other', 'Color Mismatch', 'Size Issue'],
    totalPrice: [totalOf([tote])],
    email: Array.from({ length: 20 }, (_, n) => `shopper-${n}@example.test`),
    phone: ['+91 98200 00000'],
    phoneNumber: ['98200 00000', ''],
    colors: ['Black', 'Black,White', ','],
    sizes: ['M', 'M,L'],
    limit: ['1', '2', '100'],
    minPrice: ['0', '-1', '99999999', '1e3'],
  }
})
afterAll(() => shop.close())

interface Case {
  params: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  body?: string
}

const token = fc.oneof(
  { weight: 8, arbitrary: fc.constant('own') },
  { weight: 1, arbitrary: fc.constant('none') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(43), 'null', '', 'a b') },
)
/** What a client can send as a header. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{1,250}$/),
  fc.constantFrom('', 'a b', '\u00e9', 'x'.repeat(5000), 'same-key'),
)
const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'text/plain',
      'application/xml',
      '',
    ),
  },
)
const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(([a, b, c]) => `10.${a}.${b}.${c}`)

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Bodies: valid, with one thing wrong, no object of JSON, or random text. */
function bodyOf(schema: Schema): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: validValue(schema, known).map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: invalidValue(schema, known).map((value) => JSON.stringify(value) ?? 'null') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[]', 'null', '"x"', '5', '{"a":1}}', '\ufeff{}', '['.repeat(5000)),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )
}

function caseOf(operation: Operation): fc.Arbitrary<Case> {
  const textFor = ({ name, schema }: { name: string; schema: Schema }) =>
    fc
      .oneof({ weight: 5, arbitrary: validValue(schema, known, name) }, { weight: 3, arbitrary: hostileValue })
      .map((value) => [name, asText(value).slice(0, 2000)] as [string, string])
  const inside = (where: string) => operation.parameters.filter((parameter) => parameter.in === where)
  const unknownParameter = fc.tuple(
    fc.constantFrom('x', 'sortBy', 'q', '__proto__', 'limit'),
    fc.constantFrom(...HOSTILE_TEXTS),
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const keyed = inside('header').some(({ name }) => name === 'Idempotency-Key')
  return fc
    .record({
      params: fc.tuple(...inside('path').map(textFor)),
      query: fc.tuple(
        fc.subarray(inside('query')).chain((chosen) => fc.tuple(...chosen.map(textFor))),
        fc.option(unknownParameter, { freq: 8 }),
      ),
      token,
      type: contentType,
      client: address,
      key: keyed ? fc.option(headerText) : fc.constant(null),
      body: schema ? bodyOf(schema) : fc.constant(undefined),
    })
    .map(({ params, query: [query, unknown], token: bearer, type, client, key, body }) => ({
      params: Object.fromEntries(params),
      query: unknown ? [...query, [unknown[0], unknown[1].slice(0, 2000)]] : query,
      headers: {
        'x-forwarded-for': client,
        ...(bearer === 'none' ? {} : { authorization: `Bearer ${bearer}` }),
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...(body === undefined || type === '' ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    }))
}

async function run(operation: Operation, { params, query, headers, body }: Case): Promise<Response> {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent((params[part] ?? '').toWellFormed()),
  )
  const search = new URLSearchParams(query).toString()
  const own = headers.authorization === 'Bearer own' ? { authorization: `Bearer ${await tokenFor(operation)}` } : {}
  return shop.fetch(`/api${filled}${search ? `?${search}` : ''}`, {
    method: operation.method,
    headers: { ...headers, ...own },
    ...(body === undefined ? {} : { body }),
  })
}

/** Logout ends its session, so it gets one of its own. */
async function tokenFor(operation: Operation): Promise<string> {
  if (operation.operationId !== 'logout') return asha.token
  return shop.shop.db.transaction().execute((tx) => createSession(tx, asha.id))
}

function operationOf(name: string): Operation {
  const found = document.operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`${name} is not in the document.`)
  return found
}

describe('the document', () => {
  test('names every operation once, with an id and a summary, and requires its bodies', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const ids = document.operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of document.operations) {
      expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
      expect(operation.summary.length).toBeGreaterThan(10)
      if (operation.requestBody) expect(operation.requestBody.required).toBe(true)
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part)
      const described = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(described.map(({ name }) => name)).toEqual(inPath)
      expect(described.every(({ required }) => required)).toBe(true)
      const access = contract[operation.name as keyof typeof contract]?.access
      const tokens = { customer: [{ bearer: [] }], visitor: [{}, { bearer: [] }], public: [] }
      expect(operation.security).toEqual(tokens[access ?? 'public'])
    }
  })

  test('documents the headers that the contract names', { tags: 'C3.17' }, () => {
    expect(Object.keys(operationOf('GET /user/filterProduct').responses['200']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Link', 'X-Total-Count', 'ETag']),
    )
    const keyed = document.operations.filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(keyed.map(({ operationId }) => operationId).sort()).toEqual(
      ['addContactUs', 'addExchange', 'createOrder', 'postProductReview'].sort(),
    )
    for (const { responses } of document.operations) {
      if (responses['401']) expect(Object.keys(responses['401'].headers ?? {})).toEqual(['WWW-Authenticate'])
      if (responses['429']) expect(Object.keys(responses['429'].headers ?? {})).toEqual(['Retry-After'])
    }
  })

  test('lists every code, and those of each call', () => {
    const codesOf = (name: string, status: number) => document.codesOf(operationOf(name), status)
    expect(document.codes.toSorted()).toEqual(Object.keys(STATUS_OF).sort())
    expect(codesOf('POST /user/create-order', 409)).toEqual(
      expect.arrayContaining(['insufficient_stock', 'total_changed', 'already_placed', 'request_under_way']),
    )
    expect(codesOf('POST /user/verify-payment', 400)).toContain('payment_returned')
    expect(codesOf('POST /user/login', 429)).toEqual(['too_many_requests'])
    expect(codesOf('GET /user/getCartProduct/{userId}', 401)).toEqual(['not_logged_in'])
  })
})

describe(`${CASES} cases, valid and hostile`, () => {
  test.each(names)(
    '%s',
    async (name) => {
      const operation = operationOf(name)
      const property = fc.asyncProperty(caseOf(operation), async (one) => {
        await document.expectDeclared(operation, await run(operation, one))
      })
      await fc.assert(property, { numRuns: CASES, endOnFailure: true, interruptAfterTimeLimit: 120_000 })
    },
    180_000,
  )
})

test('the success response of every call matches the document', {
  tags: ['C3.2', 'C3.10', 'C3.24', 'C3.27', 'C3.36'],
}, async () => {
  const cara = await newPerson(shop, 'Cara Iyer')
  for (const [name, { valid, status }] of Object.entries(MATRIX)) {
    const response = await send(shop, name, valid(cara), { authorization: `Bearer ${cara.token}` })
    expect(`${name} ${response.status}`).toBe(`${name} ${status}`)
    await document.expectDeclared(operationOf(name), response)
  }
  const email = 'dev.shah@example.test'
  await shop.api('POST /user/register', { body: { email, name: 'Dev Shah' } })
  const code = /^\d{6}$/m.exec((await shop.mailTo(email)).text)?.[0]
  const verified = await send(shop, 'POST /user/verifyOtp', { body: { email, otp: Number(code) } })
  expect(verified.status).toBe(200)
  await document.expectDeclared(operationOf('POST /user/verifyOtp'), verified)
})
