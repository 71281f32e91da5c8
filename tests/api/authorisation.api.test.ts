import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import { newId, sha256 } from '#platform/ids.server.ts'
import { createSession } from '#shop/accounts/sql.server.ts'
import { contract } from '#shop/contract.ts'
import { openTestShop, type SignedIn, type TestShop } from '../support/shop.ts'
import { MATRIX, type Row } from './authorisation-matrix.ts'
import { expectUnchanged, newPerson, type Person, type Sent, send } from './customers.ts'

const calls = Object.entries(contract) as [CallName, Endpoint][]
/** A call without a row fails the first test, and its own tests too. */
const rowOf = (name: string): Row => MATRIX[name as keyof typeof MATRIX] ?? { status: 0, valid: () => ({}) }
const customerCalls = calls.filter(([, { access }]) => access === 'customer' || access === 'visitor')
const publicCalls = calls.filter(([, endpoint]) => endpoint.access === 'public')

const LOG_IN = 'Please log in to continue.'
const NOT_YOURS = 'You don’t have access to this.'
const JWT = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"admin"}')}.`

let shop: TestShop
let asha: Person
let bina: Person
/** Tokens that were valid once. */
const deadTokens = { idle: '', old: '', revoked: '' }

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newPerson(shop, 'Asha Kale')
  bina = await newPerson(shop, 'Bina Rao')
  const { db } = shop.shop
  for (const name of ['idle', 'old', 'revoked'] as const) deadTokens[name] = await newToken(asha)
  const { idle, old, revoked } = deadTokens
  await sql`update sessions set last_seen_at = now() - interval '25 hours' where digest = ${sha256(idle)}`.execute(db)
  await sql`update sessions set created_at = now() - interval '8 days' where digest = ${sha256(old)}`.execute(db)
  expect((await shop.apiWith(revoked)('POST /user/logout')).status).toBe(204)
})
afterAll(() => shop.close())

/** The token of one more session of a customer. */
const newToken = (who: SignedIn) => shop.shop.db.transaction().execute((tx) => createSession(tx, who.id))

/** Authorization headers without a valid token, by what is wrong with them. */
const badTokens = (): Record<string, string | undefined> => ({
  'no header': undefined,
  'an empty one': 'Bearer ',
  garbage: `Bearer ${'x'.repeat(43)}`,
  'the word null': 'Bearer null',
  'spaces within': `Bearer ${asha.token.slice(0, 20)} ${asha.token.slice(20)}`,
  '10 KB': `Bearer ${'a'.repeat(10_000)}`,
  'a JWT of no algorithm': `Bearer ${JWT}`,
  'another scheme': `Basic ${btoa(`${asha.id}:${asha.token}`)}`,
  'no scheme': asha.token,
  'a user id': `Bearer ${asha.id}`,
  'a tampered token': `Bearer ${asha.token.slice(0, -1)}${asha.token.endsWith('A') ? 'B' : 'A'}`,
  'idle for a day': `Bearer ${deadTokens.idle}`,
  'older than a week': `Bearer ${deadTokens.old}`,
  'logged out': `Bearer ${deadTokens.revoked}`,
})

const bearer = (who: SignedIn) => ({ authorization: `Bearer ${who.token}` })

async function expectProblem(response: Response, status: number, message: string): Promise<void> {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({
    type: 'about:blank',
    title: expect.stringMatching(/^[A-Z]/),
    status,
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
    detail: message,
    message,
  })
  expect(response.status).toBe(status)
}

test('the matrix has a row for every call of the contract and of the OpenAPI document', { tags: 'C3.4' }, async () => {
  expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(contract).sort())
  const document = (await (await shop.fetch('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // The provider’s events carry a signature, carriers’ pushes a secret, and neither a token: tests/api/inputs.api.test.ts.
  expect(described.filter((name) => !name.startsWith('POST /webhooks/')).sort()).toEqual(Object.keys(MATRIX).sort())
})

describe.each(customerCalls)('%s', (name) => {
  const row = rowOf(name)

  test('responds 401 without a valid token, and changes nothing', { tags: 'C3.14' }, async () => {
    await expectUnchanged(shop, async () => {
      for (const [what, authorization] of Object.entries(badTokens())) {
        const response = await send(shop, name, row.valid(asha), authorization === undefined ? {} : { authorization })
        expect(response.headers.get('www-authenticate'), what).toBe('Bearer')
        await expectProblem(response, 401, LOG_IN)
      }
    })
  })

  if (contract[name as keyof typeof contract].access === 'visitor')
    test('responds to a visitor, whatever the token', async () => {
      const own = row.valid(asha).body
      const body = { ...(typeof own === 'object' ? own : {}), userId: undefined, addressId: undefined }
      for (const authorization of [undefined, ...Object.values(badTokens()), `Bearer ${asha.token}`]) {
        const response = await send(shop, name, { body }, authorization === undefined ? {} : { authorization })
        expect(response.status).toBe(row.status)
      }
    })
  else
    test('checks the token before anything else', async () => {
      const params = {
        userId: '!',
        productId: '!',
        orderId: '!',
        refundId: '!',
        reviewId: '!',
        photoId: '!',
        exchangeId: '!',
      }
      const response = await send(shop, name, name.startsWith('GET ') ? { params } : { params, body: [] })
      expect(response.status).toBe(401)
    })

  if (userPlace(row.valid(anybody())))
    test('responds 403 to another customer, for a valid and an invalid payload', {
      tags: ['C3.15', 'C3.16'],
    }, async () => {
      await expectUnchanged(shop, async () => {
        await expectProblem(await send(shop, name, row.valid(asha), bearer(bina)), 403, NOT_YOURS)
        const invalid = { ...row.valid(asha) }
        if (invalid.body) invalid.body = { userId: asha.id, nonsense: true }
        await expectProblem(await send(shop, name, invalid, bearer(bina)), 403, NOT_YOURS)
        const unknown = replaced(row.valid(asha), userPlace(row.valid(asha)) ?? '', newId())
        await expectProblem(await send(shop, name, unknown, bearer(asha)), 403, NOT_YOURS)
      })
    })
  // Neither names anything of a customer's.
  else if (name !== 'POST /user/logout' && name !== 'POST /user/exchangePhoto')
    test('responds 404 to another customer: the token alone identifies the customer', async () => {
      await expectUnchanged(shop, async () => {
        expect((await send(shop, name, row.valid(asha), bearer(bina))).status).toBe(404)
      })
    })

  for (const { at, of, message } of row.ids ?? [])
    test(`responds with the same 404 to ${at} of another customer and to an unknown one`, {
      tags: ['C3.15', 'C3.49'],
    }, async () => {
      await expectUnchanged(shop, async () => {
        const unknown = at.endsWith('productId') ? 'no-such-product' : newId()
        for (const id of [of?.(bina) ?? unknown, unknown])
          await expectProblem(await send(shop, name, replaced(row.valid(asha), at, id), bearer(asha)), 404, message)
      })
    })

  test('responds 404 (GET, and a userId in a path) or 400 to malformed ids', { tags: ['C3.12', 'C3.49'] }, async () => {
    await expectUnchanged(shop, async () => {
      for (const at of idPlaces(row.valid(asha)))
        for (const wrong of ['!', '1', '../x', '$ne', "' or 1=1 --", 'x'.repeat(300), 'ключ']) {
          const response = await send(shop, name, replaced(row.valid(asha), at, wrong), bearer(asha))
          const expected = name.startsWith('GET ') || at === 'params.userId' ? 404 : 400
          // A product id has no fixed length: '1' is a valid one that no product has.
          const allowed = at.endsWith('productId') && wrong === '1' ? [404] : [expected]
          expect(allowed, `${at} = ${wrong}`).toContain(response.status)
          expect(((await response.json()) as { message: string }).message).toMatch(/\.$/)
        }
    })
  })
})

describe.each(publicCalls)('%s', (name) => {
  const row = rowOf(name)

  test('is public, and does not read a token', async () => {
    const seen = new Set<number>()
    for (const authorization of [undefined, ...Object.values(badTokens()), `Bearer ${asha.token}`]) {
      const who = { ...asha, email: `${newId().toLowerCase()}@example.test` }
      const response = await send(shop, name, row.valid(who), authorization === undefined ? {} : { authorization })
      seen.add(response.status)
    }
    expect([...seen]).toEqual([row.status])
  })

  for (const { at, message } of row.ids ?? [])
    test(`responds 404 to an unknown and a malformed ${at}`, async () => {
      for (const id of ['Not A Slug', '..', 'x'.repeat(300)])
        expect((await send(shop, name, replaced(row.valid(asha), at, id))).status).toBe(404)
      await expectProblem(await send(shop, name, replaced(row.valid(asha), at, 'no-such-product')), 404, message)
    })
})

test('every call succeeds for its own customer and isn’t cached; logout ends that session alone', {
  tags: ['C3.13', 'C6.6'],
}, async () => {
  let other = ''
  // In the order of the matrix.
  for (const [name, row] of Object.entries(MATRIX)) {
    if (contract[name as keyof typeof contract].access !== 'customer') continue
    if (name === 'POST /user/logout') other = await newToken(asha)
    const response = await send(shop, name, row.valid(asha), { authorization: `bearer ${asha.token}` })
    expect(`${name} ${response.status}`).toBe(`${name} ${row.status}`)
    expect(response.headers.get('cache-control'), name).toBe('no-store')
  }
  const cart = (token: string) =>
    shop.apiWith(token)('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })
  expect((await cart(asha.token)).status).toBe(401)
  expect((await cart(other)).status).toBe(200)
})

/** The calls with rate limits, and how many each has: by client address, by mailbox, by customer. */
const LIMITED = {
  'POST /user/addContactUs': 2,
  'POST /user/subscribe': 4,
  // A signed-in customer's own mailbox needs no confirming mail, so it has no limit.
  'POST /user/notifyMe': 1,
  'POST /user/register': 4,
  'POST /user/login': 4,
  'POST /user/verifyOtp': 1,
  'POST /user/changeEmail': 4,
  'PUT /user/review/{reviewId}/user/{userId}/helpful': 1,
  'POST /user/product/{productId}/user/{userId}/reviewPhoto': 1,
  'POST /user/exchangePhoto': 1,
}

test('rate limits: 429 with Retry-After, by client, mailbox or customer, for the limited calls alone', {
  tags: 'C3.44',
}, async () => {
  const { db } = shop.shop
  const caller = await newPerson(shop, 'Chitra Nair')
  const limited: Record<string, number> = {}
  for (const name of Object.keys(MATRIX)) {
    const call = () => send(shop, name, rowOf(name).valid(caller), bearer(caller))
    await sql`delete from limit_hits`.execute(db)
    expect((await call()).status, name).toBe(rowOf(name).status)
    const { rows } = await sql<{ bucket: string }>`select distinct bucket from limit_hits`.execute(db)
    for (const { bucket } of rows) {
      await sql`delete from limit_hits`.execute(db)
      await sql`insert into limit_hits (bucket, hit_at, keep_until)
        select ${bucket}, now(), now() + interval '1 hour' from generate_series(1, 3000)`.execute(db)
      const response = await call()
      // Others may have filled the bucket of a mailbox, so it rejects nobody who asks for the first time. Of sign-in mails beyond the
      // budget the response tells nothing.
      const isSignIn = /(?:login|register)$/.test(name)
      const rejects = !/^[a-z-]+ \S+@\S+$/.test(bucket) && !(isSignIn && bucket.endsWith('-mails'))
      expect(`${name} ${bucket} ${response.status}`).toBe(`${name} ${bucket} ${rejects ? 429 : rowOf(name).status}`)
      if (rejects) expect(Number(response.headers.get('retry-after')), bucket).toBeGreaterThan(0)
    }
    if (rows.length > 0) limited[name] = rows.length
  }
  expect(limited).toEqual(LIMITED)
})

test('an unknown method is 405 with Allow, an unknown path 404, both as problem details', {
  tags: ['C3.5', 'C3.6', 'C3.7'],
}, async () => {
  const paths = new Map<string, string[]>()
  for (const [name] of calls) {
    const [method = '', path = ''] = name.split(' ')
    paths.set(path, [...(paths.get(path) ?? []), method])
  }
  for (const [path, has] of paths)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (has.includes(method)) continue
      const response = await shop.fetch(`/api${path.replace(/\{\w+\}/g, 'x')}`, {
        method,
        headers: { 'x-http-method-override': has[0] ?? '' },
      })
      expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 405`)
      expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(has))
    }
  for (const path of ['/user/nothing', '/', '/user', '/admin', '/user/getCartProduct', '/user/login/', '/USER/login'])
    await expectProblem(await shop.fetch(`/api${path}`), 404, 'No such endpoint.')
})

/** A person whose every field is `x`, to read a row's shape before the shop is open. */
function anybody(): Person {
  return new Proxy({} as Person, { get: () => 'x' })
}

function valueAt(sent: Sent, at: string): unknown {
  return at.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], sent)
}

/** Where a call names its customer; undefined if it does not. */
function userPlace(sent: Sent): string | undefined {
  return ['params.userId', 'body.userId'].find((at) => valueAt(sent, at) !== undefined)
}

/** A copy of a call with another value in one place. */
function replaced(sent: Sent, at: string, value: unknown): Sent {
  const copy = structuredClone(sent)
  const keys = at.split('.')
  const last = keys.pop() ?? ''
  const owner = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
  ;(owner as Record<string, unknown>)[last] = value
  return copy
}

/** Where a call carries ids. */
function idPlaces(sent: Sent): string[] {
  const places: string[] = []
  const walk = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null) {
      if (/\.(userId|productId|orderId|addressId|exchangeId|cartItemId|wishlistItemId)$/.test(at)) places.push(at)
      return
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, at === '' ? key : `${at}.${key}`)
  }
  walk(sent, '')
  return places
}
