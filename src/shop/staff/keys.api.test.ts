import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import { newId } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { staffContract } from '../staff-contract.ts'
import type { ListedKey } from './keys-contract.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from './scope-rules.ts'

let shop: TestShop
let owner: SignedInStaff

beforeAll(async () => {
  shop = await openTestShop()
  owner = await signInStaff(shop, 'owner')
})
afterAll(() => shop.close())

let keys = 0
const inDays = (days: number) => indianDay(new Date(Date.now() + days * 24 * 60 * 60 * 1000))
async function makeKey(scopes: readonly Scope[], by = owner): Promise<{ id: string; key: string; name: string }> {
  const name = `Program ${++keys}`
  const { status, body } = await by.browser.call('POST', '/keys', { name, scopes, until: inDays(0) })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body.id), key: String(body.key), name }
}

/** A program's call: with its key, and without cookie and origin. */
async function program(key: string, method: string, path: string, body?: unknown) {
  const response = await shop.fetch(`/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

const list = async () => (await owner.browser.call('GET', '/keys')).body.items as ListedKey[]

// Safe cast: the keys of a contract.
const CALLS = (Object.entries(staffContract) as [CallName, Endpoint][]).filter(([, { access }]) => access !== 'public')

test('each scope may make its calls, and no others; no scope has what needs a recent second factor', async () => {
  const all = SCOPE_NAMES.flatMap((scope): readonly string[] => SCOPES[scope].calls)
  expect(CALLS.filter(([name, { isSensitive }]) => isSensitive && all.includes(name))).toEqual([])
  expect(all.filter((name) => !CALLS.some(([call]) => call === name))).toEqual([])
  for (const scope of SCOPE_NAMES) {
    const { key } = await makeKey([scope])
    const own: readonly string[] = SCOPES[scope].calls
    for (const [name, { body }] of CALLS) {
      const [method = '', path = ''] = name.replace(/\{\w+\}/g, newId()).split(' ')
      const { status, body: answer } = await program(key, method, path, body ? {} : undefined)
      if (own.includes(name)) expect([401, 403], `${scope}: ${name}`).not.toContain(status)
      else expect({ status, code: answer.code }, `${scope}: ${name}`).toEqual({ status: 403, code: 'forbidden' })
    }
  }
})

test('a program’s change has the program’s name in the log, and needs no origin', async () => {
  const who = await newShopper(shop)
  const { orderId } = await buy(shop, who, [tee])
  const { key, name, id } = await makeKey(['orders:read', 'orders:ship', 'orders:notes'])
  expect((await list()).find((one) => one.id === id)).toMatchObject({ state: 'active', usedAt: null })
  const sent = await program(key, 'POST', `/orders/${orderId}/ship`, { carrier: 'DTDC', tracking: 'P12345' })
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
  expect((await program(key, 'POST', `/orders/${orderId}/notes`, { text: 'Sent by a program' })).status).toBe(201)
  const { body } = await owner.browser.call('GET', `/audit?subject=order:${orderId}`)
  expect(body.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'order.ship', actor: `${name} (program)`, staff: owner.id }),
    ]),
  )
  expect((await list()).find((one) => one.id === id)?.usedAt).not.toBeNull()
  expect((await program(key, 'GET', `/orders/${orderId}`)).status).toBe(200)
})

test('a key is stored by its digest, and counts until it ends, its day is over, or its owner goes', async () => {
  const other = await signInStaff(shop, 'owner')
  const [ended, over, left] = [
    await makeKey(['orders:read']),
    await makeKey(['orders:read']),
    await makeKey(['orders:read'], other),
  ]
  const { rows } = await sql<{ row: string }>`
    select t::text as row from api_keys t union all select t::text from idempotency_keys t
    union all select t::text from audit_log t`.execute(shop.shop.db)
  for (const { key } of [ended, over, left]) {
    expect(rows.filter(({ row }) => row.includes(key))).toEqual([])
    expect((await program(key, 'GET', '/orders')).status).toBe(200)
  }
  expect((await owner.browser.call('DELETE', `/keys/${ended.id}`)).status).toBe(204)
  expect((await owner.browser.call('DELETE', `/keys/${ended.id}`)).status).toBe(404)
  await sql`update api_keys set expires_at = now() where id = ${over.id}`.execute(shop.shop.db)
  await owner.browser.call('DELETE', `/staff/${other.id}`)
  for (const { key } of [ended, over, left, { key: `key_${'x'.repeat(43)}` }])
    expect(await program(key, 'GET', '/orders')).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
  const states = new Map((await list()).map(({ id, state }) => [id, state]))
  expect([ended, over, left].map(({ id }) => states.get(id))).toEqual(['ended', 'over', 'ended'])
})

test('a key has an end within two years, a scope, and a name of its own', async () => {
  const make = async (body: object) => (await owner.browser.call('POST', '/keys', body)).status
  const scopes = ['orders:read']
  expect(await make({ name: 'X', scopes, until: inDays(-1) })).toBe(400)
  expect(await make({ name: 'X', scopes, until: inDays(800) })).toBe(400)
  expect(await make({ name: 'X', scopes, until: '2026-02-30' })).toBe(400)
  expect(await make({ name: 'X', scopes: [], until: inDays(3) })).toBe(400)
  expect(await make({ name: 'X', scopes: ['staff'], until: inDays(3) })).toBe(400)
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => make({ name: 'Once', scopes, until: inDays(3) })))
  expect(made.sort()).toEqual([201, 409, 409, 409, 409])
  const manager = await signInStaff(shop, 'manager')
  expect((await manager.browser.call('GET', '/keys')).body.code).toBe('forbidden')
})
