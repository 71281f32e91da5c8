import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, findOrder, newShopper, type Shopper, stockOf, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { readCounts } from '../owner/home-sql.server.ts'
import { readToday } from '../owner/today-sql.server.ts'
import type { ShownExchange } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let meera: SignedInStaff
let packer: SignedInStaff

beforeAll(async () => {
  shop = await openTestShop({
    products: [{ id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 500, L: 500 } } }],
  })
  asha = await newShopper(shop)
  meera = await signInStaff(shop, 'manager', 'meera')
  packer = await signInStaff(shop, 'packer')
})
afterAll(() => shop.close())

let parcels = 0
const parcel = () => ({ carrier: 'Delhivery', tracking: `STEP${++parcels}` })

/** An approved exchange of a tee for a larger one. */
async function approved(): Promise<{ id: string; orderId: string }> {
  const { orderId } = await buy(shop, asha, [tee])
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
  const id = response.data.exchange._id
  await post(id, 'approve')
  return { id, orderId }
}

const show = async (id: string) =>
  (await meera.browser.call('GET', `/exchanges/${id}`)).body as unknown as ShownExchange
const post = (id: string, action: string, body: object = {}, by = meera) =>
  by.browser.call('POST', `/exchanges/${id}/${action}`, body)
const bodyOf = (step: string) => (step === 'ship' ? parcel() : {})

/** What waits for somebody: in the menu and on Today. */
async function waiting() {
  const { db, settings } = shop.shop
  const today = await readToday(db, settings(), { hasWebhooks: false })
  const { exchanges, pack } = await readCounts(db)
  return { exchanges, pack, open: today.exchanges.count, states: today.exchangeStates, toPack: today.exchangesToPack }
}

const ORDERS: [step: string, state: string, next: string][][] = [
  [
    ['receive', 'received', 'ship'],
    ['ship', 'on-the-way', 'arrived'],
    ['arrived', 'done', ''],
  ],
  [
    ['ship', 'on-the-way', 'receive'],
    ['receive', 'on-the-way', 'arrived'],
    ['arrived', 'done', ''],
  ],
  [
    ['ship', 'on-the-way', 'receive'],
    ['arrived', 'on-the-way', 'receive'],
    ['receive', 'done', ''],
  ],
]

test.each(ORDERS)('an exchange ends by %j, %j and %j', async (...steps) => {
  const before = await waiting()
  const { id, orderId } = await approved()
  const larger = await stockOf(shop, { ...tee, size: 'L' })
  for (const [step, state, next] of steps) {
    expect((await post(id, step, bodyOf(step), packer)).status, step).toBe(200)
    const shown = await show(id)
    expect(shown, step).toMatchObject({ state })
    expect(shown.can[0] ?? '', step).toBe(next)
    expect((await post(id, step, bodyOf(step))).status, `${step} again`).toBe(409)
  }
  expect((await stockOf(shop, { ...tee, size: 'L' })).on_hand).toBe(larger.on_hand - 1)
  expect(await waiting()).toEqual(before)
  expect((await findOrder(asha, orderId)).exchanges[0]).toMatchObject({
    exchangeStatus: 'delivered',
    isCancelled: false,
    receivedDate: expect.any(String),
  })
  expect((await show(id)).timeline.map(({ what }) => what)).toContain('delivered')
  await shop.mailTo(asha.email, `Your exchange has been delivered`)
})

test('what has left isn’t to send, whatever has come back', async () => {
  const { id } = await approved()
  const before = await waiting()
  await post(id, 'receive')
  await post(id, 'ship', parcel())
  const after = await waiting()
  expect(after.pack).toBe(before.pack - 1)
  expect(after.states.received.count).toBe(before.states.received.count)
  expect(after.states['on-the-way'].count).toBe(before.states['on-the-way'].count + 1)
  const { items } = (await meera.browser.call('GET', '/exchanges?state=received')).body as { items: { id: string }[] }
  expect(items.map((one) => one.id)).not.toContain(id)
})

test('a replacement that hasn’t left hasn’t arrived', async () => {
  const { id } = await approved()
  expect((await post(id, 'arrived')).body).toMatchObject({ code: 'conflict' })
  expect(await show(id)).toMatchObject({ state: 'approved' })
})

test('an old piece that never comes is given up: the exchange ends, stock stays, and nobody is thanked', async () => {
  const { id, orderId } = await approved()
  await post(id, 'ship', parcel())
  await post(id, 'arrived')
  const old = await stockOf(shop, tee)
  const { lines } = await show(id)
  const mails = await countReceivedMails()
  const missing = [{ sku: lines[0]?.old.sku ?? '', quantity: 1 }]
  expect((await post(id, 'receive', { missing })).status).toBe(200)
  expect(await show(id)).toMatchObject({ state: 'done', can: [], lines: [{ good: 0, damaged: 0 }] })
  expect(await stockOf(shop, tee)).toEqual(old)
  expect(await countReceivedMails()).toBe(mails)
  const { exchanges } = (await meera.browser.call('GET', `/orders/${orderId}`)).body as {
    exchanges: { text: string }[]
  }
  expect(exchanges[0]?.text).toBe('Done')
})

async function countReceivedMails(): Promise<number> {
  await shop.outbox.send()
  const mails = (await shop.mailbox?.list({ to: asha.email })) ?? []
  return mails.filter(({ subject }) => subject.startsWith('We’ve received your old item')).length
}

test('an arrival recorded by mistake is taken back, and the customer is told', async () => {
  const { id, orderId } = await approved()
  await post(id, 'ship', parcel())
  const { undo } = (await post(id, 'arrived')).body
  expect((await meera.browser.call('POST', `/undo/${String(undo)}`)).status).toBe(200)
  expect(await show(id)).toMatchObject({ state: 'on-the-way', can: expect.arrayContaining(['arrived', 'receive']) })
  expect((await findOrder(asha, orderId)).exchanges[0]).toMatchObject({
    exchangeStatus: 'ontheway',
    statusDates: { delivered: null },
  })
  await shop.mailTo(asha.email, `Your exchange hasn’t been delivered yet`)
})

test('the order’s record says what an exchange still waits for', async () => {
  const { id, orderId } = await approved()
  const text = async () => {
    const { body } = await meera.browser.call('GET', `/orders/${orderId}`)
    return (body as { exchanges: { text: string }[] }).exchanges[0]?.text
  }
  expect(await text()).toBe('Approved: send the replacement. The old piece isn’t back')
  await post(id, 'ship', parcel())
  expect(await text()).toBe('The replacement is on its way, the old piece isn’t back')
  await post(id, 'arrived')
  expect(await text()).toBe('The replacement has arrived, the old piece isn’t back')
  await post(id, 'receive')
  expect(await text()).toBe('Done')
})
