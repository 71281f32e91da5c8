import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { garmentLines } from '../../../tests/support/garments.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../tests/support/replica.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import type { Tables } from '../tables.server.ts'

let servers: ReplicatedPostgres
let replica: OpenDatabase<Tables>
let shop: TestShop
let owner: SignedInStaff

beforeAll(async () => {
  servers = await startReplicatedPostgres()
  replica = openDatabase<Tables>({ connection: servers.replica, log: { warn: () => {} } })
  const database = { connection: servers.writer, drop: async () => {} }
  shop = await openTestShop({ database, replica, settings: { METRICS_TOKEN: 'figures-please' } })
  await importCatalog(shop.shop.db, garmentLines())
  await shop.shop.index.refresh('all')
  owner = await signInStaff(shop, 'owner')
})
afterAll(async () => {
  await shop.close()
  await replica.close()
  await servers.close()
})

async function readCounts() {
  const headers = { authorization: 'Bearer figures-please' }
  const text = await (await shop.fetch('/metrics', { headers })).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  return { replica: figure('shop_reads_replica'), writer: figure('shop_reads_writer') }
}

/** Buys, and looks at once: what staff see of it. */
async function buyAndLook() {
  const who = await newShopper(shop, 'Asha Kale')
  const { orderId } = await buy(shop, who, [tee])
  const today = indianDay(new Date())
  const paths = {
    report: `/reports/orders?from=${today}&to=${today}`,
    list: '/orders',
    search: `/orders?q=${encodeURIComponent(who.email)}`,
    customers: `/customers?q=${encodeURIComponent(who.email)}`,
    log: '/audit',
    taxes: `/reports/tax?from=${today}&to=${today}`,
  }
  const seen = Object.entries(paths).map(async ([name, path]) => {
    const { status, body } = await owner.browser.call('GET', path)
    const text = JSON.stringify(body)
    return [name, status, text.includes(orderId) || text.includes(who.email)] as const
  })
  return Promise.all(seen)
}

const ALL_THERE = [
  ['report', 200, true],
  ['list', 200, true],
  ['search', 200, true],
  ['customers', 200, true],
  ['log', 200, expect.any(Boolean)],
  ['taxes', 200, false],
]

test('staff see a moment-old order in lists and reports, from a replica, a lagging one, and without one', async () => {
  const before = await readCounts()
  // On a busy machine the replica may be late for all of the first look.
  await expect
    .poll(async () => {
      expect(await buyAndLook()).toEqual(ALL_THERE)
      return (await readCounts()).replica
    })
    .toBeGreaterThan(before.replica)
  const fresh = await readCounts()

  await servers.pause()
  expect(await buyAndLook()).toEqual(ALL_THERE)
  const lagging = await readCounts()
  expect(lagging.replica).toBe(fresh.replica)
  expect(lagging.writer).toBeGreaterThanOrEqual(fresh.writer + 6)

  await servers.stopReplica()
  expect(await buyAndLook()).toEqual(ALL_THERE)
})
