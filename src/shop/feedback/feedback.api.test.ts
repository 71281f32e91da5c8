import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  buy,
  newShopper,
  type Shopper,
  shirt,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { createMailLinkPages } from '../mail-link-pages.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { askForReviews } from './jobs.server.ts'
import { feedbackLinks } from './link-page.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeEach(() => changeSettings(shop.shop, STAFF, { 'reviews.ask': true }))

const SUBJECT = 'How do you like it?'

/** An order that was delivered so many days ago. */
async function delivered(who: Shopper, lines: Parameters<typeof buy>[2], days = 11): Promise<string> {
  const { orderId } = await buy(shop, who, lines)
  for (let stage = 0; stage < 3; stage++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  await sql`update orders set delivered_at = now() - make_interval(days => ${days}) where id = ${orderId} and status = 'delivered'`.execute(
    shop.shop.db,
  )
  return orderId
}

async function askAll(): Promise<void> {
  while ((await askForReviews(shop.shop)) > 0);
}

/** Such mails to somebody, sent (then without their texts) or not. */
async function mailsTo({ email }: Shopper): Promise<string[]> {
  await askAll()
  const { rows } = await sql<{ mail: string }>`
    select to_jsonb(o)::text as mail from outbox o where recipient = ${email}`.execute(shop.shop.db)
  return rows
    .map(({ mail }) => mail)
    .filter((mail) => mail.includes('review') && mail.includes('/reviews/leave?token='))
}

test('ten days after delivery one mail asks about all products of an order, once', async () => {
  const ravi = await newShopper(shop, 'Ravi Rao')
  await delivered(ravi, [{ ...tee, quantity: 2 }, { ...tee, color: 'White' }, tote])
  const young = await newShopper(shop, 'Meena Shah')
  await delivered(young, [tee], 9)
  const old = await newShopper(shop, 'Om Puri')
  await delivered(old, [tee], 18)
  await Promise.all([askForReviews(shop.shop), askForReviews(shop.shop)])
  await askAll()
  const { text } = await shop.mailTo(ravi.email, SUBJECT)
  for (const part of [
    'Boxy Tee',
    'Tin Tote',
    '/product-details/boxy-tee?colour=black#reviews',
    '/reviews/leave?token=',
  ])
    expect(text).toContain(part)
  expect(await mailsTo(ravi)).toHaveLength(1)
  expect(await mailsTo(young)).toEqual([])
  expect(await mailsTo(old)).toEqual([])
})

test('nothing is asked about what was refunded, exchanged, reviewed or isn’t sold any more', async () => {
  const [refunded, exchanged, reviewed, part] = [
    await newShopper(shop, 'R'),
    await newShopper(shop, 'E'),
    await newShopper(shop, 'V'),
    await newShopper(shop, 'P'),
  ]
  const back = await delivered(refunded, [tote])
  const { rows } = await sql<{ total: number }>`
    select (total_paise / 100.0)::float8 as total from orders where id = ${back}`.execute(shop.shop.db)
  const rupees = Number(rows[0]?.total)
  expect(
    await refundOrder({ ...shop.shop, actor: STAFF }, back, { wanted: { rupees }, reason: 'Torn', restock: false }),
  ).toMatchObject({
    ok: true,
  })
  const away = await delivered(exchanged, [tee], 2)
  const asked = await exchanged.api('POST /user/addExchange', {
    body: { orderId: away, productId: 'boxy-tee', reasonForExchange: 'Size Issue', problem: 'Too small', size: 'L' },
  })
  expect(asked.ok).toBe(true)
  await sql`update orders set delivered_at = now() - interval '11 days' where id = ${away}`.execute(shop.shop.db)
  await delivered(reviewed, [tee])
  const written = await reviewed.api('POST /user/productReview', {
    body: { userId: reviewed.id, productId: 'boxy-tee', stars: 5, comment: 'Good' },
  })
  expect(written.ok).toBe(true)
  await delivered(part, [tee, shirt])
  await part.api('POST /user/productReview', {
    body: { userId: part.id, productId: 'boxy-tee', stars: 5, comment: 'Good' },
  })
  for (const who of [refunded, exchanged, reviewed]) expect(await mailsTo(who)).toEqual([])
  // Read from the mailbox, because the outbox deletes the text of sent mails.
  const { text } = await shop.mailTo(part.email, SUBJECT)
  expect(text).toContain('Linen Shirt')
  expect(text).not.toContain('Boxy Tee')
})

test('off, nobody is asked; and who unsubscribes by the mail’s link isn’t asked again', async () => {
  await changeSettings(shop.shop, STAFF, { 'reviews.ask': null })
  await delivered(asha, [tee])
  expect(await mailsTo(asha)).toEqual([])
  await changeSettings(shop.shop, STAFF, { 'reviews.ask': true })
  expect(await mailsTo(asha)).toHaveLength(1)
  const { text } = await shop.mailTo(asha.email, SUBJECT)
  const link = /\S+\/reviews\/leave\?token=[\w-]+/.exec(text)?.[0] ?? ''
  const follow = createMailLinkPages(shop.shop, { reviews: feedbackLinks })
  // Scanners open links: only the button of the page, or of the mail program, unsubscribes.
  expect(await (await follow(new Request(link))).text()).toContain('Stop these e-mails')
  const left = async () =>
    (await sql`select from review_readers where email = ${asha.email} and left_at is not null`.execute(shop.shop.db))
      .rows.length
  expect(await left()).toBe(0)
  expect((await follow(new Request(link, { method: 'POST' }))).status).toBe(200)
  expect(await left()).toBe(1)
  await delivered(asha, [tote])
  expect(await mailsTo(asha)).toHaveLength(1)
})

test('the mail is in the reader’s language', async () => {
  const ravi = await newShopper(shop, 'Ravi Rao')
  await delivered(ravi, [tote])
  await sql`insert into reader_languages (email, language) values (${ravi.email}, 'hi')
    on conflict (email) do update set language = 'hi'`.execute(shop.shop.db)
  await askAll()
  const { text } = await shop.mailTo(ravi.email, 'आपको कैसा लगा?')
  expect(text).toContain('/hi/product-details/tin-tote')
  expect(text).toContain('&language=hi')
})
