import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper, type Shopper, tote } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { expireCredit, findCreditBalance, findCreditOfOrder, returnCredit, takeCredit } from './sql.server.ts'

let shop: TestShop
let manager: SignedInStaff
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  manager = await signInStaff(shop, 'manager')
  owner = await signInStaff(shop, 'owner')
})
afterAll(() => shop.close())

const give = (who: Shopper, amount: number, reason = 'The late parcel') =>
  manager.browser.call('POST', `/customers/${who.id}/credit`, { amount, reason })
const days = (count: number) => changeSettings(shop.shop, STAFF, { 'credit.days': count })
/** Lets so many days pass for the credit of a customer. */
const pass = (who: Shopper, count: number) =>
  sql`update credit_entries set ends_at = ends_at - make_interval(days => ${count}), created_at = created_at - make_interval(days => ${count})
    where customer_id = ${who.id}`.execute(shop.shop.db)
const runJob = () => expireCredit(shop.shop.db, 500)
async function credit(who: Shopper) {
  const read = await who.api('GET /user/credit/{userId}', { params: { userId: who.id } })
  if (!read.ok) throw new Error(read.message)
  return read.data
}
const spend = (who: Shopper, orderId: string, amount: number) =>
  shop.shop.db.transaction().execute((tx) => takeCredit(tx, { customer: who.id, orderId, amount }))
const giveBack = (orderId: string, amount?: number) =>
  shop.shop.db.transaction().execute((tx) => returnCredit(tx, orderId, amount))
const findings = async () =>
  (await checkInvariants(shop.shop.db)).findings.filter(
    // The orders here hold nothing: their entries are made by hand.
    ({ invariant, message }) => invariant === 'I9' && !message.startsWith('the store credit that an order holds'),
  )

test('staff give credit with a reason: its customer sees it and is told by mail', async () => {
  const asha = await newShopper(shop)
  expect(await credit(asha)).toEqual({ balance: 0, entries: [] })
  const isUsed = async () => (await manager.browser.call('GET', `/customers/${asha.id}`)).body.credit
  expect(await isUsed()).toMatchObject({ isUsed: false })
  await days(5)
  expect(await isUsed()).toMatchObject({ isUsed: true })
  await days(0)
  expect(await give(asha, 250.5)).toMatchObject({
    status: 201,
    body: { balance: 250.5, entries: [{ kind: 'given', amount: 250.5, reason: 'The late parcel' }] },
  })
  const [entry] = (await credit(asha)).entries
  expect(entry).toEqual({ at: expect.any(String), kind: 'given', amount: 250.5, reason: 'The late parcel' })
  expect((await shop.mailTo(asha.email)).text).toContain('Rs. 250.50')
  expect((await manager.browser.call('GET', `/customers/${asha.id}`)).body).toMatchObject({
    credit: { balance: 250.5, isUsed: true, entries: [entry] },
    lost: ['Rs. 250.50 of store credit is lost.'],
  })
})

test.each([
  { amount: 0, reason: 'x' },
  { amount: -5, reason: 'x' },
  { amount: 1.005, reason: 'x' },
  { amount: 100_000.01, reason: 'x' },
  { amount: 5, reason: ' ' },
  { amount: 5 },
])('%o isn’t a gift', async (body) => {
  const asha = await newShopper(shop)
  const { status } = await manager.browser.call('POST', `/customers/${asha.id}/credit`, body)
  expect(status).toBe(400)
  expect((await credit(asha)).balance).toBe(0)
})

test('a gift is taken back while nothing of it is used', async () => {
  const asha = await newShopper(shop)
  const { undo } = (await give(asha, 2500)).body
  expect((await manager.browser.call('POST', `/undo/${undo}`)).status).toBe(200)
  expect(await credit(asha)).toEqual({ balance: 0, entries: [] })
  const { orderId } = await buy(shop, asha, [tote])
  const second = (await give(asha, 100)).body
  await spend(asha, orderId, 1)
  expect((await manager.browser.call('POST', `/undo/${second.undo}`)).status).toBe(409)
  expect((await credit(asha)).balance).toBe(99.99)
})

test('what ends first is used first, what is over can’t be used, and the sum of the entries is the balance', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  await give(asha, 100, 'For ever')
  await days(60)
  await give(asha, 50, 'Sixty days')
  await days(10)
  await give(asha, 30, 'Ten days')
  await days(0)
  expect(await spend(asha, orderId, 4000)).toBe(true)
  const left = async () => {
    const { rows } = await sql<{ reason: string; left: number }>`select reason, left_paise as left from credit_entries
      where customer_id = ${asha.id} and kind = 'given' order by id`.execute(shop.shop.db)
    return rows.map(({ left }) => left)
  }
  expect(await left()).toEqual([10_000, 4000, 0])
  await pass(asha, 60)
  // Before the job has run, as after it.
  for (let round = 0; round < 2; round += 1) {
    expect(await spend(asha, orderId, 10_001)).toBe(false)
    const { balance, entries } = await credit(asha)
    expect(balance).toBe(100)
    expect(entries.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['expired', 40],
      ['given', 100],
      ['given', 30],
      ['given', 50],
      ['used', 40],
    ])
    await runJob()
  }
  expect(await left()).toEqual([10_000, 0, 0])
  expect(await findings()).toEqual([])
})

test('what is given back lives at least 30 days more', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  await days(10)
  await give(asha, 30)
  await days(90)
  await give(asha, 20)
  await days(0)
  await give(asha, 10)
  await spend(asha, orderId, 6000)
  expect(await giveBack(orderId, 1500)).toBe(1500)
  expect(await giveBack(orderId)).toBe(4500)
  expect(await giveBack(orderId)).toBe(0)
  expect(await findCreditOfOrder(shop.shop.db, orderId)).toBe(0)
  const { balance, entries } = await credit(asha)
  expect(balance).toBe(60)
  const inDays = (at: string | undefined) =>
    at === undefined ? null : Math.round((Date.parse(at) - Date.now()) / (24 * 3600 * 1000))
  const back = entries.filter(({ kind }) => kind === 'returned').map((one) => [one.amount, inDays(one.expiresAt)])
  expect(back.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [5, 90],
    [10, null],
    [15, 90],
    [30, 30],
  ])
  expect(await findings()).toEqual([])
})

test('whatever runs at the same time, nobody has less than nothing', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  await days(30)
  await Promise.all([give(asha, 100), give(asha, 100), give(asha, 100)])
  await days(0)
  const rush = Array.from({ length: 24 }, () => spend(asha, orderId, 2700))
  const wins = (await Promise.all([...rush, runJob(), runJob()])).filter((won) => won === true).length
  expect(wins).toBe(11)
  expect(await findCreditBalance(shop.shop.db, asha.id)).toBe(300)
  expect(await findings()).toEqual([])
})

test('erasing a customer says what is lost, and ends it', async () => {
  const asha = await newShopper(shop)
  await give(asha, 75, 'Asha’s late parcel')
  const { body } = await owner.browser.call('POST', `/customers/${asha.id}/erase`, { email: asha.email })
  expect(body).toMatchObject({ lost: ['Rs. 75.00 of store credit is lost.'], waits: null })
  const { rows } =
    await sql`select kind, amount_paise, reason from credit_entries where customer_id = ${asha.id} order by id`.execute(
      shop.shop.db,
    )
  expect(rows).toEqual([
    { kind: 'given', amount_paise: 7500, reason: '' },
    { kind: 'expired', amount_paise: 7500, reason: '' },
  ])
  expect((await give(asha, 5)).status).toBe(404)
  expect(await findings()).toEqual([])
})

test('a person’s export has their credit', async () => {
  const asha = await newShopper(shop)
  await give(asha, 75)
  const { body } = await owner.browser.call('GET', `/customers/${asha.id}/export`)
  expect(body.credit).toMatchObject([{ kind: 'given', amount_paise: 7500, reason: 'The late parcel' }])
})

test('ledger check finds what doesn’t add up', async () => {
  const asha = await newShopper(shop)
  await give(asha, 75)
  await sql`update credit_entries set left_paise = 7000 where customer_id = ${asha.id}`.execute(shop.shop.db)
  expect(await findings()).toMatchObject([{ subject: asha.id }])
  await sql`update credit_entries set left_paise = 7500 where customer_id = ${asha.id}`.execute(shop.shop.db)
  expect(await findings()).toEqual([])
})
