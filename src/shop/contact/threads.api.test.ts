import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, findOrder, newShopper, type Shopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { readToday } from '../owner/today-sql.server.ts'
import type { ListedMessage, SavedReply, Thread } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let meera: SignedInStaff

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newShopper(shop)
  meera = await signInStaff(shop, 'manager', 'meera')
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: object, headers = {}) =>
  meera.browser.call(method, path, body, headers)

/** Writes through the contact form; returns the message's id. */
async function write(message: string, email = asha.email): Promise<string> {
  const body = { firstName: 'Asha', lastName: 'Kale', email, phone: '98200 00028', message }
  const sent = await shop.api('POST /user/addContactUs', { body })
  if (!sent.ok) throw new Error(sent.message)
  const { id } = await shop.shop.db
    .selectFrom('contact_messages')
    .select('id')
    .where('message', '=', message)
    .executeTakeFirstOrThrow()
  return id
}

async function list(query = '') {
  const { body } = await call('GET', `/messages${query}`)
  return body as unknown as { items: ListedMessage[]; next: string | null; counts: Record<string, number> }
}
const show = async (id: string) => (await call('GET', `/messages/${id}`)).body as unknown as Thread
const countWaiting = async () =>
  (await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })).messages.count

test('an answer reaches the customer by mail, and stands in the thread with who and when', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const { orderNumber } = await findOrder(asha, orderId)
  const other = await newShopper(shop)
  const { orderNumber: foreign } = await findOrder(other, (await buy(shop, other, [tee])).orderId)
  const first = await write(`Is ${foreign.toLowerCase()} on its way?`, asha.email.toUpperCase())
  const second = await write('And may I have it in blue?')
  expect((await list('?state=waiting')).items.map(({ id }) => id)).toEqual([first, second])
  const thread = await show(second)
  expect(thread).toMatchObject({ state: 'waiting', name: 'Asha Kale', phone: '98200 00028' })
  expect(thread.repliesTo).toBe(shop.shop.settings()['shop.email'])
  expect(thread.orders).toMatchObject([
    { orderNumber: foreign, isNamed: true },
    { orderNumber, isNamed: false, total: 1403.95 },
  ])
  expect((await call('POST', `/messages/${second}/answer`, { text: 'Yes, Asha.' })).body).toMatchObject({
    state: 'answered',
  })
  const { text } = await shop.mailTo(asha.email, `Your message to ${shop.shop.settings()['shop.name']}`)
  expect(text).toContain('Yes, Asha.')
  expect((await show(second)).messages).toMatchObject([
    // The earlier one is settled with it.
    { id: first, state: 'answered', answer: null, answeredBy: expect.stringContaining('meera') },
    { id: second, state: 'answered', answer: 'Yes, Asha.', answeredAt: expect.stringMatching(/Z$/) },
  ])
  expect((await list('?state=waiting')).items).toEqual([])
  expect(await countWaiting()).toBe(0)
})

test('a message is answered once, however often the form is sent', async () => {
  const id = await write('Do you ship to Pune?')
  const key = { 'idempotency-key': 'a-form' }
  const sent = await Promise.all(
    [1, 2, 3, 4, 5].map(() => call('POST', `/messages/${id}/answer`, { text: 'Yes.' }, key)),
  )
  for (const { status, body } of sent) if (status !== 200) expect(body.code).toBe('request_under_way')
  expect((await call('POST', `/messages/${id}/answer`, { text: 'Yes.' }, key)).status).toBe(200)
  expect((await call('POST', `/messages/${id}/answer`, { text: 'No.' })).body.code).toBe('conflict')
  const { rows } =
    await sql`select from outbox where recipient = ${asha.email} and subject like 'Your message%'`.execute(shop.shop.db)
  expect(rows).toHaveLength(2)
})

test('an answer that still has a placeholder isn’t sent', async () => {
  const id = await write('When will it come?')
  for (const text of ['Dear {firstName}', 'Order {orderNumber} left', '  '])
    expect((await call('POST', `/messages/${id}/answer`, { text })).status, text).toBe(400)
  expect((await show(id)).state).toBe('waiting')
  await call('POST', `/messages/${id}/hide`)
})

test('a hidden message waits no longer, here and in today, until it is shown again', async () => {
  const before = await countWaiting()
  const id = await write('Buy my links')
  expect(await countWaiting()).toBe(before + 1)
  expect((await call('POST', `/messages/${id}/hide`)).body).toMatchObject({ state: 'hidden' })
  expect((await call('POST', `/messages/${id}/hide`)).body.code).toBe('conflict')
  expect(await countWaiting()).toBe(before)
  expect((await list('?state=hidden')).items.map((item) => item.id)).toContain(id)
  expect((await list()).counts).toMatchObject({ waiting: before })
  expect((await call('POST', `/messages/${id}/show`)).body).toMatchObject({ state: 'waiting' })
  expect((await show(id)).state).toBe('waiting')
  const { undo } = (await call('POST', `/messages/${id}/hide`)).body
  expect((await call('POST', `/undo/${undo}`)).status).toBe(200)
  expect((await call('POST', `/undo/${undo}`)).status).toBe(409)
  expect((await show(id)).state).toBe('waiting')
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject = ${`message:${id}`} order by id`.execute(shop.shop.db)
  expect(rows.map(({ action }) => action)).toEqual(['message.hide', 'message.show', 'message.hide', 'message.show'])
})

test('walking the list meets every message once, those of the same moment, too', async () => {
  for (const number of [1, 2, 3, 4, 5]) await write(`Message ${number}`, 'ila@example.test')
  await sql`update contact_messages set created_at = date_trunc('second', now()) where email = 'ila@example.test'`.execute(
    shop.shop.db,
  )
  const met: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await list(`?state=waiting&limit=2${next === '' ? '' : `&cursor=${next}`}`)
    met.push(...page.items.map(({ id }) => id))
    next = page.next
    if (met.length === 2) await write('One more', 'ila@example.test')
  }
  expect(new Set(met).size).toBe(met.length)
  expect(met).toHaveLength((await list()).counts.waiting ?? 0)
})

test('saved replies are added, changed and deleted; a field that was changed since is refused with what it is', async () => {
  const added = await call('POST', '/saved-replies', { title: 'On its way', text: 'Dear {firstName}, it left.' })
  expect(added.status).toBe(201)
  const { id, version } = added.body as unknown as SavedReply
  const change = (fields: object) => call('PATCH', `/saved-replies/${id}`, fields, { 'if-match': `"${version}"` })
  expect((await change({ title: 'It left' })).body).toMatchObject({
    title: 'It left',
    text: 'Dear {firstName}, it left.',
  })
  expect(await change({ title: 'Mine', text: 'It left us.' })).toMatchObject({
    status: 412,
    body: { code: 'changed_meanwhile', current: { title: 'It left' }, fields: ['title'], by: expect.any(String) },
  })
  // The other field is as it was in that version.
  expect((await change({ text: 'It left us.' })).body).toMatchObject({ title: 'It left', text: 'It left us.' })
  expect((await call('GET', '/saved-replies')).body.items).toMatchObject([{ id }])
  const { status, body } = await call('DELETE', `/saved-replies/${id}`)
  expect(status).toBe(200)
  expect((await call('GET', '/saved-replies')).body.items).toEqual([])
  expect((await call('DELETE', `/saved-replies/${id}`)).status).toBe(404)
  expect((await call('POST', `/undo/${body.undo}`)).status).toBe(200)
  expect((await call('GET', '/saved-replies')).body.items).toMatchObject([{ id, title: 'It left' }])
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject = ${`saved-reply:${id}`} order by id`.execute(shop.shop.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'saved-reply.add',
    'saved-reply.change',
    'saved-reply.change',
    'saved-reply.delete',
    'saved-reply.restore',
  ])
})
