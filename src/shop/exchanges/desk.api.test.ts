import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, findOrder, newShopper, type Shopper, stockOf, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import type { DeskAction } from './desk-rules.ts'
import { advanceExchange } from './staff.server.ts'
import type { ListedExchange, ShownExchange } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let meera: SignedInStaff
let packer: SignedInStaff
const old = tee
const large = { ...tee, size: 'L' }

beforeAll(async () => {
  shop = await openTestShop({
    products: [{ id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 500, L: 500 } } }],
  })
  asha = await newShopper(shop)
  meera = await signInStaff(shop, 'manager', 'meera')
  packer = await signInStaff(shop, 'packer')
})
afterAll(() => shop.close())

/** A delivered order and a request to exchange its tee for a larger one. */
async function request({ paid }: { paid?: number } = {}): Promise<{ id: string; orderId: string }> {
  const { orderId } = await buy(shop, asha, [tee], paid === undefined ? {} : { totalPrice: paid })
  for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  const response = await asha.api('POST /user/addExchange', {
    body: {
      orderId,
      productId: tee.productId,
      reasonForExchange: 'Size Issue',
      problem: 'Too tight at the arms.',
      size: 'L',
    },
  })
  if (!response.ok) throw new Error(response.message)
  return { id: response.data.exchange._id, orderId }
}

const show = async (id: string, by = meera) =>
  (await by.browser.call('GET', `/exchanges/${id}`)).body as unknown as ShownExchange
const post = (id: string, action: string, body: object = {}, by = meera, headers = {}) =>
  by.browser.call('POST', `/exchanges/${id}/${action}`, body, headers)
let parcels = 0
const parcel = (tracking = `NO${++parcels}`) => ({ carrier: 'Delhivery', tracking })

async function list(query = '', by = meera) {
  const { body, status } = await by.browser.call('GET', `/exchanges${query}`)
  return { status, ...(body as unknown as { items: ListedExchange[]; next: string | null; counts: object }) }
}

test('an exchange is worked whole at the desk: approved, picked up, received, shipped', async () => {
  const { id, orderId } = await request()
  const { orderNumber } = await findOrder(asha, orderId)
  expect(await show(id)).toMatchObject({
    orderNumber,
    customer: 'Asha Kale',
    state: 'waiting',
    from: 'Black M',
    to: 'Black L',
    problem: 'Too tight at the arms.',
    hold: 'held',
    can: ['approve', 'refund', 'refuse'],
    refund: 1403.95,
    lines: [{ quantity: 1, old: { size: 'M' }, replacement: { size: 'L' } }],
    address: { phone: '98200 00028' },
  })
  expect((await post(id, 'approve')).status).toBe(200)
  expect(await show(id)).toMatchObject({ state: 'approved', can: ['receive', 'ship', 'pickup', 'refund', 'refuse'] })
  expect((await post(id, 'approve')).body).toMatchObject({ code: 'conflict' })
  expect((await post(id, 'approve', parcel('PICKUP1'))).status).toBe(200)
  const before = await stockOf(shop, old)
  expect((await post(id, 'receive', {}, packer)).body).toMatchObject({ pieces: [{ good: 1, damaged: 0 }] })
  expect((await stockOf(shop, old)).on_hand).toBe(before.on_hand + 1)
  expect(await show(id)).toMatchObject({ state: 'received', can: ['ship', 'refund'] })
  expect((await post(id, 'ship', parcel('OUT1'), packer)).status).toBe(200)
  await shop.mailTo(asha.email, `Your exchange is on the way`)
  const shown = await show(id)
  expect(shown).toMatchObject({ hold: 'taken', can: ['arrived'], refund: null, tracking: { number: 'OUT1' } })
  expect(shown.timeline.map(({ what, by, parcel: sent }) => [what, by, sent?.number])).toEqual([
    ['requested', null, undefined],
    ['approved', expect.stringContaining('meera'), undefined],
    ['pickup', expect.stringContaining('meera'), 'PICKUP1'],
    ['received', expect.stringContaining('packer'), undefined],
    ['shipped', expect.stringContaining('packer'), 'OUT1'],
  ])
})

test('each piece is fine, damaged or missing, and only fine ones go into stock', async () => {
  const { id } = await request()
  await post(id, 'approve')
  const { lines } = await show(id)
  const sku = lines[0]?.old.sku ?? ''
  const before = await stockOf(shop, old)
  expect((await post(id, 'receive', { missing: [{ sku, quantity: 2 }] })).body.code).toBe('invalid_input')
  expect((await post(id, 'receive', { damaged: [{ sku, quantity: 1 }] })).body).toMatchObject({
    pieces: [{ sku, good: 0, damaged: 1 }],
  })
  expect(await stockOf(shop, old)).toEqual(before)
  expect((await post(id, 'receive')).body).toMatchObject({ code: 'already_received' })
})

test('a refusal releases the piece that was held, and its reason stands on the record', async () => {
  const { id } = await request()
  const held = await stockOf(shop, large)
  expect((await post(id, 'refuse', {})).status).toBe(400)
  expect((await post(id, 'refuse', { reason: 'The tags are cut off.' })).status).toBe(200)
  expect((await stockOf(shop, large)).reserved).toBe(held.reserved - 1)
  expect(await show(id)).toMatchObject({ state: 'refused', refusal: 'The tags are cut off.', can: [] })
})

test('a refund in its place gives back the figure that was shown, once however often it is sent', async () => {
  const { id } = await request()
  const { refund } = await show(id)
  const key = { 'idempotency-key': 'a-form-opened-once' }
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => post(id, 'refund', { reason: 'sold out' }, meera, key)))
  // Those that arrive while the first one runs are told so, and repeat.
  for (const response of sent) if (response.status !== 200) expect(response.body.code).toBe('request_under_way')
  expect((await post(id, 'refund', { reason: 'sold out' }, meera, key)).body).toMatchObject({ refund })
  // The old piece may still come back.
  expect(await show(id)).toMatchObject({ state: 'on-the-way', can: ['receive'] })
  const { rows } =
    await sql`select from audit_log where subject = ${`exchange:${id}`} and action = 'exchange.refund'`.execute(
      shop.shop.db,
    )
  expect(rows).toHaveLength(1)
})

test('an old piece that came before the approval doesn’t stop the exchange', async () => {
  const { id } = await request()
  expect((await post(id, 'receive')).status).toBe(200)
  expect(await show(id)).toMatchObject({ state: 'waiting', can: expect.arrayContaining(['approve']) })
  expect((await post(id, 'approve')).status).toBe(200)
  expect(await show(id)).toMatchObject({ state: 'received' })
})

test('what the record offers is what the server takes, and nothing else', async () => {
  const bodies: Record<DeskAction, object> = {
    'pay-link': {},
    difference: { method: 'cash' },
    approve: {},
    pickup: parcel('P'),
    receive: {},
    ship: parcel('S'),
    arrived: {},
    refund: { reason: 'x' },
    refuse: { reason: 'x' },
  }
  const steps: string[][] = [
    [],
    ['approve', 'receive'],
    ['approve', 'ship'],
    ['approve', 'ship', 'arrived'],
    ['refund'],
  ]
  for (const before of steps)
    for (const action of Object.keys(bodies) as DeskAction[]) {
      // Receiving early is taken, but isn't offered: the request is decided first.
      if (action === 'receive' && before.length === 0) continue
      const { id } = await request()
      for (const step of before)
        expect((await post(id, step, step === 'ship' ? parcel() : { reason: 'x' })).status).toBe(200)
      const { can } = await show(id)
      const body = 'carrier' in bodies[action] ? parcel() : bodies[action]
      const { status } = await post(id, action === 'pickup' ? 'approve' : action, body)
      const taken = action === 'pickup' && before.length === 0 ? true : can.includes(action)
      expect(status === 200, `${before.join(', ')} and then ${action}: ${status}`).toBe(taken)
    }
}, 120_000)

test('a packer sees no e-mail and no sums, and decides nothing', async () => {
  const { id } = await request()
  expect(await show(id, packer)).toMatchObject({ email: null, refund: null, address: { phone: '98200 00028' } })
  for (const action of ['approve', 'refuse', 'refund'])
    expect((await post(id, action, { reason: 'x' }, packer)).body.code, action).toBe('forbidden')
})

test('walking a list by its cursor meets every row once, while rows are added', async () => {
  for (let made = 0; made < 5; made++) await request()
  for (const state of ['', '&state=waiting']) {
    const { rows } = await sql<{ id: string }>`
      select id from exchanges where ${state === ''} or
        exchange_state(status, hold, cancelled_at, received_at, refusal, refunded_at) = 'waiting'`.execute(shop.shop.db)
    const met: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await list(`?limit=2${state}${next === '' ? '' : `&cursor=${next}`}`)
      met.push(...page.items.map(({ id }) => id))
      next = page.next
      if (met.length === 4) await request()
    }
    expect(new Set(met).size).toBe(met.length)
    expect(met).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
  }
  expect((await list('?state=waiting')).counts).toMatchObject({ refused: expect.any(Number) })
})

test('an unknown state, a broken cursor and a limit over 100 are refused', async () => {
  for (const query of ['?state=lost', '?cursor=nonsense', '?limit=101', `?cursor=${btoa('[1e99,"x"]')}`])
    expect((await list(query)).status, query).toBe(400)
  expect((await meera.browser.call('GET', '/exchanges/q0Zb3mK9sV4xT7wYhN2cLA')).status).toBe(404)
})

test('a dearer size is paid for before it is approved; a cheaper one’s difference goes back when the exchange is done', async () => {
  const { db } = shop.shop
  const extra = (size: string, paise: number) =>
    db.updateTable('stock').set({ extra_paise: paise }).where('size', '=', size).execute()
  const { id: same } = await request()
  expect(await show(same)).toMatchObject({ priceDifference: 0, differencePaid: null })
  expect((await post(same, 'difference', { method: 'cash' })).body).toMatchObject({ code: 'conflict' })

  await extra('L', 10_000)
  const { id, orderId } = await request()
  // A sale since then, or another price of the size, changes nothing: with 5 % GST.
  await extra('L', 30_000)
  expect(await show(id)).toMatchObject({ priceDifference: 105, can: ['pay-link', 'difference', 'refund', 'refuse'] })
  expect((await findOrder(asha, orderId)).exchanges).toMatchObject([{ priceDifference: 105, isDifferencePaid: false }])
  const unpaid = await post(id, 'approve')
  expect([unpaid.status, unpaid.body.code]).toEqual([409, 'difference_unpaid'])
  expect(await advanceExchange({ ...shop.shop, actor: STAFF }, id)).toMatchObject({ code: 'difference_unpaid' })
  expect((await post(id, 'difference', { method: 'upi' })).status).toBe(400)
  expect((await post(id, 'difference', { method: 'upi', reference: '412' }, packer)).status).toBe(403)
  expect((await post(id, 'difference', { method: 'upi', reference: '412' })).status).toBe(200)
  expect((await post(id, 'difference', { method: 'cash' })).body).toMatchObject({ code: 'conflict' })
  expect(await show(id)).toMatchObject({ differencePaid: { method: 'upi', reference: '412' } })
  expect((await findOrder(asha, orderId)).exchanges).toMatchObject([{ isDifferencePaid: true }])
  const change = { orderId, exchangeId: id, size: 'M', color: null }
  expect(await asha.api('POST /user/changeExchange', { body: change })).toMatchObject({ code: 'already_approved' })
  expect((await post(id, 'approve')).status).toBe(200)

  await extra('L', 0)
  await extra('M', 10_000)
  const cheaper = await request({ paid: 1508.95 })
  await extra('M', 0)
  expect(await show(cheaper.id)).toMatchObject({ priceDifference: -105 })
  await post(cheaper.id, 'approve')
  await post(cheaper.id, 'receive')
  await post(cheaper.id, 'ship', parcel())
  const refunds = async () => (await findOrder(asha, cheaper.orderId)).refunds
  expect(await refunds()).toEqual([])
  const arrived = await post(cheaper.id, 'arrived')
  expect(await refunds()).toMatchObject([{ amount: 105 }])
  // Once, though the arrival is taken back and comes again.
  expect((await meera.browser.call('POST', `/undo/${arrived.body.undo}`)).status).toBe(200)
  await post(cheaper.id, 'arrived')
  expect(await refunds()).toHaveLength(1)
})
