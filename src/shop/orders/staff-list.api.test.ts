import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buy,
  newShopper,
  openOrder,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import { sweepDisputes } from '../refunds/disputes.server.ts'
import { cancelOrder } from '../refunds/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { advanceOrder, listOrders, showOrder } from './staff.server.ts'
import type { ListedStaffOrder } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let manager: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  manager = await signInStaff(shop, 'manager')
})

const staff = () => ({ ...shop.shop, actor: STAFF })

interface Page {
  items: ListedStaffOrder[]
  next: string | null
}

async function list(query: Record<string, string> = {}, who = manager): Promise<Page> {
  const { status, body } = await who.browser.call('GET', `/orders?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  // Safe cast: the shape of a list.
  return body as unknown as Page
}

/** All pages of a list, as its own links lead from one to the next. `between`: what happens meanwhile. */
async function walk(query: Record<string, string>, between?: () => Promise<unknown>): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list({ ...query, limit: '2', ...(cursor === '' ? {} : { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    await between?.()
    cursor = page.next
  }
  return ids
}

describe('an order is found by what the caller says', () => {
  let orderId: string
  let number: string
  beforeAll(async () => {
    const meera = await newShopper(shop, 'Meera Nair')
    const updatedDetails = {
      firstName: 'Meera',
      lastName: 'D’Souza Nair',
      phoneNumber: '+91 98450 12345',
      townCity: 'Kochi',
      zipCode: '682 001',
    }
    await meera.api('POST /user/updateAddress', {
      body: { userId: meera.id, addressId: meera.addressId, updatedDetails },
    })
    await buy(shop, asha, [tote])
    ;({ orderId } = await buy(shop, meera, [tee]))
    number = (await showOrder(staff(), orderId))?.orderNumber ?? ''
    expect(await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: 'D98765432' })).toMatchObject({ ok: true })
    await sql`insert into order_notes (id, order_id, author, text)
      values ('note', ${orderId}, 'tests', 'Wants it as a surprise, gift-wrapped')`.execute(shop.shop.db)
    await sql`update customers set name = 'Latha Varghese' where id = ${meera.id}`.execute(shop.shop.db)
    email = meera.email
  })
  let email = ''

  test('its number with or without the prefix, its last four digits, name, phone, PIN, SKU, tracking number, e-mail, note', {
    tags: 'A21',
  }, async () => {
    const digits = number.replace(/\D/g, '')
    const sku = (await showOrder(staff(), orderId))?.lines[0]?.sku ?? ''
    const said = [
      number,
      number.toLowerCase(),
      digits,
      `#${digits}`,
      digits.slice(-4),
      orderId,
      'meera',
      'Meera Nair',
      'mee',
      'nair mee',
      'souza',
      '9845012345',
      '+91 98450 12345',
      '098450-12345',
      '91 9845012345',
      '(98450) 12345',
      '682001',
      '682 001',
      sku,
      sku.toLowerCase(),
      'D98765432',
      'd 9876 5432',
      email,
      email.toUpperCase(),
      'latha',
      'gift wrapped',
    ]
    for (const q of said)
      expect(
        (await list({ q })).items.map(({ id }) => id),
        q,
      ).toContain(orderId)
    for (const q of [number, digits, orderId, 'mee', 'D98765432', email, '9845012345'])
      expect((await list({ q })).items.map(({ id }) => id)[0], q).toBe(orderId)
  })

  test('at a stage only if it is there', async () => {
    expect((await list({ q: 'meera', stage: 'shipped' })).items).toHaveLength(1)
    expect((await list({ q: 'meera', stage: 'to-pack' })).items).toEqual([])
  })

  test('and nothing else: signs of queries are only text', async () => {
    for (const q of [
      "'",
      "a'b",
      '\\',
      '%',
      '_',
      ':*',
      '&',
      '!',
      '| meera',
      '<->',
      '"',
      '🙂',
      'ر',
      `${'x'.repeat(200)}`,
      '.'.repeat(150),
      '#',
      '  ',
    ])
      expect((await manager.browser.call('GET', `/orders?${new URLSearchParams({ q })}`)).status, q).toBe(200)
    expect((await list({ q: '0000000000' })).items).toEqual([])
    expect((await list({ q: 'nobody' })).items).toEqual([])
  })

  test('and unpaid ones by their number and their customer’s address', async () => {
    const open = await openOrder(asha, [{ ...tote, quantity: 2 }])
    const { rows } = await sql<{ number: number }>`select number from orders where id = ${open.orderId}`.execute(
      shop.shop.db,
    )
    for (const q of [String(rows[0]?.number), asha.email])
      expect((await list({ q })).items.find(({ id }) => id === open.orderId)).toMatchObject({
        status: null,
        statusText: 'Waiting for payment',
      })
    expect((await list({ q: 'asha' })).items.map(({ id }) => id)).not.toContain(open.orderId)
    expect((await list()).items.map(({ id }) => id)).not.toContain(open.orderId)
  })
})

test('a list walked by its own link meets each order once, while orders are added', { tags: 'A2' }, async () => {
  for (let index = 0; index < 5; index++) await buy(shop, asha, [tee])
  const all = (await list({ limit: '100' })).items.map(({ id }) => id)
  expect(all.length).toBeGreaterThan(5)
  expect(await walk({})).toEqual(all)
  const added: string[] = []
  const met = await walk({}, async () => added.push((await buy(shop, asha, [tote])).orderId))
  expect(met).toEqual(all)
  const found = await walk({ q: 'asha' })
  expect(new Set(found).size).toBe(found.length)
  expect(new Set(found)).toEqual(new Set((await list({ q: 'asha', limit: '100' })).items.map(({ id }) => id)))
  const toPack = (await list({ stage: 'to-pack', limit: '100' })).items.map(({ id }) => id)
  expect(await walk({ stage: 'to-pack' })).toEqual(toPack)
  expect(toPack.slice(-added.length)).toEqual(added)
})

test('a search walked by its own link meets each order once, those of a more exact meaning first', async () => {
  const { db } = shop.shop
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push((await buy(shop, asha, [tote])).orderId)
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids
  const recipient = (some: string[]) =>
    sql`
    update orders set address = address || '{"firstName": "Zubin"}' where id = any(${some})`.execute(db)
  const buyer = await newShopper(shop, 'Zubin Mistry')
  await sql`update orders set customer_id = ${buyer.id} where id = any(${[b, c, d, e]})`.execute(db)
  await recipient([a, b, e])
  await sql`insert into order_notes (id, order_id, author, text)
    select 'zubin-' || id, id, 'tests', 'Zubin rang' from orders where id = any(${[a, c, f]})`.execute(db)
  const found = await walk({ q: 'zubin' })
  expect(found).toEqual([e, b, a, d, c, f])
  expect(await walk({ q: 'zubin', stage: 'to-pack' })).toEqual([a, b, e, c, d, f])
})

test('to pack is what the view of orders to pack has, oldest first', async () => {
  const { orderId: parts } = await buy(shop, asha, [tee, tote])
  const { orderId: gone } = await buy(shop, asha, [tee])
  const { orderId: moved } = await buy(shop, asha, [tee])
  const { orderId: over } = await buy(shop, asha, [tee])
  const [line] = (await showOrder(staff(), parts))?.lines ?? []
  const pieces = { [line?.sku ?? '']: 1 }
  await shipOrder(staff(), parts, { carrier: 'DTDC', tracking: 'P111111', pieces })
  await shipOrder(staff(), gone, { carrier: 'DTDC', tracking: 'P222222' })
  await advanceOrder(staff(), moved)
  await advanceOrder(staff(), moved)
  await cancelOrder(staff(), over, { reason: 'test', restock: true })
  const view = (await listOrders(staff(), { stage: 'to-pack' })).map(({ id }) => id)
  const { items } = await list({ stage: 'to-pack', limit: '100' })
  expect(items.map(({ id }) => id)).toEqual(view)
  expect(items.find(({ id }) => id === parts)).toMatchObject({ toPack: 1, pieces: 2, statusText: 'Part shipped' })
  const counts = await manager.browser.call('GET', '/orders/counts')
  expect(counts.body.stages).toMatchObject({
    'to-pack': { count: view.length, isMore: false, text: String(view.length) },
    cancelled: { count: 1 },
    problems: { count: 0 },
  })
})

test('what is left of a part shipped order is to pack until it leaves or is refunded; a drift of that is found', async () => {
  const { db } = shop.shop
  const isListed = async (id: string) =>
    (await list({ stage: 'to-pack', limit: '100' })).items.some((one) => one.id === id)
  let parcels = 0
  const ship = async (id: string, more = {}) =>
    expect(await shipOrder(staff(), id, { carrier: 'DTDC', tracking: `PART${++parcels}`, ...more })).toMatchObject({
      ok: true,
    })
  const partly = async () => {
    const { orderId } = await buy(shop, asha, [tee, tote])
    const [first = '', second = ''] = (await showOrder(staff(), orderId))?.lines.map(({ sku }) => sku) ?? []
    await ship(orderId, { pieces: { [first]: 1 } })
    expect(await isListed(orderId)).toBe(true)
    return { orderId, second }
  }
  const sent = await partly()
  await ship(sent.orderId)
  expect(await isListed(sent.orderId)).toBe(false)
  const refunded = await partly()
  const body = { lines: [{ sku: refunded.second, quantity: 1 }], reason: 'too late', restock: true }
  expect(await manager.browser.call('POST', `/orders/${refunded.orderId}/refund`, body)).toMatchObject({ status: 200 })
  expect(await isListed(refunded.orderId)).toBe(false)

  const flip = () => sql`update orders set partly_sent = not partly_sent where id = ${sent.orderId}`.execute(db)
  await flip()
  const { findings } = await checkInvariants(db)
  expect(findings).toMatchObject([{ invariant: 'I11', subject: sent.orderId }])
  await flip()
})

test('problems: a payment in doubt, a dispute, a failed refund', async () => {
  const doubt = await buy(shop, asha, [tee])
  const disputed = await buy(shop, asha, [tee])
  const failed = await buy(shop, asha, [tee])
  const { db } = shop.shop
  await sql`update orders set capture_unconfirmed = true where id = ${doubt.orderId}`.execute(db)
  await sql`insert into disputes (id, payment_id, order_id, amount_paise, status, phase, reason, respond_by)
    select 'disp_1', payment_id, id, 100, 'open', 'chargeback', 'fraud', '2026-12-03' from orders where id = ${disputed.orderId}`.execute(
    db,
  )
  await sql`insert into refunds (id, payment_id, order_id, amount_paise, reason, state)
    select 'failed', payment_id, id, 100, 'amount', 'failed' from orders where id = ${failed.orderId}`.execute(db)
  const { items } = await list({ stage: 'problems' })
  expect(items.map(({ id, problems }) => [id, problems])).toEqual([
    [failed.orderId, ['A refund failed. The customer is still waiting for it.']],
    [disputed.orderId, ['The customer’s bank disputes the payment. Respond by 3 Dec.']],
    [doubt.orderId, ['Don’t ship yet: payment not confirmed.']],
  ])
  await sql`update orders set capture_unconfirmed = false where id = ${doubt.orderId}`.execute(db)
  await sql`delete from disputes`.execute(db)
  await sql`delete from refunds where id = 'failed'`.execute(db)
})

test('a packer sees no amounts', async () => {
  const packer = await signInStaff(shop, 'packer')
  const [seen] = (await list({}, packer)).items
  expect(seen).toMatchObject({ total: null, name: expect.any(String), pieces: expect.any(Number) })
  expect((await list()).items[0]?.total).toBeGreaterThan(0)
})

test('a limit over 100, a broken cursor and an unknown stage are bad input', async () => {
  const broken = Buffer.from('[0,1e300,"x"]').toString('base64url')
  for (const query of [
    'limit=101',
    'limit=0',
    'limit=x',
    'cursor=x',
    `cursor=${broken}`,
    'stage=lost',
    `q=${'x'.repeat(201)}`,
  ])
    expect(await manager.browser.call('GET', `/orders?${query}`), query).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  expect((await manager.browser.call('GET', '/orders?q=%00')).status).toBeLessThan(500)
})

test('an order is found by each number that the shop or the payment provider prints about it', {
  tags: 'A21',
}, async () => {
  const { orderId } = await buy(shop, asha, [tee])
  await buy(shop, asha, [tote])
  await shop.sandbox.dispute({ payment_id: (await paymentOf(orderId)).payment, status: 'won' })
  await sweepDisputes(shop.shop)
  await cancelOrder(staff(), orderId, { reason: 'tests', restock: true })
  await shop.jobs.tick()
  const { invoice, credit_note, payment, provider_order, refund, dispute } = await paymentOf(orderId)
  const short = invoice.replace(/\/0+/, '/')
  for (const printed of [
    invoice,
    invoice.toLowerCase(),
    ` ${short} `,
    credit_note,
    payment,
    provider_order,
    refund,
    dispute,
  ])
    expect(
      (await list({ q: printed })).items.map(({ id }) => id),
      printed,
    ).toEqual([orderId])
})

type Printed = Record<'payment' | 'provider_order' | 'invoice' | 'credit_note' | 'refund' | 'dispute', string>

/** The numbers that are printed about an order. */
async function paymentOf(orderId: string): Promise<Printed> {
  const { rows } = await sql<Printed>`
    select o.payment_id as payment, o.provider_order_id as provider_order, i.number as invoice,
      (select number from credit_notes where order_id = o.id limit 1) as credit_note,
      (select provider_refund_id from refunds where order_id = o.id limit 1) as refund,
      (select id from disputes where order_id = o.id limit 1) as dispute
    from orders o join invoices i on i.order_id = o.id where o.id = ${orderId}`.execute(shop.shop.db)
  const [found] = rows
  if (!found) throw new Error('This order doesn’t exist.')
  return found
}
