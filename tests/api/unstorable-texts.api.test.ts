import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import { changeStock } from '#shop/catalog/stock/sql.server.ts'
import { contract } from '#shop/contract.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { type Shopper, withCheckoutShop } from '../support/checkout-fixture.ts'
import { ORIGIN, STAFF, type TestShop } from '../support/shop.ts'
import { type SignedInStaff, signInStaff } from '../support/staff.ts'
import { expectUnchanged } from './customers.ts'
import { scenarios } from './staff-scenarios.ts'

/** Texts that JSON and addresses can carry and PostgreSQL can't store: a NUL, and half of a surrogate pair. */
const UNSTORABLE = ['\0', '\ud800']

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  // Exchanges hold the size that they ask for, and none of these ends.
  const { rows } = await sql<{ sku: string }>`select sku from stock where product_id = 'boxy-tee'`.execute(shop.shop.db)
  for (const { sku } of rows) await changeStock(shop.shop.db, STAFF, sku, { quantity: 50 })
})

// Safe cast: the keys of a contract.
const callsOf = (calls: object) => Object.entries(calls) as [CallName, Endpoint][]

/** Addresses of a call with a NUL in one of its parts. */
function addressesOf(name: CallName, { query }: Endpoint): string[] {
  const path = name.replace(/^\w+ /, '')
  const parts = path.match(/\{\w+\}/g) ?? []
  const filled = path.replace(/\{\w+\}/g, 'x')
  return [
    ...parts.map((part) => path.replace(part, 'x%00').replace(/\{\w+\}/g, 'x')),
    ...Object.keys(query?.shape ?? {}).map((parameter) => `${filled}?${parameter}=x%00`),
  ]
}

test.each([
  ['staff', '/api/admin', staffContract],
  ['shoppers', '/api', contract],
])('no address of a call for %s with a NUL in it is an error of the server', async (_, base, calls) => {
  for (const [name, endpoint] of callsOf(calls)) {
    const [method = ''] = name.split(' ')
    for (const address of addressesOf(name, endpoint)) {
      const identity: Record<string, string> =
        base === '/api' ? { authorization: `Bearer ${asha.token}` } : { cookie: owner.browser.cookie }
      const { status } = await shop.fetch(`${base}${address}`, {
        method,
        headers: { ...identity, origin: ORIGIN, 'content-type': 'application/json' },
        ...(endpoint.body ? { body: '{}' } : {}),
      })
      expect(status, `${method} ${address}`).toBeLessThan(500)
    }
  }
})

/** A body once for each of its texts, with something added to that one. */
function withEach(value: unknown, added: string): unknown[] {
  if (typeof value === 'string') return [`${value}${added}`]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    withEach(inner, added).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  )
}

describe.each(Object.entries(scenarios))('%s', (name, make) => {
  test('refuses each text of its body that can’t be stored, and changes nothing', async () => {
    if (!make) throw new Error('it comes from the list')
    const { path, body, headers } = await make({ shop, asha, owner })
    const [method = '', template = ''] = name.split(' ')
    const bodies = UNSTORABLE.flatMap((added) => withEach(body, added))
    await expectUnchanged(shop, async () => {
      for (const sent of bodies) {
        const answer = await owner.browser.call(method, path ?? template, sent, headers)
        expect(answer.status, `${JSON.stringify(sent)} ${JSON.stringify(answer.body)}`).toBe(400)
      }
    })
  })
})

test('a cursor with a NUL in its key isn’t one', async () => {
  const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
  for (const [name, { query }] of callsOf(staffContract)) {
    if (!('cursor' in (query?.shape ?? {}))) continue
    const path = name.replace(/^GET /, '').replace(/\{\w+\}/g, 'x')
    for (const key of [['\0'], ['\0', '\0'], [1, '\0'], ['\0', 1], ['\0', '\0', '\0']])
      expect((await owner.browser.call('GET', `${path}?cursor=${cursor(key)}`)).status, path).toBeLessThan(500)
  }
})

test('a carrier’s file with NULs is read without them', async () => {
  const file = new TextEncoder().encode('order,carrier,tracking\nFS-1\0,Delhivery\0,A\x0a3\n')
  expect(await owner.browser.call('POST', '/shipments/import', file)).toMatchObject({
    status: 200,
    body: { ok: false },
  })
})
