import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buy,
  openOrder,
  ordersOf,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import type { OrderStage } from './rules.ts'
import { advanceOrder, listOrders, showOrder } from './staff.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const staff = () => ({ ...shop.shop, actor: STAFF })
const idsAt = async (stage: OrderStage) => (await listOrders(staff(), { stage })).map(({ id }) => id)

test('an order’s number is on its page and in its mails, and every command accepts it', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const { orderId: later } = await buy(shop, asha, [tote])
  const [newest, oldest] = await ordersOf(asha)
  expect([newest?._id, oldest?._id]).toEqual([later, orderId])
  expect(oldest?.orderNumber).toMatch(/^FS-1\d{4}$/)
  const number = oldest?.orderNumber ?? ''
  expect(newest?.orderNumber).toBe(`FS-${Number(number.slice(3)) + 1}`)
  await expect.poll(async () => (await shop.mailTo(asha.email)).text).toContain(`Order: ${newest?.orderNumber}`)

  for (const reference of [
    orderId,
    number,
    number.toLowerCase(),
    number.replace('FS-', ''),
    number.replace('FS-', '#'),
  ])
    expect(await showOrder(staff(), reference)).toMatchObject({ _id: orderId, orderNumber: number })
  expect(await advanceOrder(staff(), number)).toMatchObject({ ok: true, data: { orderId, status: 'packaging' } })
  for (const reference of ['FS-1', 'FS-99999999999999', '', 'FS-'])
    expect(await showOrder(staff(), reference)).toBeNull()

  await changeSettings(shop.shop, STAFF, { 'order.prefix': 'BD-' })
  expect((await ordersOf(asha))[1]?.orderNumber).toBe(number.replace('FS-', 'BD-'))
  await changeSettings(shop.shop, STAFF, { 'order.prefix': null })
  expect(await changeSettings(shop.shop, STAFF, { 'order.prefix': '24-' })).toMatchObject({ ok: false })
})

test('each stage lists its orders; those to pack come oldest first', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const { orderId: later } = await buy(shop, asha, [{ ...tote, quantity: 2 }])
  const unpaid = await openOrder(asha, [{ ...tee, quantity: 2 }])
  const toPack = await idsAt('to-pack')
  expect(toPack.slice(-2)).toEqual([orderId, later])
  expect(toPack).not.toContain(unpaid.orderId)
  const stages: OrderStage[] = ['to-pack', 'shipped', 'delivered']
  for (const stage of stages) {
    for (const other of stages) expect((await idsAt(other)).includes(orderId)).toBe(stage === other)
    const steps = stage === 'to-pack' ? 2 : stage === 'shipped' ? 1 : 0
    for (let step = 0; step < steps; step++) await advanceOrder(staff(), orderId)
  }
  for (const stage of ['out-for-delivery', 'cancelled'] as const) expect(await idsAt(stage)).toEqual([])
})

test('an order with an unconfirmed payment isn’t on the packing list', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  expect(await idsAt('to-pack')).toContain(orderId)
  await sql`update orders set capture_unconfirmed = true where id = ${orderId}`.execute(shop.shop.db)
  expect(await idsAt('to-pack')).not.toContain(orderId)
  expect((await listOrders(staff())).find(({ id }) => id === orderId)).toMatchObject({ capture_unconfirmed: true })
  await sql`update orders set capture_unconfirmed = false where id = ${orderId}`.execute(shop.shop.db)
})

test('staff see address, phone, SKUs, totals and the timeline of an order', async () => {
  const { orderId } = await buy(shop, asha, [tee, { ...tote, quantity: 2 }])
  await advanceOrder(staff(), orderId)
  const order = await showOrder(staff(), orderId)
  expect(order).toMatchObject({
    email: asha.email,
    address: { phoneNumber: '98200 00028', zipCode: '400028' },
    to_pack: 3,
    totals: { goods: 1353, delivery: 40 },
    lines: [
      { sku: expect.any(String), quantity: 1, shipped: 0, color: 'Black', size: 'M' },
      { sku: expect.any(String), quantity: 2, shipped: 0, color: 'White', size: 'Free Size' },
    ],
  })
  expect(order?.timeline.map(({ what }) => what)).toEqual([
    'created',
    expect.stringMatching(/^paid \(pay_/),
    'packaging',
  ])
})

describe('the time of a stage', () => {
  const at = (days: number) => {
    const moment = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    return { from: moment, to: moment }
  }
  const ownShop = () => ({ ...staff(), config: { ...shop.shop.config, real: true } })
  const paidDaysAgo = async (days: number) => {
    const { orderId } = await buy(shop, asha, [tee])
    await sql`update orders set paid_at = paid_at - make_interval(days => ${days}) where id = ${orderId}`.execute(
      shop.shop.db,
    )
    return orderId
  }

  test('can’t be in the future, or in a real shop before the payment or the parcel', async () => {
    const orderId = await paidDaysAgo(3)
    expect(await advanceOrder(ownShop(), orderId, at(-1))).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await advanceOrder(staff(), orderId, at(-1))).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await advanceOrder(ownShop(), orderId, at(700))).toMatchObject({
      ok: false,
      message: expect.stringContaining('is too early: the stage before was on'),
    })
    const parcel = { carrier: 'DTDC', tracking: 'D12345678' }
    expect(await shipOrder(ownShop(), orderId, { ...parcel, at: at(4) })).toMatchObject({ code: 'invalid_input' })
    expect(await shipOrder(ownShop(), orderId, { ...parcel, at: at(2) })).toMatchObject({ ok: true })
    expect(await advanceOrder(ownShop(), orderId, at(2.5))).toMatchObject({ code: 'invalid_input' })
    expect(await advanceOrder(ownShop(), orderId, at(1))).toMatchObject({ ok: true })
    expect((await showOrder(staff(), orderId))?.orderStatus).toBe('delivered')
  })

  test('of a delivery must leave exchange days, unless it is said to be that late', async () => {
    const orderId = await paidDaysAgo(30)
    for (const days of [29, 28]) expect(await advanceOrder(ownShop(), orderId, at(days))).toMatchObject({ ok: true })
    expect(await advanceOrder(ownShop(), orderId, at(20))).toMatchObject({
      ok: false,
      message: expect.stringContaining('Its exchange days would have ended on'),
    })
    expect(await advanceOrder(ownShop(), orderId, { ...at(20), late: true })).toMatchObject({ ok: true })
  })

  test('may be any in the past in a demonstration, to rehearse', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    for (let step = 0; step < 3; step++) expect(await advanceOrder(staff(), orderId, at(8))).toMatchObject({ ok: true })
  })
})
