import { sql } from 'kysely'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { CallName } from '#platform/api/endpoint.ts'
import { workBookings } from '#shop/carriers/booking.server.ts'
import { makeExchangeLink } from '#shop/exchanges/pay-link.server.ts'
import { approveExchange } from '#shop/exchanges/staff.server.ts'
import { settleRuns } from '#shop/imports/runs.server.ts'
import { advanceOrder } from '#shop/orders/staff.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { shipOrder } from '#shop/shipping/staff.server.ts'
import { buy, findOrder, openOrder, orderInCash, tee, tote } from '../support/checkout-fixture.ts'
import { connectQuickCarrier } from '../support/quick-carrier.ts'
import { STAFF } from '../support/shop.ts'
import { createSoftPasskey } from '../support/soft-passkey.ts'
import { type SignedInStaff, signInStaff } from '../support/staff.ts'
import { type Make, made, type ScenarioContext } from './staff-scenario.ts'
import { customerScenarios } from './staff-scenarios-customers.ts'
import { settingsScenarios } from './staff-scenarios-settings.ts'

const staffOf = ({ shop }: ScenarioContext) => ({ ...shop.shop, actor: STAFF })
/** The id of a passkey that somebody adds. */
async function addPasskey({ browser }: SignedInStaff): Promise<string> {
  const passkey = createSoftPasskey('http://localhost')
  const { body } = await browser.call('POST', '/passkeys/options')
  await browser.call('POST', '/passkeys', passkey.register(String(body.challenge)))
  return passkey.id
}

let parcels = 0
const parcel = () => ({ carrier: 'Delhivery', tracking: `SCENARIO${++parcels}` })

export async function paidOrder({ shop, asha }: ScenarioContext): Promise<string> {
  return (await buy(shop, asha, [tote])).orderId
}

let confirmed = 0

/** An order in cash that waits to be confirmed. */
async function orderToConfirm({ shop, asha }: ScenarioContext): Promise<string> {
  const cash = { 'cash.on': true, 'cash.openOrders': 0, 'cash.confirm': 'call' }
  await changeSettings(shop.shop, STAFF, cash)
  confirmed += 1
  const made = await orderInCash(asha, [{ ...tote, quantity: 1 + confirmed }])
  await changeSettings(shop.shop, STAFF, Object.fromEntries(Object.keys(cash).map((name) => [name, null])))
  if (!made.ok) throw new Error(made.message)
  return made.data.orderId
}

async function shippedOrder(context: ScenarioContext) {
  const [id, sent] = [await paidOrder(context), parcel()]
  expect(await shipOrder(staffOf(context), id, sent)).toMatchObject({ ok: true })
  return { id, ...sent }
}

async function draftOrder({ shop }: ScenarioContext) {
  const { sku } = await shop.shop.db
    .selectFrom('stock')
    .select('sku')
    .where('product_id', '=', tote.productId)
    .executeTakeFirstOrThrow()
  const customer = { name: 'Meera', email: 'meera@example.test', phone: '98200 00001' }
  return { lines: [{ sku, quantity: 1 }], customer, pickup: true, source: 'stall' }
}

/** An order that staff entered for somebody at a stall. */
async function enteredOrder(context: ScenarioContext): Promise<string> {
  return String((await made(context, 'POST', '/draft-orders', await draftOrder(context))).id)
}

/** An exchange that its customer has requested. */
export async function requestExchange(
  context: ScenarioContext,
  { isApproved = false, size = 'L' } = {},
): Promise<string> {
  const { shop, asha } = context
  const { orderId } = await buy(shop, asha, [tee])
  for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder(staffOf(context), orderId)
  const body = {
    orderId,
    productId: tee.productId,
    reasonForExchange: 'Size Issue',
    problem: 'Too tight.',
    size,
  } as const
  const requested = await asha.api('POST /user/addExchange', { body })
  if (!requested.ok) throw new Error(requested.message)
  const id = requested.data.exchange._id
  if (isApproved) expect(await approveExchange(staffOf(context), id)).toMatchObject({ ok: true })
  return id
}

export async function message({ shop }: ScenarioContext): Promise<string> {
  const body = {
    firstName: 'Asha',
    lastName: 'Kale',
    email: 'asha@example.test',
    phone: '98200 00028',
    message: 'Is it in stock?',
  }
  const sent = await shop.api('POST /user/addContactUs', { body })
  if (!sent.ok) throw new Error(sent.message)
  const { rows } = await sql<{ id: string }>`
    select id from contact_messages order by created_at desc limit 1`.execute(shop.shop.db)
  return rows[0]?.id ?? ''
}

/** The id of a booking, which `workBookings` settles. */
export async function bookedParcel(context: ScenarioContext): Promise<string> {
  await connectQuickCarrier(context.shop)
  const booked = await made(context, 'POST', `/orders/${await paidOrder(context)}/book`, { carrier: 'delhivery' })
  return String(booked.id)
}

const FIRST = { 'if-match': '"1"' }

async function noteOf(context: ScenarioContext): Promise<string> {
  const notes = `/orders/${await paidOrder(context)}/notes`
  return `${notes}/${String((await made(context, 'POST', notes, { text: 'Call first' })).id)}`
}

const reply = async (context: ScenarioContext) =>
  `/saved-replies/${String((await made(context, 'POST', '/saved-replies', { title: 'Sizes', text: 'Hello' })).id)}`

let products = 0
/** Its id; its only SKU is the id with `SC` instead of `scenario`. */
export async function product(context: ScenarioContext): Promise<string> {
  products++
  const body = { ...GARMENT, name: `Scenario ${products}`, variants: [{ ...VARIANT, sku: `SC-${products}` }] }
  await made(context, 'POST', '/products', body)
  return `scenario-${products}`
}
const VARIANT = { color: 'Red', size: 'M', quantity: 3 }
const GARMENT = { price: 999, categories: 'Woman' }
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }
/** A file of one new product, or of these fields of one, as a form with a part `file`. */
function file(fields: object = newLine()): Uint8Array {
  const line = JSON.stringify(fields)
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f.jsonl"\r\n\r\n'
  return new TextEncoder().encode(`${head}${line}\r\n--b--\r\n`)
}
function newLine(): object {
  products++
  return { ...GARMENT, _id: `file-${products}`, name: 'F', variants: [{ ...VARIANT, sku: `F-${products}` }] }
}
/** The id of an import that can be applied. */
export async function checkedFile({ owner }: ScenarioContext, fields?: object): Promise<string> {
  const taken = await owner.browser.call('POST', '/imports', file(fields), MULTIPART)
  await settleRuns()
  return String(taken.body.id)
}

/** One successful change for each call of the staff site that writes a line of the log. */
export const scenarios: Partial<Record<CallName, Make>> = {
  'POST /staff': async () => ({ body: { email: 'scenario@staff.test', role: 'packer' } }),
  'PATCH /staff/{id}': async ({ shop }) => ({
    path: `/staff/${(await signInStaff(shop, 'packer')).id}`,
    body: { role: 'manager' },
  }),
  'DELETE /staff/{id}': async ({ shop }) => ({ path: `/staff/${(await signInStaff(shop, 'packer')).id}` }),
  'POST /staff/{id}/reset': async ({ shop }) => ({ path: `/staff/${(await signInStaff(shop, 'packer')).id}/reset` }),
  'POST /spare-codes': async () => ({}),
  'DELETE /factors/{id}': async ({ owner }) => ({ path: `/factors/${await addPasskey(owner)}` }),
  'POST /orders/{id}/ship': async (context) => ({ path: `/orders/${await paidOrder(context)}/ship`, body: parcel() }),
  'POST /orders/{id}/book': async (context) => {
    await connectQuickCarrier(context.shop)
    return { path: `/orders/${await paidOrder(context)}/book`, body: { carrier: 'delhivery' } }
  },
  'POST /exchanges/{id}/book': async (context) => {
    await connectQuickCarrier(context.shop)
    return {
      path: `/exchanges/${await requestExchange(context, { isApproved: true })}/book`,
      body: { carrier: 'delhivery' },
    }
  },
  'POST /bookings/{id}/cancel': async (context) => ({ path: `/bookings/${await bookedParcel(context)}/cancel` }),
  'POST /pickups': async (context) => {
    await bookedParcel(context)
    await workBookings(context.shop.shop)
    return { path: '/pickups', body: { carrier: 'delhivery', day: '2026-12-01' } }
  },
  'POST /orders/{id}/parcels/{parcel}/correct': async (context) => {
    const { id, tracking } = await shippedOrder(context)
    return { path: `/orders/${id}/parcels/${tracking}/correct`, body: parcel() }
  },
  'POST /orders/{id}/parcels/{parcel}/state': async (context) => {
    const { id, tracking } = await shippedOrder(context)
    return { path: `/orders/${id}/parcels/${tracking}/state`, body: { state: 'attempted', reason: 'Door locked' } }
  },
  'POST /orders/{id}/parcels/{parcel}/received': async (context) => {
    const { id, tracking } = await shippedOrder(context)
    return { path: `/orders/${id}/parcels/${tracking}/received`, body: {} }
  },
  'POST /orders/{id}/resend': async (context) => {
    const { id, tracking } = await shippedOrder(context)
    await made(context, 'POST', `/orders/${id}/parcels/${tracking}/received`, {})
    return { path: `/orders/${id}/resend`, body: {} }
  },
  'POST /orders/{id}/close': async (context) => {
    const { shop, asha } = context
    const inCash = { 'cash.on': true, 'cash.openOrders': 0 }
    expect(await changeSettings(shop.shop, STAFF, inCash)).toMatchObject({ ok: true })
    const placed = await orderInCash(asha, [tote])
    if (!placed.ok) throw new Error(placed.message)
    const [id, sent] = [placed.data.orderId, parcel()]
    expect(await shipOrder(staffOf(context), id, sent)).toMatchObject({ ok: true })
    await made(context, 'POST', `/orders/${id}/parcels/${sent.tracking}/received`, {})
    return { path: `/orders/${id}/close`, body: { reason: 'Nobody was home' } }
  },
  'POST /orders/{id}/not-delivered': async (context) => {
    const { id } = await shippedOrder(context)
    await made(context, 'POST', `/orders/${id}/delivered`)
    return { path: `/orders/${id}/not-delivered` }
  },
  'POST /shipments/import': async (context) => {
    const { orderNumber } = await findOrder(context.asha, await paidOrder(context))
    const { carrier, tracking } = parcel()
    const file = new TextEncoder().encode(`order,carrier,tracking\n${orderNumber},${carrier},${tracking}\n`)
    const { id } = await made(context, 'POST', '/shipments/import', file)
    return { path: `/shipments/import?apply=${String(id)}`, body: file }
  },
  'POST /remittances': async () => ({
    path: '/remittances',
    body: new TextEncoder().encode('AWB,Amount,UTR,Date\n5512345678902,1299.00,UTR1,2026-11-28\n'),
  }),
  'POST /remittances/{id}/apply': async (context) => {
    const file = new TextEncoder().encode('AWB,Amount,UTR,Date\n5512345678902,1299.00,UTR1,2026-11-28\n')
    const { id } = await made(context, 'POST', '/remittances', file)
    return { path: `/remittances/${String(id)}/apply` }
  },
  'POST /exchanges/{id}/approve': async (context) => ({
    path: `/exchanges/${await requestExchange(context)}/approve`,
    body: {},
  }),
  'POST /exchanges/{id}/difference': async (context) => {
    const id = await requestExchange(context, { size: 'S' })
    await context.shop.shop.db.updateTable('exchanges').set({ difference_paise: 10_500 }).where('id', '=', id).execute()
    return { path: `/exchanges/${id}/difference`, body: { method: 'upi', reference: '412345678901' } }
  },
  'POST /exchanges/{id}/pay-link': async (context) => {
    const id = await requestExchange(context, { size: 'S' })
    await context.shop.shop.db.updateTable('exchanges').set({ difference_paise: 10_500 }).where('id', '=', id).execute()
    return { path: `/exchanges/${id}/pay-link`, body: { by: 'mail' } }
  },
  'DELETE /exchanges/{id}/pay-link': async (context) => {
    const id = await requestExchange(context, { size: 'S' })
    await context.shop.shop.db.updateTable('exchanges').set({ difference_paise: 10_500 }).where('id', '=', id).execute()
    await makeExchangeLink({ ...context.shop.shop, actor: STAFF }, id, {})
    return { path: `/exchanges/${id}/pay-link` }
  },
  'POST /exchanges/{id}/refuse': async (context) => ({
    path: `/exchanges/${await requestExchange(context)}/refuse`,
    body: { reason: 'Worn outside' },
  }),
  'POST /exchanges/{id}/receive': async (context) => ({
    path: `/exchanges/${await requestExchange(context, { isApproved: true })}/receive`,
    body: {},
  }),
  'POST /exchanges/{id}/ship': async (context) => ({
    path: `/exchanges/${await requestExchange(context, { isApproved: true })}/ship`,
    body: parcel(),
  }),
  'POST /exchanges/{id}/arrived': async (context) => {
    const id = await requestExchange(context, { isApproved: true })
    await made(context, 'POST', `/exchanges/${id}/ship`, parcel())
    return { path: `/exchanges/${id}/arrived` }
  },
  'POST /exchanges/{id}/refund': async (context) => ({
    path: `/exchanges/${await requestExchange(context)}/refund`,
    body: { reason: 'None left' },
    // The exchange's, and its order's.
    lines: 2,
  }),
  'POST /draft-orders': async (context) => ({ body: await draftOrder(context) }),
  'PATCH /draft-orders/{id}': async (context) => ({
    path: `/draft-orders/${await enteredOrder(context)}`,
    body: { note: 'Ring first' },
  }),
  'DELETE /draft-orders/{id}': async (context) => ({ path: `/draft-orders/${await enteredOrder(context)}` }),
  'POST /draft-orders/{id}/send': async (context) => ({
    path: `/draft-orders/${await enteredOrder(context)}/send`,
    body: { by: 'mail' },
  }),
  'POST /draft-orders/{id}/paid': async (context) => ({
    path: `/draft-orders/${await enteredOrder(context)}/paid`,
    body: { method: 'cash' },
  }),
  'POST /orders/{id}/notes': async (context) => ({
    path: `/orders/${await paidOrder(context)}/notes`,
    body: { text: 'Call before you come' },
  }),
  'PATCH /orders/{id}/notes/{note}': async (context) => ({
    path: await noteOf(context),
    body: { text: 'Call after six' },
    headers: FIRST,
  }),
  'DELETE /orders/{id}/notes/{note}': async (context) => ({ path: await noteOf(context), headers: FIRST }),
  'PATCH /orders/{id}/address': async (context) => ({
    path: `/orders/${await paidOrder(context)}/address`,
    body: { address: { streetAddress: '28, Cadell Road, second floor' } },
  }),
  'POST /orders/{id}/delivered': async (context) => ({ path: `/orders/${(await shippedOrder(context)).id}/delivered` }),
  'POST /orders/{id}/refund': async (context) => ({
    path: `/orders/${await paidOrder(context)}/refund`,
    body: { amount: 5, reason: 'Late' },
  }),
  'POST /orders/{id}/cancel': async (context) => ({
    path: `/orders/${await paidOrder(context)}/cancel`,
    body: { reason: 'Out of stock' },
  }),
  'POST /orders/{id}/confirm': async (context) => ({
    path: `/orders/${await orderToConfirm(context)}/confirm`,
  }),
  'POST /orders/{id}/pay-link': async (context) => ({
    path: `/orders/${await orderToConfirm(context)}/pay-link`,
  }),
  'POST /orders/{id}/payment/check': async ({ asha }) => ({
    path: `/orders/${(await openOrder(asha, [{ ...tote, quantity: 2 }])).orderId}/payment/check`,
  }),
  'POST /messages/{id}/answer': async (context) => ({
    path: `/messages/${await message(context)}/answer`,
    body: { text: 'Yes, it is.' },
  }),
  'POST /messages/{id}/hide': async (context) => ({ path: `/messages/${await message(context)}/hide` }),
  'POST /messages/{id}/show': async (context) => {
    const id = await message(context)
    await made(context, 'POST', `/messages/${id}/hide`)
    return { path: `/messages/${id}/show` }
  },
  ...customerScenarios,
  ...settingsScenarios,
  'POST /saved-replies': async () => ({ body: { title: 'Sizes', text: 'Hello {firstName}' } }),
  'PATCH /saved-replies/{id}': async (context) => ({ path: await reply(context), body: { title: 'Fit' } }),
  'DELETE /saved-replies/{id}': async (context) => ({ path: await reply(context) }),
  'POST /products': async () => ({
    body: { ...GARMENT, name: 'Scenario', variants: [{ ...VARIANT, sku: 'SC' }] },
  }),
  'PATCH /products/{id}': async (context) => ({
    path: `/products/${await product(context)}`,
    body: { name: 'Another name' },
    headers: FIRST,
  }),
  'POST /products/{id}/pictures': async (context) => ({
    path: `/products/${await product(context)}/pictures`,
    body: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456789' } })
      .png()
      .toBuffer(),
    headers: { 'content-type': 'image/png' },
  }),
  'POST /products/{id}/publish': async (context) => ({
    path: `/products/${await product(context)}/publish`,
    body: {},
  }),
  'POST /products/{id}/hide': async (context) => ({ path: `/products/${await product(context)}/hide`, body: {} }),
  'POST /products/{id}/archive': async (context) => ({ path: `/products/${await product(context)}/archive`, body: {} }),
  'POST /products/{id}/sale': async (context) => ({
    path: `/products/${await product(context)}/sale`,
    body: { price: 899, from: '2126-12-24', to: '2126-12-31' },
    // Its start and its end.
    lines: 2,
  }),
  'DELETE /products/timeline/{change}': async (context) => {
    const id = await product(context)
    await made(context, 'POST', `/products/${id}/hide`, { at: '2126-12-24' })
    const { body } = await context.owner.browser.call('GET', `/products/${id}`)
    return { path: `/products/timeline/${(body.coming as { id: string }[])[0]?.id}` }
  },
  'POST /products/bulk': async (context) => ({
    body: { ids: [await product(context)], change: { price: { percent: 10 } } },
    // The change's own, and one for each product.
    lines: 2,
  }),
  'POST /stock/{sku}': async (context) => {
    await product(context)
    return { path: `/stock/SC-${products}`, body: { change: 2, reason: 'arrived' } }
  },
  'POST /stock/{sku}/count': async (context) => {
    await product(context)
    return { path: `/stock/SC-${products}/count`, body: { counted: 2, began: new Date().toISOString() } }
  },
  'PATCH /stock/{sku}': async (context) => {
    await product(context)
    return { path: `/stock/SC-${products}`, body: { low: 1 } }
  },
  'POST /imports': async () => ({ body: file(), headers: MULTIPART }),
  'POST /imports/{id}/check': async (context) => ({
    path: `/imports/${await checkedFile(context)}/check`,
    body: { skipWrong: true },
  }),
  'POST /imports/{id}/apply': async (context) => ({
    path: `/imports/${await checkedFile(context)}/apply`,
    // The import's, and its product's.
    lines: 2,
  }),
  'DELETE /demonstration': async () => ({}),
  'POST /imports/{id}/undo': async (context) => {
    const id = await checkedFile(context)
    await made(context, 'POST', `/imports/${id}/apply`)
    await settleRuns()
    return { path: `/imports/${id}/undo`, lines: 2 }
  },
  'POST /undo/{id}': async (context) => {
    const { undo } = await made(context, 'POST', `/messages/${await message(context)}/hide`)
    return { path: `/undo/${String(undo)}` }
  },
}
