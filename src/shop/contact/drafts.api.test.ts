import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outbox } from '#platform/mail/mail.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import type { ListedNewsletter, Newsletter } from './newsletter-contract.ts'
import { addSubscriber, confirmSubscriber } from './sql.server.ts'
import { sendNextBatch } from './staff.server.ts'

let shop: TestShop
let meera: SignedInStaff
let mail: Outbox

beforeAll(async () => {
  shop = await openTestShop()
  await shop.outbox.stop()
  mail = { enqueue: shop.shop.mail.enqueue, wake: () => {} }
  meera = await signInStaff(shop, 'manager', 'meera')
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: object, headers = {}) =>
  meera.browser.call(method, `/newsletters${path}`, body, headers)
async function read(id: string): Promise<Newsletter> {
  return (await call('GET', `/${id}`)).body as unknown as Newsletter
}
async function begin(subject: string, text = 'The **new** lot, [all of it](/categories).'): Promise<Newsletter> {
  const { status, body } = await call('POST', '', { subject, text })
  expect(status).toBe(201)
  return body as unknown as Newsletter
}
const markSent = () =>
  sql`update outbox set done_at = now(), outcome = 'sent' where done_at is null`.execute(shop.shop.db)
const sendBatch = async () => {
  await markSent()
  return sendNextBatch({ ...shop.shop, mail })
}

test('a draft is tested, sent, stopped between two batches, and goes on', async () => {
  const emails = Array.from({ length: 120 }, (_, n) => `reader-${String(n).padStart(3, '0')}@example.test`)
  for (const email of emails) await confirmSubscriber(shop.shop.db, await addSubscriber(shop.shop.db, email))
  const draft = await begin('Kurtas are here')
  expect(draft).toMatchObject({ state: 'draft', isTested: false, subscribers: 120 })
  const send = (version = draft.version) => call('POST', `/${draft.id}/send`, { version })
  expect((await send()).body.code).toBe('conflict')
  expect((await call('POST', `/${draft.id}/test`, {})).body).toMatchObject({
    isTested: true,
    to: meera.email.toLowerCase(),
  })
  const { rows: tests } =
    await sql`select from outbox where recipient = ${meera.email.toLowerCase()} and subject = 'Kurtas are here'`.execute(
      shop.shop.db,
    )
  expect(tests).toHaveLength(1)

  // What was changed after its test isn't tested.
  const change = (fields: object) => call('PATCH', `/${draft.id}`, fields, { 'if-match': `"${draft.version}"` })
  const changed = (await change({ text: 'Another text.' })).body as unknown as Newsletter
  expect(changed).toMatchObject({ isTested: false, subject: 'Kurtas are here' })
  expect(await change({ text: 'Mine.' })).toMatchObject({
    status: 412,
    body: { code: 'changed_meanwhile', current: { text: 'Another text.' }, fields: ['text'], by: expect.any(String) },
  })
  expect((await send()).body.code).toBe('changed_meanwhile')
  expect((await send(changed.version)).body.code).toBe('conflict')
  const elsewhere = await call('POST', `/${draft.id}/test`, { to: 'stranger@example.test' })
  expect(elsewhere.body).toMatchObject({
    code: 'invalid_input',
    message: 'A test can only go to a member of your team.',
  })
  await call('POST', `/${draft.id}/test`, { to: meera.email })
  const sent = (await send(changed.version)).body as unknown as Newsletter
  expect(sent).toMatchObject({ state: 'sending', sent: 0, recipients: 120, version: null })
  expect((await call('GET', `/${draft.id}`)).status).toBe(404)

  expect(await sendBatch()).toBe(50)
  const stopped = await call('POST', `/${sent.id}/stop`)
  expect(stopped.body).toMatchObject({ state: 'stopped', sent: 50, recipients: 120 })
  expect((await call('POST', `/${sent.id}/stop`)).body.code).toBe('conflict')
  expect(await sendBatch()).toBe(0)
  expect(await sendBatch()).toBe(0)
  expect(await read(sent.id)).toMatchObject({ state: 'stopped', sent: 50 })

  expect((await call('POST', `/${sent.id}/resume`)).body).toMatchObject({ state: 'sending' })
  expect([await sendBatch(), await sendBatch(), await sendBatch()]).toEqual([50, 20, 0])
  expect(await read(sent.id)).toMatchObject({ state: 'sent', sent: 120, finishedAt: expect.stringMatching(/Z$/) })
  expect((await call('POST', `/${sent.id}/stop`)).body.code).toBe('conflict')
  const { rows } = await sql<{ mails: number }>`
    select count(*)::integer as mails from outbox where recipient like 'reader-%' group by recipient`.execute(
    shop.shop.db,
  )
  expect(rows.length).toBe(120)
  expect(rows.every(({ mails }) => mails === 1)).toBe(true)
})

test('stopping waits for the batch that is being handed over, and no mail follows it', async () => {
  const draft = await begin('A second one')
  await call('POST', `/${draft.id}/test`, {})
  const { id } = (await call('POST', `/${draft.id}/send`, { version: draft.version })).body as unknown as Newsletter
  await markSent()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const underWay = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slow: Outbox = {
    async enqueue(tx, one) {
      begun()
      await held
      await mail.enqueue(tx, one)
    },
    wake: () => {},
  }
  const batch = sendNextBatch({ ...shop.shop, mail: slow })
  await underWay
  const stop = call('POST', `/${id}/stop`)
  release()
  expect(await batch).toBe(50)
  expect((await stop).body).toMatchObject({ state: 'stopped', sent: 50 })
  expect(await sendBatch()).toBe(0)
})

test('the preview is the mail itself, for a frame that may do nothing', async () => {
  expect(
    (await call('PUT', '/preview', { subject: 'Linen', text: 'Soft *linen*.\n\n[See](/categories)' })).status,
  ).toBe(204)
  const response = await shop.fetch('/api/admin/newsletters/preview', { headers: { cookie: meera.browser.cookie } })
  expect(response.headers.get('content-type')).toBe('text/html')
  expect(response.headers.get('content-security-policy')).toMatch(
    /default-src 'none';.*frame-ancestors 'self'; sandbox/,
  )
  const html = await response.text()
  expect(html).toContain('<em>linen</em>')
  expect(html).toContain(`href="${shop.config.publicUrl}/categories"`)
  const other = await signInStaff(shop, 'manager')
  expect((await other.browser.call('GET', '/newsletters/preview')).status).toBe(404)
})

test('drafts come first, then what was sent; a deleted draft comes back', async () => {
  const first = await begin('First draft')
  const second = await begin('Second draft')
  const list = async (query = '') =>
    (await call('GET', query)).body as unknown as { items: ListedNewsletter[]; next: string | null }
  const all = (await list()).items
  expect(all.map(({ state, subject }) => [state, subject])).toEqual([
    ['draft', 'Second draft'],
    ['draft', 'First draft'],
    ['stopped', 'A second one'],
    ['sent', 'Kurtas are here'],
  ])
  const met: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
    met.push(...page.items.map(({ id }) => id))
    cursor = page.next
  }
  expect(met).toEqual(all.map(({ id }) => id))
  const gone = await call('DELETE', `/${first.id}`)
  expect((await call('GET', `/${first.id}`)).status).toBe(404)
  expect((await meera.browser.call('POST', `/undo/${String(gone.body.undo)}`)).status).toBe(200)
  expect(await read(first.id)).toMatchObject({ subject: 'First draft' })
  expect((await call('POST', `/${second.id}/stop`)).status).toBe(404)
  const empty = await begin('', '')
  expect((await call('POST', `/${empty.id}/test`, {})).body.code).toBe('invalid_input')
})
