import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AlertsFixture, LARGE, linkIn, withAlertsShop } from '../../../tests/support/alerts-fixture.ts'
import { type SignedIn, STAFF } from '../../../tests/support/shop.ts'
import { exportCustomer, forgetCustomer } from '../accounts/staff.server.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { notifyOfPrices } from './jobs.server.ts'
import { deleteOldAlerts, listDemand } from './sql.server.ts'

let alerts: AlertsFixture
withAlertsShop((fixture) => {
  alerts = fixture
})

test('a visitor confirms by mail, is notified once when the size is back, and can sign up again', async () => {
  expect(await alerts.ask('Meena@Example.test')).toMatchObject({
    status: 202,
    data: { success: true, message: expect.stringContaining('confirm') },
  })
  await alerts.setStock(1)
  expect(await alerts.notify()).toBe(0)
  const [question] = await alerts.mails()
  expect(question).toMatchObject({
    recipient: 'meena@example.test',
    subject: 'Please confirm: Boxy Tee in White, L',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  const link = linkIn(question, 'confirm')
  // A mail scanner opens links, but posts no forms.
  for (const method of ['HEAD', 'GET']) expect((await alerts.follow(new Request(link, { method }))).status).toBe(200)
  expect(await alerts.notify()).toBe(0)
  for (let time = 0; time < 2; time++)
    expect((await alerts.follow(new Request(link, { method: 'POST' }))).status).toBe(200)
  expect(await alerts.notify()).toBe(1)
  expect(await alerts.notify()).toBe(0)
  const [back] = await alerts.mails('Back: ')
  expect(back).toMatchObject({ recipient: 'meena@example.test', subject: 'Back: Boxy Tee in White, L' })
  expect(back?.body_text).toContain('Boxy Tee in White, size L is back at Rs. 1,299.')
  expect(back?.body_text).toContain('http://localhost/product-details/boxy-tee?colour=white')

  await alerts.ask('meena@example.test')
  expect(await alerts.mails('Please confirm')).toHaveLength(2)
  expect(await listDemand(alerts.context.db, 10)).toMatchObject([{ ...LARGE, waiting: 0, unconfirmed: 1, told: 1 }])
})

test('a signed-in shopper needn’t confirm the address of the account, but has to confirm any other', async () => {
  const asha = await alerts.shop.signIn()
  expect(await alerts.ask(asha.email, {}, asha.api)).toMatchObject({
    status: 202,
    data: { message: `We’ll e-mail ${asha.email} once when L in White is back.` },
  })
  expect(await alerts.mails()).toEqual([])
  const forOther = await alerts.ask('other@example.test', {}, asha.api)
  expect(forOther).toMatchObject({ data: { message: expect.stringContaining('confirm') } })
  expect(await alerts.mails()).toMatchObject([{ recipient: 'other@example.test' }])
  await alerts.setStock(5)
  await alerts.notify()
  expect(await alerts.notified()).toEqual([asha.email])
})

test('the response doesn’t reveal who is a customer or is already waiting', async () => {
  const asha = await alerts.shop.signIn()
  const [waiting = ''] = await alerts.addConfirmed(1)
  const responses = []
  for (const email of [asha.email, waiting, 'nobody@example.test']) responses.push(await alerts.ask(email))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(await alerts.mails('Please confirm')).toHaveLength(3)
  expect(await listDemand(alerts.context.db, 10)).toMatchObject([{ waiting: 1, unconfirmed: 2 }])
})

test('an unknown product, colour or size and the sixth request for a mailbox are refused', async () => {
  const email = 'meena@example.test'
  const refused = [
    [{ productId: 'no-such-thing' }, 404, 'Product not found.'],
    [{ color: 'Red' }, 400, 'Boxy Tee isn’t available in Red.'],
    [{ size: 'XXL' }, 400, 'Boxy Tee isn’t available in size XXL.'],
    [{ productId: 'Not A Slug' }, 400, 'This product ID isn’t valid.'],
    [{ email: 'no address' }, 400, 'Please enter a valid e-mail address.'],
  ] as const
  for (const [more, status, message] of refused)
    expect(await alerts.ask(email, more)).toMatchObject({ status, message })
  for (let time = 0; time < 5; time++) expect(await alerts.ask(email)).toMatchObject({ status: 202 })
  expect(await alerts.ask(email)).toMatchObject({ status: 429 })
  expect(await alerts.mails()).toHaveLength(1)
})

test('one-click unsubscribe ends all alerts of an address; opening the link doesn’t', async () => {
  const asha = await alerts.shop.signIn()
  for (const size of ['L', 'M']) await alerts.ask(asha.email, { size }, asha.api)
  await putPriceDrops(asha, true)
  await alerts.setStock(1)
  await alerts.notify()
  const [back] = await alerts.mails('Back: ')
  expect(back?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(.+)>$/.exec(back?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(url).toBe(linkIn(back, 'leave'))
  const kept = () => sql`select from alert_recipients where email = ${asha.email}`.execute(alerts.context.db)
  expect((await alerts.follow(new Request(url))).status).toBe(200)
  expect((await kept()).rows).toHaveLength(1)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let time = 0; time < 2; time++)
    expect((await alerts.follow(new Request(url, { method: 'POST', body }))).status).toBe(200)
  expect((await kept()).rows).toEqual([])
  expect(await listDemand(alerts.context.db, 10)).toEqual([])
  expect(await asha.api('GET /user/priceAlerts/{userId}', { params: { userId: asha.id } })).toMatchObject({
    data: { priceDrops: false },
  })
  expect((await alerts.follow(new Request(url.replace(/token=.*/, 'token=wrong'), { method: 'POST' }))).status).toBe(
    404,
  )
})

const WISHED = [
  { productId: 'boxy-tee', color: 'Black', size: 'M' },
  { productId: 'linen-shirt', color: 'Blue', size: 'M' },
]

async function wish(who: SignedIn, lines: readonly { productId: string; color: string; size: string }[]) {
  for (const line of lines)
    await who.api('POST /user/addToWishlist', { body: { userId: who.id, quantity: 1, ...line } })
}

async function resetPrices() {
  await changeProduct(alerts.context.db, STAFF, 'boxy-tee', { price: 1299 })
  await changeProduct(alerts.context.db, STAFF, 'linen-shirt', { price: 2299 })
}

function putPriceDrops(who: SignedIn, priceDrops: boolean) {
  return who.api('PUT /user/priceAlerts/{userId}', { params: { userId: who.id }, body: { priceDrops } })
}

test('a lower price of a wishlist line is mailed once, to those who asked for it', async () => {
  const { db } = alerts.context
  const prices = () => notifyOfPrices(alerts.context)
  const setPrice = (price: number, id = 'boxy-tee') => changeProduct(db, STAFF, id, { price })
  const [asha, bina] = [await alerts.shop.signIn(), await alerts.shop.signIn()]
  for (const who of [asha, bina]) await wish(who, WISHED.slice(0, 1))
  expect(await putPriceDrops(asha, true)).toMatchObject({ data: { success: true, priceDrops: true } })
  await wish(asha, WISHED.slice(1))
  // Sold out, so nobody is notified of its price.
  await wish(asha, [LARGE])
  expect(await prices()).toBe(0)
  await setPrice(1399)
  expect(await prices()).toBe(0)
  await setPrice(999)
  await setPrice(1999, 'linen-shirt')
  const counts = await Promise.all([prices(), prices()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  const [drop, ...more] = await alerts.mails()
  expect(more).toEqual([])
  expect(drop).toMatchObject({ recipient: asha.email, subject: 'Price drops on your wishlist' })
  expect(drop?.body_text).toContain('Boxy Tee (Black, M): Rs. 999.00, it was Rs. 1,299')
  expect(drop?.body_text).toContain('Linen Shirt (Blue, M): Rs. 1,999.00, it was Rs. 2,299')
  expect(drop?.body_text).not.toContain('White')
  expect(drop?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(await prices()).toBe(0)
  await putPriceDrops(asha, false)
  await setPrice(899)
  expect(await prices()).toBe(0)
  await resetPrices()
})

test('all lower prices of a person are in one mail, even if several instances look for them at once', async () => {
  const { db } = alerts.context
  const asha = await alerts.shop.signIn()
  await wish(asha, WISHED)
  await putPriceDrops(asha, true)
  // More than this would wait for room in the outbox.
  for (let round = 1; round <= 40; round++) {
    for (const { productId } of WISHED) await changeProduct(db, STAFF, productId, { price: 1000 - round })
    const counts = await Promise.all(Array.from({ length: 4 }, () => notifyOfPrices(alerts.context)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  }
  await resetPrices()
})

test('a batch is counted in people: each gets one mail with all lower prices', async () => {
  const { db } = alerts.context
  const wished = [...WISHED, { productId: 'boxy-tee', color: 'Black', size: 'L' }]
  const people = [await alerts.shop.signIn(), await alerts.shop.signIn()]
  for (const who of people) {
    await wish(who, wished)
    await putPriceDrops(who, true)
  }
  for (const { productId } of wished) await changeProduct(db, STAFF, productId, { price: 990 })
  for (let round = 0; round < 2; round++) {
    expect(await notifyOfPrices(alerts.context, 1)).toBe(1)
    await sql`update outbox set done_at = now(), outcome = 'sent'`.execute(db)
  }
  expect(await notifyOfPrices(alerts.context, 1)).toBe(0)
  const mails = await alerts.mails()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(people.map(({ email }) => email).sort())
  for (const { body_text } of mails) expect(body_text.match(/it was/g)).toHaveLength(wished.length)
  await resetPrices()
})

test('an address without an account, too, can have its alerts exported and forgotten', async () => {
  const { db } = alerts.context
  await alerts.ask('visitor@example.test')
  const exported = await exportCustomer(alerts.context, 'visitor@example.test')
  expect(exported).toMatchObject({
    ok: true,
    data: { alerts: { price_drops: false, sizes: [{ product_id: 'boxy-tee', color: 'White', size: 'L' }] } },
  })
  expect(JSON.stringify(exported)).not.toContain('token')
  expect(await forgetCustomer(alerts.context, STAFF, 'visitor@example.test')).toMatchObject({ ok: true })
  expect(await listDemand(db, 10)).toEqual([])
  expect(await exportCustomer(alerts.context, 'visitor@example.test')).toMatchObject({ ok: false, code: 'not_found' })
})

test('deletes unconfirmed, old notified and expired alerts, and addresses without alerts', async () => {
  const { db } = alerts.context
  const [old = '', waiting = '', inVain = ''] = await alerts.addConfirmed(3)
  await alerts.ask('unconfirmed@example.test')
  await sql`update stock_alerts set notified_at = now() - interval '91 days' where email = ${old}`.execute(db)
  await sql`update stock_alerts set created_at = now() - interval '3 days'`.execute(db)
  await sql`update stock_alerts set created_at = now() - interval '366 days' where email = ${inVain}`.execute(db)
  await sql`update alert_recipients set created_at = now() - interval '3 days'`.execute(db)
  await deleteOldAlerts(db)
  const { rows } = await sql`select email from alert_recipients`.execute(db)
  expect(rows).toEqual([{ email: waiting }])
})

test('many who ask for one address at once send it one mail, and another once that one was refused', async () => {
  const email = 'pestered@example.test'
  for (const { status } of await Promise.all([1, 2, 3].map(() => alerts.ask(email)))) expect(status).toBe(202)
  expect(await alerts.mails('Please confirm')).toHaveLength(1)
  await alerts.ask(email, { size: 'M' })
  expect(await alerts.mails('Please confirm'), 'for another size').toHaveLength(2)
  await sql`update outbox set done_at = now(), outcome = 'refused'`.execute(alerts.context.db)
  await alerts.ask(email)
  expect(await alerts.mails('Please confirm')).toHaveLength(3)
})

test('an unconfirmed alert requested again is kept as long as the link in its second mail works', async () => {
  const { db } = alerts.context
  await alerts.ask('twice@example.test')
  for (const table of ['stock_alerts', 'outbox'])
    await sql`update ${sql.table(table)} set created_at = now() - interval '47 hours'`.execute(db)
  await alerts.ask('twice@example.test')
  await sql`update stock_alerts set created_at = created_at - interval '47 hours'`.execute(db)
  await deleteOldAlerts(db)
  const [, second] = await alerts.mails('Please confirm')
  expect((await alerts.follow(new Request(linkIn(second, 'confirm'), { method: 'POST' }))).status).toBe(200)
})
