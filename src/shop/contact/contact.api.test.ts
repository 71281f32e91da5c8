import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerFixture, openCustomerFixture, passTime } from '../../../tests/support/customer-fixture.ts'
import { EMAIL_INVALID, MESSAGE_TOO_LONG, PHONE_INVALID, SUBSCRIBED } from './messages.ts'
import { listMessages } from './sql.server.ts'

let shop: CustomerFixture

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

const MESSAGE = {
  firstName: 'Asha',
  lastName: 'Kale',
  email: 'Asha@Example.test',
  phone: '+91 98765 43210',
  message: 'Do you have\nthe tee in XS? <script>alert(1)</script>',
}

describe('the contact form', () => {
  test('stores a message for the operator, as it was written', { tags: ['S7.27', 'C3.39'] }, async () => {
    const response = await shop.api()('POST /user/addContactUs', { body: MESSAGE })
    expect(response).toMatchObject({ status: 201, data: { success: true, message: 'Form successfully submitted!' } })
    const [newest] = await listMessages(shop.db)
    expect(newest).toMatchObject({ ...MESSAGE, email: 'asha@example.test' })
    expect(newest?.createdAt).toBeInstanceOf(Date)
  })

  test.each(['firstName', 'lastName', 'email', 'phone', 'message'])('requires %s', async (field) => {
    for (const value of [undefined, '', '   ']) {
      const response = await shop.fetch('/user/addContactUs', post({ ...MESSAGE, [field]: value }))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ message: 'Please fill in all required fields.' })
    }
  })

  test.each([
    [{ email: 'nobody' }, EMAIL_INVALID],
    [{ phone: 'call me' }, PHONE_INVALID],
    [{ phone: '+' }, PHONE_INVALID],
    [{ message: 'a'.repeat(5001) }, MESSAGE_TOO_LONG],
  ])('rejects %j with a message', async (fields, message) => {
    const response = await shop.fetch('/user/addContactUs', post({ ...MESSAGE, ...fields }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message })
  })

  test('stores a message with an idempotency key once, and rejects the key with another message', {
    tags: 'C3.17',
  }, async () => {
    const before = (await listMessages(shop.db)).length
    const send = (message: string) =>
      shop.api()(
        'POST /user/addContactUs',
        { body: { ...MESSAGE, email: 'keyed@example.test', message } },
        { idempotencyKey: 'k1' },
      )
    expect((await send('one')).status).toBe(201)
    expect((await send('one')).status).toBe(201)
    expect((await send('two')).status).toBe(422)
    expect(await listMessages(shop.db)).toHaveLength(before + 1)
  })

  test('accepts 10 messages of a sender in 10 minutes from one IP address, whatever others send in the same name', {
    tags: 'C3.44',
  }, async () => {
    const send = () =>
      shop.api({ client: '192.0.2.9' })('POST /user/addContactUs', { body: { ...MESSAGE, email: 'busy@example.test' } })
    for (let n = 0; n < 10; n++) expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(429)
    expect(
      (
        await shop.api({ client: '192.0.2.10' })('POST /user/addContactUs', {
          body: { ...MESSAGE, email: 'busy@example.test' },
        })
      ).status,
    ).toBe(201)
    await passTime(shop.db, 601)
    expect((await send()).status).toBe(201)
  })
})

test('an IP address can send 300 messages in an hour and 1,000 in a day, whatever the sender addresses', async () => {
  const client = '192.0.2.77'
  // Written into the counters' table, since a thousand calls would take long.
  const fill = (count: number) =>
    sql`insert into limit_hits (bucket, hit_at, keep_until)
      select ${`contact ${client}`}, clock_timestamp(), clock_timestamp() + interval '1 day'
      from generate_series(1, ${count}::int)`.execute(shop.db)
  const send = () =>
    shop.api({ client })('POST /user/addContactUs', { body: { ...MESSAGE, email: `${randomUUID()}@example.test` } })
  await fill(299)
  await passTime(shop.db, 61)
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(429)
  await passTime(shop.db, 3600)
  expect((await send()).status).toBe(201)
  await fill(698)
  await passTime(shop.db, 3600)
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(429)
})

describe('the newsletter', () => {
  const subscribe = (email: string) => shop.api()('POST /user/subscribe', { body: { email } })
  const visit = (url: string, method = 'GET') => shop.visit(new Request(url, { method }))
  const find = (email: string) =>
    shop.db.selectFrom('subscribers').select('confirmed_at').where('email', '=', email).executeTakeFirst()

  test('subscribes by a press on the page behind a link, which opening it doesn’t do, and unsubscribes', {
    tags: 'C3.40',
  }, async () => {
    const email = 'reader@example.test'
    const first = await subscribe(email)
    expect(first).toMatchObject({ status: 202, data: { success: true, message: SUBSCRIBED } })
    expect((await find(email))?.confirmed_at).toBeNull()
    const [confirm = '', unsubscribe = ''] =
      (await shop.mailTo(email)).text.match(/http:\/\/localhost\/newsletter\/\S+/g) ?? []
    // A mail scanner opens links, but posts no forms.
    for (const method of ['HEAD', 'GET']) {
      const question = await visit(confirm, method)
      expect([question.status, question.headers.get('cache-control')]).toEqual([200, 'no-store'])
      if (method === 'GET') expect(await question.text()).toContain('<form method="post" action="/newsletter/confirm?')
      expect((await find(email))?.confirmed_at).toBeNull()
    }
    for (let twice = 0; twice < 2; twice++) {
      const page = await visit(confirm, 'POST')
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(await page.text()).toContain('You’re on the list')
    }
    expect((await find(email))?.confirmed_at).toBeInstanceOf(Date)
    expect(await subscribe(email)).toMatchObject({ status: 202, data: first.ok ? first.data : {} })
    await visit(unsubscribe)
    for (const method of ['GET', 'POST'])
      expect((await visit(unsubscribe.replace('/leave?', '/anything?'), method)).status).toBe(404)
    expect(await find(email)).toBeDefined()
    expect(await (await visit(unsubscribe, 'POST')).text()).toContain('You’ve unsubscribed')
    expect(await find(email)).toBeUndefined()
    expect((await visit(confirm, 'POST')).status).toBe(404)
  })

  test('six strangers who give one address at once send it one mail, and it’s sent again after ten minutes and for a new link', async () => {
    const email = 'six-times@example.test'
    const countMails = async () =>
      (await sql`select from outbox where recipient = ${email}`.execute(shop.db)).rows.length
    const ask = (n: number) => shop.api({ client: `192.0.2.${20 + n}` })('POST /user/subscribe', { body: { email } })
    for (const { status } of await Promise.all([1, 2, 3, 4, 5].map(ask))) expect(status).toBe(202)
    expect(await countMails()).toBe(1)
    await sql`update outbox set created_at = created_at - interval '11 minutes' where recipient = ${email}`.execute(
      shop.db,
    )
    await passTime(shop.db, 661)
    await ask(6)
    await ask(7)
    expect(await countMails()).toBe(2)
    const [, leave = ''] = (await shop.mailTo(email)).text.match(/http:\/\/localhost\/newsletter\/\S+/g) ?? []
    await visit(leave, 'POST')
    expect((await ask(8)).status).toBe(202)
    expect(await countMails()).toBe(3)
  })

  test('rejects invalid addresses and tokens', async () => {
    expect((await subscribe('nobody')).status).toBe(400)
    for (const token of ['', 'x', "' or 1=1", 'a'.repeat(43)])
      expect(
        (await visit(`http://localhost/newsletter/confirm?token=${encodeURIComponent(token)}`, 'POST')).status,
      ).toBe(404)
  })

  test('sends a mailbox 5 mails in 10 minutes, and strangers leave some for its owner', { tags: 'C3.44' }, async () => {
    const email = 'pestered@example.test'
    for (let n = 0; n < 5; n++) expect((await subscribe(email)).status).toBe(202)
    expect((await subscribe(email)).status).toBe(429)
    const owner = shop.api({ client: '192.0.2.11' })
    expect((await owner('POST /user/subscribe', { body: { email } })).status).toBe(202)
    expect((await owner('POST /user/subscribe', { body: { email } })).status).toBe(429)
  })
})

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
