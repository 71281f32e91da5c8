import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  buy,
  findOrder,
  newShopper,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listStockHistory } from '../catalog/product/sql.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { eventText } from '../owner/mails.server.ts'
import { correctParcel } from '../shipping/parcel.server.ts'
import { changePlace, pickList } from '../shipping/pick-list.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { approveExchange, refuseExchange, shipExchange } from './staff.server.ts'
import { findExchangeId, listExchanges, printExchangeSlips, showExchange } from './staff-view.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture), {
  products: [
    { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 50, L: 60 } } },
    { id: 'tin-tote', name: 'Tin Tote', price: 27, stock: { White: { 'Free Size': 60 } } },
  ],
})

const staff = () => ({ ...shop.shop, actor: STAFF })
const parcel = (tracking: string) => ({ carrier: 'Delhivery', tracking })

/** A delivered order with a tee and a tote, and the exchange of the tee for a larger one. */
async function exchanging(who: Shopper) {
  const { orderId } = await buy(shop, who, [tee, tote])
  for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder(staff(), orderId)
  const problem = 'Too tight\nat the arms.'
  const wanted = { orderId, productId: tee.productId, reasonForExchange: 'Size Issue', problem, size: 'L' } as const
  const response = await who.api('POST /user/addExchange', { body: wanted })
  if (!response.ok) throw new Error(response.message)
  const { orderNumber } = await findOrder(who, orderId)
  return { orderId, orderNumber, id: response.data.exchange._id }
}

const skuOf = async (size: string) =>
  (
    await shop.shop.db
      .selectFrom('stock')
      .select('sku')
      .where('product_id', '=', tee.productId)
      .where('size', '=', size)
      .executeTakeFirstOrThrow()
  ).sku

test('staff see who exchanges what of which order, why, from what to what, and where it goes', async () => {
  const { id, orderId, orderNumber } = await exchanging(asha)
  const [medium, large] = [await skuOf('M'), await skuOf('L')]
  await changePlace(shop.shop.db, STAFF, large, 'shelf B4')
  const expected = {
    _id: id,
    orderId,
    orderNumber,
    customer: 'Asha Kale',
    email: asha.email,
    address: { streetAddress: '28, Cadell Road', zipCode: '400028' },
    reasonForExchange: 'Size Issue',
    problem: 'Too tight\nat the arms.',
    requestedDate: expect.any(String),
    lines: [
      {
        quantity: 1,
        name: 'Boxy Tee',
        sku: medium,
        color: 'Black',
        size: 'M',
        replacement: { sku: large, color: 'Black', size: 'L', place: 'shelf B4' },
      },
    ],
  }
  expect((await listExchanges(staff()))[0]).toMatchObject(expected)
  for (const reference of [id, orderId, orderNumber, orderNumber.toLowerCase(), orderNumber.replace(/\D/g, '')])
    expect(await showExchange(staff(), reference)).toMatchObject({ ok: true, data: expected })
  expect(await showExchange(staff(), 'FS-1')).toMatchObject({ ok: false, code: 'not_found' })
  const history = await listStockHistory(shop.shop.db, large, 1)
  expect(history).toMatchObject([{ orderId, exchangeId: id, held: 1 }])
  const { rows } = await sql<Parameters<typeof eventText>[0]>`
    select type, data from shop_events where subject = ${`exchange:${id}`}`.execute(shop.shop.db)
  expect(rows.map((event) => eventText(event))).toEqual([
    {
      text: `Exchange requested: Boxy Tee of order ${orderNumber}, Size Issue\n1 × ${medium}, instead ${large}`,
      command: `npm run shop -- exchanges show ${id}`,
    },
  ])
})

test('of an order’s exchanges its number means the one in progress, and none if there are two', async () => {
  const { id, orderId, orderNumber } = await exchanging(asha)
  const body = { orderId, productId: tote.productId, reasonForExchange: 'Product Damaged', problem: 'Torn.' } as const
  const second = await asha.api('POST /user/addExchange', { body })
  const other = second.ok ? second.data.exchange._id : ''
  expect(await findExchangeId(staff(), orderNumber)).toMatchObject({
    ok: false,
    message: `${orderNumber} has several exchanges: ${id}, ${other}.`,
  })
  await refuseExchange(staff(), id, 'The tags are cut off.')
  expect(await findExchangeId(staff(), orderNumber)).toEqual({ ok: true, data: other })
})

test('an approved replacement is on the pick list and has a packing slip until it has left', async () => {
  const { id, orderNumber } = await exchanging(asha)
  const picked = async () => {
    const list = await pickList(shop.shop, [orderNumber])
    return list.ok ? list.data.map(({ sku, count, size, orders }) => [sku, count, size, orders]) : []
  }
  expect(await picked()).toEqual([])
  await approveExchange(staff(), id)
  expect(await picked()).toEqual([[await skuOf('L'), 1, 'L', [`${orderNumber} (exchange)`]]])
  const all = await pickList(shop.shop, [])
  expect(all.ok && all.data.flatMap(({ orders }) => orders)).toContain(`${orderNumber} (exchange)`)
  const slips = await printExchangeSlips(staff(), [orderNumber], '4x6')
  // The title breaks beside the barcode.
  const text = slips.ok ? pdfText(slips.data.file).replace(/\s+/g, ' ') : ''
  for (const part of [`Packing slip for exchange of order ${orderNumber}`, '28, Cadell Road', 'L Boxy Tee, Black'])
    expect(text).toContain(part)
  await shipExchange(staff(), id, parcel('SLIP77'))
  expect(await picked()).toEqual([])
  await refuseExchange(staff(), id, 'late')
  expect(await printExchangeSlips(staff(), ['FS-1'], 'a4')).toMatchObject({ ok: false, code: 'not_found' })
})

test('a tracking number of an exchange’s parcel is never another customer’s', async () => {
  const kiran = await newShopper(shop, 'Kiran Shah')
  const [one, two] = [await exchanging(asha), await exchanging(kiran)]
  const used = { ok: false, code: 'conflict', message: expect.stringContaining('of another customer.') }
  expect(await approveExchange(staff(), one.id, parcel('PICK1'))).toMatchObject({ ok: true })
  expect(await approveExchange(staff(), two.id, parcel('pick1'))).toMatchObject(used)
  await approveExchange(staff(), two.id)
  expect(await shipExchange(staff(), two.id, parcel('PICK1'))).toMatchObject(used)
  const { orderId } = await buy(shop, kiran, [tote])
  expect(await shipOrder(staff(), orderId, parcel('PICK1'))).toMatchObject(used)
  expect(await shipOrder(staff(), orderId, parcel('OWN1'))).toMatchObject({ ok: true })
  expect(await correctParcel(staff(), orderId, 'OWN1', { tracking: 'PICK1' })).toMatchObject(used)
  expect(await shipExchange(staff(), one.id, parcel('OWN1'))).toMatchObject(used)
  expect(await shipExchange(staff(), one.id, parcel('PICK1'))).toMatchObject({ ok: true })
})
