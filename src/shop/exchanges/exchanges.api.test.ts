import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indianDay, parseIndianTime } from '#platform/india-time.ts'
import { buy, findOrder, newShopper, type Shopper } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { advanceOrder, listOrders, showOrder } from '../orders/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { advanceExchange } from './staff.server.ts'
import { listExchanges } from './staff-view.server.ts'

let shop: TestShop
let asha: Shopper

beforeAll(async () => {
  shop = await openTestShop({ products: CATALOGUE })
  asha = await newShopper(shop)
})
afterAll(() => shop.close())

const CATALOGUE = [
  { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { S: 5, M: 200, L: 5 }, White: { M: 5 } } },
  { id: 'tin-tote', name: 'Tin Tote', price: 27, stock: { White: { 'Free Size': 50 } } },
]
const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
const damaged = { productId: 'boxy-tee', reasonForExchange: 'Product Damaged', problem: 'A hole in the hem.' }
const staff = () => ({ ...shop.shop, actor: STAFF })
const DAY = 24 * 60 * 60 * 1000

function requestExchange(who: Shopper, orderId: string, more: Record<string, unknown> = {}) {
  // Tests send invalid bodies too, which the type forbids.
  return who.api('POST /user/addExchange', { body: { orderId, ...damaged, ...more } as never })
}

/** An order that was delivered `days` ago. */
async function deliveredOrder(who: Shopper, days = 0): Promise<string> {
  const { orderId } = await buy(shop, who, [tee])
  const at = new Date(Date.now() - days * DAY)
  for (let step = 0; step < 3; step++) await advanceOrder(staff(), orderId, { from: at, to: at })
  return orderId
}

describe('the operator', () => {
  test('moves an order status by status, with an email to its customer', async () => {
    const meena = await newShopper(shop, 'Meena Rao')
    const { orderId } = await buy(shop, meena, [tee])
    // A later change of the setting applies to later orders only.
    await changeSettings(shop.shop, STAFF, { 'exchange.days': 3 })
    for (const status of ['packaging', 'ontheway', 'delivered'])
      expect(await advanceOrder(staff(), orderId)).toEqual({ ok: true, data: { orderId, status } })
    await changeSettings(shop.shop, STAFF, { 'exchange.days': null })
    expect(await advanceOrder(staff(), orderId)).toMatchObject({ ok: false, code: 'already_delivered' })
    expect(await advanceOrder(staff(), 'AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    const order = await showOrder(shop.shop, orderId)
    expect(order?.statusDates).toEqual({
      ordered: expect.any(String),
      packaging: expect.any(String),
      ontheway: expect.any(String),
      delivered: order?.deliveredDate,
    })
    const until = new Date(order?.exchangeUntil ?? '').getTime() - new Date(order?.deliveredDate ?? '').getTime()
    expect(until).toBe(7 * DAY)
    const mails = await sql<{ subject: string }>`
      select subject from outbox where recipient = ${meena.email} order by seq`.execute(shop.shop.db)
    expect(mails.rows.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Order FS-\d+: arriving by /),
      ...['is being packed', 'is on the way', 'has been delivered'].map(
        (news) => `Your order ${news} (${order?.orderNumber})`,
      ),
    ])
    expect((await listOrders(shop.shop)).find(({ id }) => id === orderId)).toMatchObject({
      status: 'delivered',
      email: meena.email,
      product_name: 'Boxy Tee',
    })
  })
})

describe('addExchange', () => {
  test('accepts a request for a product of a delivered order', { tags: ['C3.35', 'C3.59'] }, async () => {
    const orderId = await deliveredOrder(asha)
    const response = await requestExchange(asha, orderId)
    expect(response).toMatchObject({
      status: 201,
      data: {
        success: true,
        message: 'Exchange request submitted successfully!',
        exchange: {
          orderId,
          productId: { _id: 'boxy-tee', name: 'Boxy Tee', price: 1299 },
          exchangeStatus: 'ordered',
          isCancelled: false,
          arrivalDate: expect.any(String),
        },
      },
    })
    expect((await findOrder(asha, orderId)).exchanges).toMatchObject([
      { exchangeStatus: 'ordered', reasonForExchange: 'Product Damaged' },
    ])
  })

  test.each([
    ['no reason', { reasonForExchange: undefined }, 'Please fill in all required fields.'],
    ['an empty reason', { reasonForExchange: '' }, 'Please fill in all required fields.'],
    ['no description', { problem: '' }, 'Please fill in all required fields.'],
    ['blanks for a description', { problem: '   ' }, 'Please fill in all required fields.'],
    ['another reason', { reasonForExchange: 'Other ' }, 'Please choose one of the reasons.'],
    ['a colour with another reason', { color: 'White' }, /Color Mismatch/],
    ['a size with another reason', { size: 'S' }, /Size Issue/],
    ['a colour of another product', { reasonForExchange: 'Color Mismatch', color: 'Gold' }, /isn’t available in Gold/],
    ['a size of another product', { reasonForExchange: 'Size Issue', size: 'XXXL' }, /isn’t available in size XXXL/],
  ])('rejects %s', async (_, more, message) => {
    const orderId = await deliveredOrder(asha)
    const response = await requestExchange(asha, orderId, more)
    expect(response).toMatchObject({ ok: false, status: 400 })
    expect(response.ok || response.message).toMatch(message)
  })

  test('accepts the same again, as pictured: another shade came, or a wrong label', { tags: ['S5.12'] }, async () => {
    const again = [
      { reasonForExchange: 'Color Mismatch', color: 'Black' },
      { reasonForExchange: 'Size Issue', size: 'M' },
    ]
    for (const wish of again)
      expect(await requestExchange(asha, await deliveredOrder(asha), wish)).toMatchObject({
        status: 201,
        data: { exchange: { pieces: [{ replacement: { color: 'Black', size: 'M' } }] } },
      })
  })

  test('accepts a colour of the product, a size in stock, and empty choices', async () => {
    const color = { reasonForExchange: 'Color Mismatch', color: 'White', size: '' }
    expect(await requestExchange(asha, await deliveredOrder(asha), color)).toMatchObject({
      data: { exchange: { color: 'White', size: null, pieces: [{ replacement: { color: 'White', size: 'M' } }] } },
    })
    const size = { reasonForExchange: 'Size Issue', size: 'L', color: null }
    expect(await requestExchange(asha, await deliveredOrder(asha), size)).toMatchObject({
      data: { exchange: { size: 'L', pieces: [{ replacement: { color: 'Black', size: 'L' } }] } },
    })
    expect(await requestExchange(asha, await deliveredOrder(asha), { reasonForExchange: 'Size Issue' })).toMatchObject({
      status: 201,
    })
  })

  test('rejects a size that is sold out', async () => {
    const orderId = await deliveredOrder(asha)
    await sql`
      update stock set on_hand = reserved
      where product_id = 'boxy-tee' and color = 'Black' and size = 'S'`.execute(shop.shop.db)
    const response = await requestExchange(asha, orderId, { reasonForExchange: 'Size Issue', size: 'S' })
    expect(response).toMatchObject({ status: 409, message: 'Boxy Tee (Black, S) is sold out.' })
  })

  test('rejects a second one, even after a cancellation or in parallel', { tags: 'C3.59' }, async () => {
    const orderId = await deliveredOrder(asha)
    const both = await Promise.all([requestExchange(asha, orderId), requestExchange(asha, orderId)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const accepted = both.find(({ ok }) => ok)
    const exchangeId = accepted?.ok ? accepted.data.exchange._id : ''
    await asha.api('POST /user/cancelProductExchange', { body: { orderId, exchangeId } })
    expect(await requestExchange(asha, orderId)).toMatchObject({
      status: 409,
      message: 'An exchange has already been requested for this product.',
    })
  })

  test('is open for seven days from the delivery', { tags: 'C3.59' }, async () => {
    expect(await requestExchange(asha, await deliveredOrder(asha, 6.99))).toMatchObject({ status: 201 })
    expect(await requestExchange(asha, await deliveredOrder(asha, 7.01))).toMatchObject({
      status: 409,
      message: 'The 7-day exchange window has closed.',
    })
  })

  test('rejects what isn’t delivered, isn’t in the order, or is another customer’s', { tags: 'C3.59' }, async () => {
    const { orderId } = await buy(shop, asha, [tee])
    expect(await requestExchange(asha, orderId)).toMatchObject({ status: 409 })
    expect(await requestExchange(asha, orderId, { productId: 'tin-tote' })).toMatchObject({ status: 404 })
    expect(await requestExchange(asha, 'AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({
      status: 404,
      message: 'Order not found.',
    })
    const theirs = await deliveredOrder(await newShopper(shop))
    expect(await requestExchange(asha, theirs)).toMatchObject({ status: 404, message: 'Order not found.' })
  })
})

describe('changeExchange', () => {
  async function sizeExchange(size?: string) {
    const orderId = await deliveredOrder(asha)
    const response = await requestExchange(asha, orderId, { reasonForExchange: 'Size Issue', size })
    return { orderId, exchangeId: response.ok ? response.data.exchange._id : '' }
  }
  const change = (body: Record<string, unknown>) => asha.api('POST /user/changeExchange', { body: body as never })
  const freeOf = async (size: string) => {
    const { rows } = await sql<{ free: number }>`
      select on_hand - reserved as free from stock
      where product_id = 'boxy-tee' and color = 'Black' and size = ${size}`.execute(shop.shop.db)
    return rows[0]?.free ?? 0
  }

  test('brings another size, and holds that one instead', { tags: 'R43' }, async () => {
    const body = await sizeExchange()
    const [medium, large] = [await freeOf('M'), await freeOf('L')]
    expect(await change({ ...body, size: 'L' })).toMatchObject({
      status: 200,
      data: { exchange: { size: 'L', pieces: [{ replacement: { color: 'Black', size: 'L' } }] } },
    })
    expect([await freeOf('M'), await freeOf('L')]).toEqual([medium + 1, large - 1])
    // The same again needs no second piece.
    expect(await change({ ...body, size: 'L' })).toMatchObject({ status: 200 })
    expect(await freeOf('L')).toBe(large - 1)
    const events = await sql<{ change: boolean }>`
      select (data->>'isChange')::boolean as change from shop_events
      where subject = ${`exchange:${body.exchangeId}`} order by id`.execute(shop.shop.db)
    expect(events.rows.map((row) => row.change)).toEqual([false, true, true])
  })

  test('is refused without a choice, for another choice, and once the shop has approved', async () => {
    const body = await sizeExchange('L')
    expect(await change(body)).toMatchObject({ status: 400, message: 'Please fill in all required fields.' })
    expect(await change({ ...body, color: 'White' })).toMatchObject({ status: 400 })
    await advanceExchange(staff(), body.exchangeId)
    expect(await change({ ...body, size: 'L' })).toMatchObject({ status: 409, code: 'already_approved' })
    await asha.api('POST /user/cancelProductExchange', { body })
    expect(await change({ ...body, size: 'L' })).toMatchObject({ status: 409, code: 'already_cancelled' })
    expect(await change({ ...body, exchangeId: 'AAAAAAAAAAAAAAAAAAAAAA', size: 'L' })).toMatchObject({ status: 404 })
  })
})

describe('cancelProductExchange', () => {
  async function openExchange(): Promise<{ orderId: string; exchangeId: string }> {
    const orderId = await deliveredOrder(asha)
    const response = await requestExchange(asha, orderId)
    return { orderId, exchangeId: response.ok ? response.data.exchange._id : '' }
  }

  test('cancels what isn’t delivered, once', { tags: ['C3.36', 'C3.59'] }, async () => {
    const body = await openExchange()
    await advanceExchange(staff(), body.exchangeId)
    expect(await asha.api('POST /user/cancelProductExchange', { body })).toMatchObject({
      status: 200,
      data: { success: true, message: 'Exchange cancelled successfully.' },
    })
    expect(await asha.api('POST /user/cancelProductExchange', { body })).toMatchObject({
      status: 409,
      message: 'This return has been cancelled.',
    })
    expect(await advanceExchange(staff(), body.exchangeId)).toMatchObject({ ok: false, code: 'already_cancelled' })
  })

  test('can’t move before its request or in the future in a real shop', async () => {
    const { exchangeId } = await openExchange()
    const inShop = { ...staff(), config: { ...shop.shop.config, real: true } }
    for (const days of [-1, 1]) {
      const at = new Date(Date.now() - days * DAY)
      expect(await advanceExchange(inShop, exchangeId, { from: at, to: at })).toMatchObject({ code: 'invalid_input' })
    }
    expect(
      await advanceExchange(inShop, exchangeId, parseIndianTime(indianDay(new Date())) ?? undefined),
    ).toMatchObject({
      data: { status: 'packaging' },
    })
  })

  test('rejects an exchange that was delivered', async () => {
    const body = await openExchange()
    for (const status of ['packaging', 'ontheway', 'delivered'])
      expect(await advanceExchange(staff(), body.exchangeId)).toMatchObject({ ok: true, data: { status } })
    expect(await advanceExchange(staff(), body.exchangeId)).toMatchObject({ ok: false })
    expect(await asha.api('POST /user/cancelProductExchange', { body })).toMatchObject({
      status: 409,
      message: 'This return has been Delivered.',
    })
    const [newest] = await listExchanges(shop.shop)
    expect(newest).toMatchObject({ _id: body.exchangeId, exchangeStatus: 'delivered' })
  })

  test('rejects another customer’s exchange, another order and an anonymous client', async () => {
    const body = await openExchange()
    const other = await newShopper(shop)
    expect(await other.api('POST /user/cancelProductExchange', { body })).toMatchObject({ status: 404 })
    const elsewhere = { ...body, orderId: await deliveredOrder(asha) }
    expect(await asha.api('POST /user/cancelProductExchange', { body: elsewhere })).toMatchObject({
      status: 404,
      message: 'Exchange not found.',
    })
    const visitor = await shop.api('POST /user/cancelProductExchange', { body })
    expect(visitor).toMatchObject({ status: 401 })
  })
})
