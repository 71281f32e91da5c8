import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  findOrder,
  newShopper,
  orderInCash,
  type Shopper,
  stateOf,
  stockOf,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { ORIGIN, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'

let shop: TestShop
let owner: SignedInStaff
withCheckoutShop((fixture) => ({ shop } = fixture))
beforeAll(async () => {
  await changeSettings(shop.shop, STAFF, { 'cash.on': true, 'cash.openOrders': 0 })
  owner = await signInStaff(shop, 'owner')
})

async function toConfirm(how: 'call' | 'message'): Promise<{ who: Shopper; orderId: string }> {
  await changeSettings(shop.shop, STAFF, { 'cash.confirm': how })
  const who = await newShopper(shop)
  const made = await orderInCash(who, [tee])
  expect(made).toMatchObject({ status: 201, data: { state: 'to_confirm' } })
  return { who, orderId: made.ok ? made.data.orderId : '' }
}

const eventsOf = async (orderId: string) =>
  (
    await sql<{ type: string }>`
      select type from shop_events where subject = ${`order:${orderId}`} order by id`.execute(shop.shop.db)
  ).rows.map(({ type }) => type)

const stage = async () => {
  const { body } = await owner.browser.call('GET', '/orders?stage=to-confirm')
  return Array.isArray(body.items) ? body.items : []
}

test('an order to confirm is in its list with the number to call, isn’t packed, and counts once it’s confirmed', async () => {
  const { who, orderId } = await toConfirm('call')
  expect(await findOrder(who, orderId)).toMatchObject({
    orderStatus: 'ordered',
    toConfirm: true,
    payment: { state: 'due' },
  })
  expect(await eventsOf(orderId)).toEqual([])
  expect(await stage()).toMatchObject([{ id: orderId, phone: '98200 00028', statusText: 'To confirm', toPack: 0 }])
  const parcel = { carrier: 'DTDC', tracking: 'CONF1' }
  expect(await shipOrder({ ...shop.shop, actor: STAFF }, orderId, parcel)).toMatchObject({ ok: false })
  const confirm = () => owner.browser.call('POST', `/orders/${orderId}/confirm`)
  expect(await confirm()).toMatchObject({ status: 200, body: { already: false } })
  expect(await confirm()).toMatchObject({ status: 200, body: { already: true } })
  expect(await eventsOf(orderId)).toEqual(['order.placed'])
  expect(await findOrder(who, orderId)).toMatchObject({ toConfirm: false })
  expect(await stage()).toEqual([])
  expect(await shipOrder({ ...shop.shop, actor: STAFF }, orderId, parcel)).toMatchObject({ ok: true })
})

test('the mail’s link asks, its button confirms, and a scanner’s visit doesn’t', async () => {
  const { who, orderId } = await toConfirm('message')
  const { text } = await shop.mailTo(who.email)
  const token = /\/confirm\/([\w-]{22})/.exec(text)?.[1] ?? ''
  const page = await shop.fetch(`/confirm/${token}`)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringMatching(/class="home"[^>]*>Fourth Seat<[\s\S]*Confirm your order/),
  ])
  expect(await stateOf(shop, orderId)).toBe('to_confirm')
  const post = () => shop.fetch(`/confirm/${token}`, { method: 'POST', headers: { origin: ORIGIN } })
  expect((await post()).status).toBe(200)
  expect((await post()).status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('placed')
  expect(await eventsOf(orderId)).toEqual(['order.placed'])
  expect(await shop.api('POST /user/confirm/{token}', { params: { token } })).toMatchObject({ data: { success: true } })
  expect((await shop.fetch(`/confirm/${'x'.repeat(22)}`, { method: 'POST', headers: { origin: ORIGIN } })).status).toBe(
    404,
  )
})

test('unconfirmed in time, it’s cancelled once: pieces back, nothing to pay, one mail; its link is over', async () => {
  const before = (await stockOf(shop, tee)).on_hand
  const { who, orderId } = await toConfirm('message')
  const token = /\/confirm\/([\w-]{22})/.exec((await shop.mailTo(who.email)).text)?.[1] ?? ''
  await shop.jobs.tick()
  expect(await stateOf(shop, orderId)).toBe('to_confirm')
  await sql`update orders set created_at = now() - interval '25 hours' where id = ${orderId}`.execute(shop.shop.db)
  await changeSettings(shop.shop, STAFF, { 'cash.confirmHours': 0 })
  await shop.jobs.tick()
  expect(await stateOf(shop, orderId)).toBe('to_confirm')
  await changeSettings(shop.shop, STAFF, { 'cash.confirmHours': null })
  await shop.jobs.tick()
  await shop.jobs.tick()
  expect(await stateOf(shop, orderId)).toBe('cancelled')
  expect((await stockOf(shop, tee)).on_hand).toBe(before)
  expect(await eventsOf(orderId)).toEqual(['order.cancelled'])
  expect(await findOrder(who, orderId)).toMatchObject({ payment: { due: 0, state: 'cancelled' }, refunds: [] })
  expect(await shop.api('POST /user/confirm/{token}', { params: { token } })).toMatchObject({ status: 410 })
  expect(await owner.browser.call('POST', `/orders/${orderId}/confirm`)).toMatchObject({ status: 409 })
})

test('who waits longest to be called comes first', async () => {
  const [first, second] = [await toConfirm('call'), await toConfirm('call')]
  const ids = (await stage()).map(({ id }: { id: string }) => id)
  expect(ids.indexOf(first.orderId)).toBeLessThan(ids.indexOf(second.orderId))
})
