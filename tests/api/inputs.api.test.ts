import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import {
  capturedEvent,
  deliver,
  newShopper,
  openOrder,
  orderOf,
  sign,
  stateOf,
  tote,
  verify,
} from '../support/checkout-fixture.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { BAD_INPUTS } from './bad-inputs.ts'
import { expectUnchanged, newPerson, type Person, send } from './customers.ts'

let shop: TestShop
let asha: Person

beforeAll(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: '1' } })
  asha = await newPerson(shop, 'Asha Kale')
})
afterAll(() => shop.close())

const mine = () => ({ authorization: `Bearer ${asha.token}` })

/** Checks the form of a refusal, and that the shop still works. */
async function expectRefusal(response: Response, status: number, message?: string | RegExp): Promise<void> {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `))
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const problem = JSON.parse(text)
  expect(problem).toMatchObject({ type: expect.stringMatching(/\S/), title: expect.stringMatching(/\S/), status })
  expect(problem.code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(problem.message).toMatch(/^[A-Z`].*[a-z.)1-9]$/)
  expect(problem.detail).toBe(problem.message)
  expect(text).not.toMatch(/node_modules|\.ts\b|at .*\(|select .* from|insert into|constraint|zod/i)
  if (typeof message === 'string') expect(problem.message).toBe(message)
  else if (message) expect(problem.message).toMatch(message)
  expect((await asha.api('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })).status).toBe(200)
}

describe('invalid calls', () => {
  test.each(BAD_INPUTS)('$call, $what', { tags: 'C3.7' }, async ({ call, sent, status, message }) => {
    await expectUnchanged(shop, async () => {
      const response = await send(shop, call, sent(asha), mine())
      await expectRefusal(response, status, message)
    })
  })

  test('a validation error names each field', { tags: 'C3.8' }, async () => {
    const response = await send(shop, 'POST /user/addContactUs', { body: { firstName: '', phone: 'x' } })
    const { errors } = await response.json()
    expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['email', 'firstName', 'lastName', 'message', 'phone'].sort(),
    )
  })
})

describe('bodies that cannot be read', () => {
  const NOT_READ = 'We couldn’t read the request.'
  const JSON_PLEASE = 'Please send JSON.'
  const utf16 = Buffer.from('\ufeff{"email":"a@b.example"}', 'utf16le')
  const login = '{"email":"a@b.example"}'
  const bodies: [string, string | Buffer, Record<string, string>, number, string][] = [
    ['none at all', '', {}, 400, NOT_READ],
    ['half a document', '{"email":"a@b.ex', {}, 400, NOT_READ],
    ['as text', login, { 'content-type': 'text/plain' }, 415, JSON_PLEASE],
    ['as a form', 'email=a@b.example', { 'content-type': 'application/x-www-form-urlencoded' }, 415, JSON_PLEASE],
    ['as multipart', '--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415, JSON_PLEASE],
    ['65 KB', JSON.stringify({ email: 'x'.repeat(65 * 1024) }), {}, 413, 'The request is too large.'],
    ['10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), {}, 400, NOT_READ],
    ['__proto__', '{"__proto__":{"admin":true},"email":"a@b.example"}', {}, 400, NOT_READ],
    ['__proto__, with an escape', '{"\\u005f_proto__":{"admin":true},"email":"a@b.example"}', {}, 400, NOT_READ],
    ['compressed', gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' }, 415, JSON_PLEASE],
    ['UTF-16', utf16, {}, 400, NOT_READ],
    ['a byte order mark', `\ufeff${login}`, {}, 400, NOT_READ],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), {}, 400, NOT_READ],
  ]

  test.each(bodies)('%s', async (_, body, headers, status, message) => {
    await expectUnchanged(shop, async () => {
      const sent = typeof body === 'string' ? body : new Uint8Array(body)
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent }
      await expectRefusal(await shop.fetch('/api/user/login', init), status, message)
    })
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  test('of a repeated key the last one counts, also for authorisation', async () => {
    const other = await shop.signIn('Bina Rao')
    const body = `{"userId":"${asha.id}","userId":"${other.id}","cartItemId":"${asha.cartItemId}"}`
    const headers = { 'content-type': 'application/json', ...mine() }
    await expectRefusal(await shop.fetch('/api/user/deleteCartProduct', { method: 'DELETE', headers, body }), 403)
  })
})

describe('paths and headers', () => {
  test.each([
    ['a query parameter twice', '/api/user/filterProduct?colors=Red&colors=Blue', 400],
    ['a NUL in a path', '/api/product/getProductDetail/%00', 404],
    ['a byte that is no UTF-8 in a path', '/api/product/getProductDetail/%ff', 404],
    ['an overlong slash', '/api/product/getProductDetail/%c0%af', 404],
    ['half an escape', '/api/product/getProductDetail/%', 404],
    ['up and away', '/api/product/getProductDetail/..%2f..%2fetc%2fpasswd', 404],
    ['a name of 16 KB', `/api/product/getProductDetail/${'x'.repeat(16_000)}`, 404],
  ])('%s', async (_, path, status) => {
    await expectRefusal(await shop.fetch(path), status)
  })

  test('a header cannot make a POST a DELETE', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', ...mine() }
    const body = { userId: asha.id, cartItemId: asha.cartItemId }
    const response = await send(shop, 'POST /user/deleteCartProduct', { body }, headers)
    expect(response.status).toBe(405)
  })

  test('a foreign Host or Origin changes nothing: no CORS, links keep their origin', { tags: 'C2.2' }, async () => {
    const headers = { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    const response = await send(shop, 'POST /user/login', { body: { email: 'host@example.test' } }, headers)
    expect(response.status).toBe(200)
    const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
    expect(names).toEqual([])
    expect((await shop.mailTo('host@example.test')).text).not.toContain('evil')
    const preflight = { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'POST' } }
    expect((await shop.fetch('/api/user/login', preflight)).status).toBe(405)
  })

  test('behind one proxy only the client address that it added counts', { tags: 'C2.9' }, async () => {
    const { db } = shop.shop
    const logIn = async (forwardedFor: string) => {
      const body = { email: `${newId().toLowerCase()}@example.test` }
      return (await send(shop, 'POST /user/login', { body }, { 'x-forwarded-for': forwardedFor })).status
    }
    await sql`delete from limit_hits`.execute(db)
    expect(await logIn('1.2.3.4, 198.51.100.7')).toBe(200)
    const used = await sql`insert into limit_hits (bucket, hit_at, keep_until)
      select bucket, now(), keep_until from limit_hits, generate_series(1, 300) where bucket like '%198.51.100.7%'`.execute(
      db,
    )
    expect(used.numAffectedRows).toBeGreaterThan(0n)
    expect(await logIn('1.2.3.5, 198.51.100.7')).toBe(429)
    expect(await logIn('198.51.100.7, 198.51.100.8')).toBe(200)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(201)])('an invalid Idempotency-Key: %j', async (key) => {
    const headers = { ...mine(), 'idempotency-key': key }
    const response = await send(shop, 'POST /user/create-order', { body: orderOf(asha, [tote]) }, headers)
    await expectRefusal(response, 400, 'The Idempotency-Key header isn’t valid.')
  })
})

describe('unusual but valid text', () => {
  const comments = [
    '🧵 Great!',
    'बहुत अच्छा',
    '👩‍👩‍👧‍👦',
    '<script>alert(1)</script>',
    "'; drop table reviews; --",
    '{{7*7}} <%= 7*7 %>',
  ]

  const updateReview = (comment: string) =>
    asha.api('PUT /user/product/{productId}/user/{userId}/updateReview', {
      params: { productId: 'tin-tote', userId: asha.id },
      body: { stars: 5, comment },
    })

  test('is stored unchanged', async () => {
    for (const comment of comments)
      expect(await updateReview(comment)).toMatchObject({ ok: true, data: { updatedReview: { comment } } })
    const summary = await shop.fetch('/api/user/productReviewDetails/tin-tote')
    expect(summary.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(summary.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('bidirectional control characters are removed', async () => {
    expect(await updateReview('good \u202egnp.exe\u2066 end')).toMatchObject({
      ok: true,
      data: { updatedReview: { comment: 'good gnp.exe end' } },
    })
  })

  test('a name is plain text in an email', async () => {
    const name = '{{7*7}} <b>Asha</b> Bcc: x@y.example'
    await shop.api('POST /user/register', { body: { email: 'name@example.test', name } })
    const mail = await shop.mailTo('name@example.test')
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/\b49\b/)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  test('a mailbox is the same in any case; an internationalised domain is accepted', { tags: 'C3.42' }, async () => {
    for (const email of ['MiXed@EXAMPLE.test', ' mixed@example.test '])
      expect(await shop.api('POST /user/login', { body: { email } })).toMatchObject({
        data: { data: { email: 'mixed@example.test' } },
      })
    const idn = await shop.api('POST /user/login', { body: { email: 'asha@bücher.example' } })
    expect(idn).toMatchObject({ data: { data: { email: 'asha@xn--bcher-kva.example' } } })
  })

  test('a search for special characters is literal', async () => {
    for (const q of ['.*', '[', '\\', '%', "'", '(a+)+$', '&|!:*', 'x'.repeat(200)]) {
      expect((await shop.api('GET /user/filterProduct', { query: { q } })).status).toBe(200)
    }
  })

  test('unknown fields of an address are dropped, ids above all', async () => {
    const other = await newShopper(shop, 'Bina Rao')
    const foreign = { _id: other.addressId, userId: other.id, customer_id: other.id, admin: true }
    const updatedDetails = { townCity: 'Pune', ...foreign }
    const body = { userId: asha.id, addressId: asha.addressId, updatedDetails }
    const { address } = await (await send(shop, 'POST /user/updateAddress', { body }, mine())).json()
    expect(address).toMatchObject({ _id: asha.addressId, townCity: 'Pune' })
    expect(address).not.toHaveProperty('admin')
  })
})

describe('forged payments', () => {
  test('an event whose body was changed after it was signed is rejected', async () => {
    const event = capturedEvent(asha.razorpayOrderId, asha.razorpayPaymentId)
    await expectUnchanged(shop, async () => expect(await deliver(shop, event, { tamper: true })).toBe(400))
  })

  test('a payment of less than the order does not pay for it', { tags: 'C3.58' }, async () => {
    const who = await newShopper(shop, 'Chitra Nair')
    const small = await openOrder(who, [tote])
    const large = await openOrder(who, [{ ...tote, quantity: 3 }])
    const paid = await shop.sandbox.pay(small.razorpayOrderId)
    const signature = await sign(shop, large.razorpayOrderId, paid.razorpay_payment_id)
    await verify(who, large, { ...paid, razorpay_order_id: large.razorpayOrderId, razorpay_signature: signature })
    expect(await deliver(shop, capturedEvent(large.razorpayOrderId, paid.razorpay_payment_id))).toBe(200)
    expect(await stateOf(shop, large.orderId)).not.toBe('paid')
  })

  test('another order’s signature is rejected', async () => {
    const other = await newPerson(shop, 'Dev Shah')
    const { razorpayPaymentId, razorpayOrderId, razorpaySignature } = asha
    const payment = { razorpayPaymentId, razorpayOrderId, razorpaySignature }
    const body = { userId: other.id, orderId: other.openOrderId, ...payment }
    const response = await send(shop, 'POST /user/verify-payment', { body }, { authorization: `Bearer ${other.token}` })
    await expectRefusal(response, 400, 'Payment Verification Failed. Please contact support.')
    expect(await stateOf(shop, other.openOrderId)).toBe('awaiting_payment')
  })
})
