import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outbox } from '#platform/mail/mail.ts'
import { newShopper, openOrder } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, type SignedIn, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { exportCustomer, forgetCustomer } from '../accounts/staff.server.ts'
import { changeProduct } from '../catalog/staff.server.ts'
import { changeStock } from '../catalog/stock-store.server.ts'
import { createMailLinkPages } from '../mail-link-pages.server.ts'
import { tellOfPrices, tellOfStock } from './jobs.server.ts'
import { alertLinks } from './link-page.server.ts'
import { deleteOldAlerts, listDemand, lockPieces } from './store.server.ts'

const LARGE = { productId: 'boxy-tee', color: 'White', size: 'L' }

let shop: TestShop
/** Enqueues as the shop's outbox does, and never sends. */
let mail: Outbox
let follow: (request: Request) => Promise<Response>

beforeAll(async () => {
  shop = await openTestShop()
  await shop.outbox.stop()
  mail = { enqueue: shop.shop.mail.enqueue, wake: () => {} }
  follow = createMailLinkPages(shop.shop, { alerts: alertLinks })
})
afterAll(() => shop.close())

beforeEach(async () => {
  const { db } = shop.shop
  await sql`delete from alert_recipients`.execute(db)
  await sql`delete from outbox`.execute(db)
  await sql`delete from limit_hits`.execute(db)
  await setStock(0)
})

const context = () => ({ ...shop.shop, mail })
const tell = (batch?: number) => tellOfStock(context(), batch)
const ask = (email: string, more: object = {}, api = shop.api) =>
  api('POST /user/notifyMe', { body: { email, ...LARGE, ...more } })

async function skuOf({ productId, color, size } = LARGE): Promise<string> {
  const { rows } = await sql<{ sku: string }>`select sku from stock
    where product_id = ${productId} and color = ${color} and size = ${size}`.execute(shop.shop.db)
  return rows[0]?.sku ?? ''
}

async function setStock(quantity: number, variant = LARGE): Promise<void> {
  const done = await changeStock(shop.shop.db, STAFF, await skuOf(variant), { quantity })
  expect(done).toMatchObject({ ok: true })
}

interface Sent {
  recipient: string
  subject: string
  body_text: string
  headers: Record<string, string>
}

/** The mails in the outbox, oldest first. */
async function mails(subject = ''): Promise<Sent[]> {
  const { rows } = await sql<Sent>`select recipient, subject, body_text, headers from outbox
    where subject like ${`${subject}%`} order by seq`.execute(shop.shop.db)
  return rows
}

const linkIn = (sent: Sent | undefined, action: string) =>
  new RegExp(`http://localhost/alerts/${action}\\?token=[\\w-]{43}`).exec(sent?.body_text ?? '')?.[0] ?? ''

/** Addresses that wait, in the order of asking. */
async function letWait(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `waiting-${String(n).padStart(2, '0')}@example.test`)
  for (const email of emails) await ask(email)
  for (const sent of await mails('Please confirm')) await follow(new Request(linkIn(sent, 'confirm')))
  await sql`delete from outbox`.execute(shop.shop.db)
  return emails
}

const told = async () => (await mails('Back: ')).map(({ recipient }) => recipient)

test('a visitor confirms by mail, is told once when it is back, and can ask again', async () => {
  expect(await ask('Meena@Example.test')).toMatchObject({
    status: 202,
    data: { success: true, message: expect.stringContaining('confirm') },
  })
  await setStock(1)
  expect(await tell()).toBe(0)
  const [question] = await mails()
  expect(question).toMatchObject({
    recipient: 'meena@example.test',
    subject: 'Please confirm: Boxy Tee in White, L',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  for (let time = 0; time < 2; time++) expect((await follow(new Request(linkIn(question, 'confirm')))).status).toBe(200)
  expect(await tell()).toBe(1)
  expect(await tell()).toBe(0)
  const [back] = await mails('Back: ')
  expect(back).toMatchObject({ recipient: 'meena@example.test', subject: 'Back: Boxy Tee in White, L' })
  expect(back?.body_text).toContain('Boxy Tee in White, size L is back, for ₹1,299.')
  expect(back?.body_text).toContain('http://localhost/product-details/boxy-tee?colour=white')

  await ask('meena@example.test')
  expect(await mails('Please confirm')).toHaveLength(2)
  expect(await listDemand(shop.shop.db, 10)).toMatchObject([{ ...LARGE, waiting: 0, unconfirmed: 1, told: 1 }])
})

test('a signed-in shopper confirms nothing for the own address, and for another as anybody', async () => {
  const asha = await shop.signIn()
  expect(await ask(asha.email, {}, asha.api)).toMatchObject({
    status: 202,
    data: { message: `We will write to ${asha.email} once, when L in White is back.` },
  })
  expect(await mails()).toEqual([])
  const forOther = await ask('other@example.test', {}, asha.api)
  expect(forOther).toMatchObject({ data: { message: expect.stringContaining('confirm') } })
  expect(await mails()).toMatchObject([{ recipient: 'other@example.test' }])
  await setStock(5)
  await tell()
  expect(await told()).toEqual([asha.email])
})

test('nobody learns who is known: the answer is the same for a customer, somebody who waits, and nobody', async () => {
  const asha = await shop.signIn()
  const [waiting = ''] = await letWait(1)
  const answers = []
  for (const email of [asha.email, waiting, 'nobody@example.test']) answers.push(await ask(email))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await mails('Please confirm')).toHaveLength(3)
  expect(await listDemand(shop.shop.db, 10)).toMatchObject([{ waiting: 1, unconfirmed: 2 }])
})

test('an unknown product, colour or size is refused, and so is the sixth mail to a mailbox', async () => {
  const email = 'meena@example.test'
  const refused = [
    [{ productId: 'no-such-thing' }, 404, 'Product not found.'],
    [{ color: 'Red' }, 400, 'Boxy Tee is not made in Red.'],
    [{ size: 'XXL' }, 400, 'Boxy Tee is not made in size XXL.'],
    [{ productId: 'Not A Slug' }, 400, 'This product id is not valid.'],
    [{ email: 'no address' }, 400, 'Please enter a valid e-mail address.'],
  ] as const
  for (const [more, status, message] of refused) expect(await ask(email, more)).toMatchObject({ status, message })
  for (let time = 0; time < 5; time++) expect(await ask(email)).toMatchObject({ status: 202 })
  expect(await ask(email)).toMatchObject({ status: 429 })
  expect(await mails()).toHaveLength(5)
})

test('3 pieces return, 50 wait: three are told first, the next when the pieces remain, nobody of what is gone', async () => {
  const emails = await letWait(50)
  await setStock(3)
  expect(await tell()).toBe(3)
  expect(await tell()).toBe(0)
  expect((await told()).sort()).toEqual(emails.slice(0, 3))

  // One is sold; the two others are left to those who know, for half a day.
  await setStock(2)
  expect(await tell()).toBe(0)
  await sql`update stock_alerts set told_at = told_at - interval '13 hours'`.execute(shop.shop.db)
  expect(await tell()).toBe(2)
  expect((await told()).sort()).toEqual(emails.slice(0, 5))

  // Gone, and back with four more: who was told before has no claim on these.
  await setStock(0)
  expect(await tell()).toBe(0)
  await setStock(4)
  expect(await tell()).toBe(4)
  expect((await told()).sort()).toEqual(emails.slice(0, 9))
  // Six more come in before the four are sold.
  await setStock(10)
  expect(await tell()).toBe(6)
  expect(await tell()).toBe(0)
  expect((await told()).sort()).toEqual(emails.slice(0, 15))
})

test('a piece that is held for a payment is told to nobody, and neither is a hidden product', async () => {
  const [first] = await letWait(2)
  await setStock(1)
  const bina = await newShopper(shop)
  await openOrder(bina, [{ ...LARGE, quantity: 1 }])
  expect(await tell()).toBe(0)
  await sql`update products set state = 'hidden' where id = 'boxy-tee'`.execute(shop.shop.db)
  await setStock(1)
  expect(await tell()).toBe(0)
  await sql`update products set state = 'published' where id = 'boxy-tee'`.execute(shop.shop.db)
  expect(await tell()).toBe(1)
  expect(await told()).toEqual([first])
})

test('several instances at once tell no more than one, and a crash tells nobody twice', async () => {
  const emails = await letWait(20)
  await setStock(6)
  const crashing = { ...context(), mail: { ...mail, enqueue: () => Promise.reject(new Error('killed')) } }
  await expect(tellOfStock(crashing)).rejects.toThrow('killed')
  expect(await told()).toEqual([])
  const counts = await Promise.all(Array.from({ length: 6 }, () => tell()))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect((await told()).sort()).toEqual(emails.slice(0, 6))
})

test('a piece that is being sold is told to nobody, and right before the mails it is looked for again', async () => {
  const { db } = shop.shop
  await letWait(1)
  await setStock(1)
  await db.transaction().execute(async (sale) => {
    await sql`update stock set on_hand = reserved where sku = ${await skuOf()}`.execute(sale)
    expect(await tell()).toBe(0)
  })
  expect(await db.transaction().execute((trx) => lockPieces(trx, LARGE))).toBeNull()
  expect(await told()).toEqual([])
  await sql`update stock set on_hand = reserved + 1 where sku = ${await skuOf()}`.execute(db)
  expect(await tell()).toBe(1)
})

test('a large delivery is told in batches that wait for each other', async () => {
  await letWait(12)
  await setStock(100)
  expect(await tell(5)).toBe(5)
  expect(await tell(5)).toBe(0)
  await sql`update outbox set done_at = now(), outcome = 'sent'`.execute(shop.shop.db)
  expect(await tell(5)).toBe(5)
})

test('one press in the mail program ends all alerts of an address; opening the link does not', async () => {
  const asha = await shop.signIn()
  for (const size of ['L', 'M']) await ask(asha.email, { size }, asha.api)
  await putPriceDrops(asha, true)
  await setStock(1)
  await tell()
  const [back] = await mails('Back: ')
  expect(back?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(.+)>$/.exec(back?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(url).toBe(linkIn(back, 'leave'))
  const kept = () => sql`select from alert_recipients where email = ${asha.email}`.execute(shop.shop.db)
  expect((await follow(new Request(url))).status).toBe(200)
  expect((await kept()).rows).toHaveLength(1)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let time = 0; time < 2; time++)
    expect((await follow(new Request(url, { method: 'POST', body }))).status).toBe(200)
  expect((await kept()).rows).toEqual([])
  expect(await listDemand(shop.shop.db, 10)).toEqual([])
  expect(await asha.api('GET /user/priceAlerts/{userId}', { params: { userId: asha.id } })).toMatchObject({
    data: { priceDrops: false },
  })
  expect((await follow(new Request(url.replace(/token=.*/, 'token=wrong'), { method: 'POST' }))).status).toBe(404)
})

function putPriceDrops(who: SignedIn, priceDrops: boolean) {
  return who.api('PUT /user/priceAlerts/{userId}', { params: { userId: who.id }, body: { priceDrops } })
}

test('a lower price of what is wished for is told once, to those who asked for it', async () => {
  const { db } = shop.shop
  const prices = () => tellOfPrices(context())
  const setPrice = (price: number, id = 'boxy-tee') => changeProduct(db, STAFF, id, { price })
  const [asha, bina] = [await shop.signIn(), await shop.signIn()]
  const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  const shirt = { productId: 'linen-shirt', color: 'Blue', size: 'M', quantity: 1 }
  for (const who of [asha, bina]) await who.api('POST /user/addToWishlist', { body: { userId: who.id, ...tee } })
  expect(await putPriceDrops(asha, true)).toMatchObject({ data: { success: true, priceDrops: true } })
  await asha.api('POST /user/addToWishlist', { body: { userId: asha.id, ...shirt } })
  // Sold out: it can be wished for, and no price of it is told.
  await asha.api('POST /user/addToWishlist', { body: { userId: asha.id, ...LARGE, quantity: 1 } })
  expect(await prices()).toBe(0)
  await setPrice(1399)
  expect(await prices()).toBe(0)
  await setPrice(999)
  await setPrice(1999, 'linen-shirt')
  const counts = await Promise.all([prices(), prices()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  const [drop, ...more] = await mails()
  expect(more).toEqual([])
  expect(drop).toMatchObject({ recipient: asha.email, subject: 'Lower prices on your wishlist' })
  expect(drop?.body_text).toContain('Boxy Tee in Black, size M: ₹999, it was ₹1,299.')
  expect(drop?.body_text).toContain('Linen Shirt in Blue, size M: ₹1,999, it was ₹2,299.')
  expect(drop?.body_text).not.toContain('White')
  expect(drop?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(await prices()).toBe(0)
  await putPriceDrops(asha, false)
  await setPrice(899)
  expect(await prices()).toBe(0)
  await setPrice(1299)
  await setPrice(2299, 'linen-shirt')
})

test('alerts are exported and forgotten with the person, also of an address without an account', async () => {
  const { db } = shop.shop
  await ask('visitor@example.test')
  const exported = await exportCustomer(db, 'visitor@example.test')
  expect(exported).toMatchObject({
    ok: true,
    data: { alerts: { price_drops: false, sizes: [{ product_id: 'boxy-tee', color: 'White', size: 'L' }] } },
  })
  expect(JSON.stringify(exported)).not.toContain('token')
  expect(await forgetCustomer(db, STAFF, 'visitor@example.test')).toMatchObject({ ok: true })
  expect(await listDemand(db, 10)).toEqual([])
  expect(await exportCustomer(db, 'visitor@example.test')).toMatchObject({ ok: false, reason: 'not_found' })
})

test('what nobody confirmed and what was told long ago is deleted, with addresses that want nothing', async () => {
  const { db } = shop.shop
  const [old = '', waiting = ''] = await letWait(2)
  await ask('unconfirmed@example.test')
  await sql`update stock_alerts set told_at = now() - interval '91 days' where email = ${old}`.execute(db)
  await sql`update stock_alerts set created_at = now() - interval '3 days'`.execute(db)
  await sql`update alert_recipients set created_at = now() - interval '3 days'`.execute(db)
  await deleteOldAlerts(db)
  const { rows } = await sql`select email from alert_recipients`.execute(db)
  expect(rows).toEqual([{ email: waiting }])
})
