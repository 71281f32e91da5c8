import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { createMailLinkPages } from '../mail-link-pages.server.ts'
import { newsletterLinks } from './newsletter-page.server.ts'
import { addSubscriber, confirmSubscriber, listMessages } from './sql.server.ts'
import { parseIssue, sendNextBatch, startNewsletter, testNewsletter } from './staff.server.ts'
import { answerMessage } from './threads.server.ts'

const ISSUE = '# Kurtas are here\n\nThe **new** lot, [all of it](/categories).\n'

let shop: TestShop
/** Enqueues like the shop's outbox, but never sends. */
let mail: Outbox
const context = () => ({ ...shop.shop, mail, config: { publicUrl: 'https://shop.example' } })

beforeAll(async () => {
  shop = await openTestShop()
  await shop.outbox.stop()
  mail = { enqueue: shop.shop.mail.enqueue, wake: () => {} }
})
afterAll(() => shop.close())

const mailsTo = async (recipient: string) => {
  type Row = { subject: string; body_text: string; body_html: string; headers: Record<string, string> }
  const { rows } = await sql<Row>`
    select subject, body_text, body_html, headers from outbox where recipient = ${recipient}`.execute(shop.shop.db)
  return rows
}

test('an issue reaches each confirmed subscriber once, even if the shop crashes while sending', async () => {
  const { db } = shop.shop
  expect(await startNewsletter(context(), STAFF, ISSUE)).toMatchObject({ ok: false, code: 'conflict' })
  expect(await testNewsletter(context(), STAFF, ISSUE, 'owner@example.test')).toEqual({
    ok: true,
    data: { to: 'owner@example.test' },
  })
  expect(await startNewsletter(context(), STAFF, ISSUE)).toMatchObject({
    message: 'There are no confirmed subscribers.',
  })
  await addSubscriber(db, 'unconfirmed@example.test')
  const emails = Array.from({ length: 500 }, (_, n) => `reader-${String(n).padStart(3, '0')}@example.test`)
  for (const email of emails) await confirmSubscriber(db, await addSubscriber(db, email))
  const started = await startNewsletter(context(), STAFF, ISSUE)
  expect(started).toMatchObject({ ok: true, data: { subscribers: 500 } })
  expect(await startNewsletter(context(), STAFF, ISSUE)).toMatchObject({ ok: false, code: 'conflict' })

  const markSent = () => sql`update outbox set done_at = now(), outcome = 'sent' where done_at is null`.execute(db)
  await markSent()
  expect(await sendNextBatch(context())).toBe(50)
  // The next batch waits for this one, so that sign-in codes don't wait behind thousands of mails.
  expect(await sendNextBatch(context())).toBe(0)
  await markSent()
  let written = 0
  const crashing: Outbox = {
    async enqueue(tx, one) {
      if (++written > 20) throw new Error('killed')
      await mail.enqueue(tx, one)
    },
    wake: () => {},
  }
  await expect(sendNextBatch({ ...context(), mail: crashing })).rejects.toThrow('killed')
  // Two instances at once: one gets the issue, the other finds nothing.
  const both = await Promise.all([sendNextBatch(context()), sendNextBatch(context())])
  expect(both.reduce((sum, count) => sum + count, 0)).toBe(50)
  for (let round = 0; round < 20; round++) {
    await markSent()
    await sendNextBatch(context())
  }
  const { rows } = await sql<{ recipient: string; mails: number }>`
    select recipient, count(*)::integer as mails from outbox
    where recipient like 'reader-%' group by recipient`.execute(db)
  expect(rows).toHaveLength(500)
  expect(rows.every((row) => row.mails === 1)).toBe(true)
  expect(await mailsTo('unconfirmed@example.test')).toEqual([])
  expect(await listAudit(db, { limit: 1 })).toMatchObject([
    { action: 'newsletter.send', after: { subject: 'Kurtas are here', subscribers: 500 } },
  ])
})

test('a newsletter mail shows its Markdown as HTML, and has one-click unsubscribe (RFC 8058)', async () => {
  const { db } = shop.shop
  const [one] = await mailsTo('reader-007@example.test')
  expect(one).toMatchObject({ subject: 'Kurtas are here' })
  expect(one?.body_html).toContain('<strong>new</strong>')
  expect(one?.body_html).toContain('href="https://shop.example/categories"')
  expect(one?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(.+)>$/.exec(one?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(url).toMatch(/^https:\/\/shop\.example\/newsletter\/leave\?token=[\w-]{43}$/)
  const show = createMailLinkPages(shop.shop, { newsletter: newsletterLinks })
  const stored = () =>
    db.selectFrom('subscribers').select('email').where('email', '=', 'reader-007@example.test').execute()
  expect((await show(new Request(url))).status).toBe(200)
  expect(await stored()).toHaveLength(1)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await show(new Request(url, { method: 'POST', body }))).status).toBe(200)
  expect(await stored()).toEqual([])
})

test('a file without a subject is refused', () => {
  for (const file of ['', 'no heading', '# Subject only\n', '## Second\n\ntext'])
    expect(parseIssue(file)).toMatchObject({ ok: false, code: 'invalid_input' })
})

test.each([
  ['Yes, daily.', true],
  ['Historically we did.', true],
  ['Dear Asha,\n\nYes, daily.', false],
  ['hello Asha\nYes.', false],
  ['Namaste,\nYes.', false],
])('the answer %j has one greeting', async (answer, isGreeted) => {
  const email = `${newId().toLowerCase()}@example.test`
  const body = { firstName: 'Asha', lastName: 'Kale', email, phone: '98200 00028', message: 'Do you ship?' }
  await shop.api('POST /user/addContactUs', { body })
  const [message] = await listMessages(shop.shop.db, { waiting: true })
  await answerMessage(context(), STAFF, message?._id ?? '', answer)
  const [sent] = await mailsTo(email)
  expect(sent?.body_text.includes('Hello Asha,')).toBe(isGreeted)
  expect(sent?.body_text).toContain(answer)
})

test('a message is answered by mail once, with the message quoted below', async () => {
  const { db } = shop.shop
  const email = `${newId().toLowerCase()}@example.test`
  await shop.api('POST /user/addContactUs', {
    body: { firstName: 'Asha', lastName: 'Kale', email, phone: '98200 00028', message: 'Do you ship\nto Pune?' },
  })
  const [message] = await listMessages(db, { waiting: true })
  const id = message?._id ?? ''
  expect(await answerMessage(context(), STAFF, id, ' ')).toMatchObject({ ok: false, code: 'invalid_input' })
  expect(await answerMessage(context(), STAFF, id, 'Yes, daily.')).toMatchObject({ ok: true, data: { id, to: email } })
  expect(await answerMessage(context(), STAFF, id, 'Again')).toMatchObject({ ok: false, code: 'conflict' })
  expect(await answerMessage(context(), STAFF, 'none', 'Hello')).toMatchObject({ ok: false, code: 'not_found' })
  const [sent] = await mailsTo(email)
  expect(sent?.body_text).toContain('Yes, daily.')
  expect(sent?.body_text).toContain('> Do you ship\n> to Pune?')
  expect(sent?.headers).toEqual({ 'Reply-To': 'hello@fourthseat.example' })
  expect(await listMessages(db, { waiting: true })).toEqual([])
})
