import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerFixture, openCustomerFixture, passTime } from '../../../tests/support/customer-fixture.ts'
import { readToday } from '../owner/today-sql.server.ts'
import { querySettings } from '../settings/sql.server.ts'

let shop: CustomerFixture
let counter = 0
const freshEmail = () => `owner${++counter}@example.test`

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

const HOME = '203.0.113.50'
const loginFrom = async (client: string, email: string) =>
  (await shop.api({ client })('POST /user/login', { body: { email } })).status
const guess = (client: string, email: string, otp: number | string) =>
  shop.api({ client })('POST /user/verifyOtp', { body: { email, otp: Number(otp) } })
const wrong = (code: string) => (code === '100000' ? 100_001 : 100_000)
const mailsTo = async (email: string) => {
  await expect.poll(async () => (await shop.outbox.stats()).waiting).toBe(0)
  return shop.mails.filter((mail) => mail.to === email)
}
const linkIn = (text = '') => /#link=([\w-]+)/.exec(text)?.[1] ?? null
const byLink = (token: string | null) => shop.api()('POST /user/verifyLink', { body: { token: token ?? '' } })
const fill = (bucket: string, count: number) =>
  sql`insert into limit_hits (bucket, hit_at, keep_until)
    select ${bucket}, now(), now() + interval '1 hour' from generate_series(1, ${count}::int)`.execute(shop.db)

/** An address with an account, whose sign-in counts for no limit. */
async function owner(): Promise<string> {
  const email = freshEmail()
  await shop.signIn(email)
  await sql`delete from limit_hits`.execute(shop.db)
  return email
}

describe('a mailbox that strangers ask mails for', () => {
  test('gets its owner a code, whatever else they asked for and guessed', async () => {
    const email = await owner()
    const stranger = await shop.signIn(freshEmail())
    const from = shop.api({ client: '198.51.100.1' })
    for (let n = 0; n < 5; n++) {
      expect((await from('POST /user/subscribe', { body: { email } })).status).toBe(202)
      const change = await stranger.api('POST /user/changeEmail', { body: { userId: stranger.id, email } })
      expect(change.status).toBe(202)
      expect(await loginFrom('198.51.100.1', email)).toBe(200)
    }
    expect(await loginFrom('198.51.100.1', email)).toBe(429)
    for (let n = 0; n < 10; n++) expect((await guess('198.51.100.2', email, 999_999)).status).toBe(401)
    expect(await loginFrom(HOME, email)).toBe(200)
    const code = /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[0]
    expect((await guess(HOME, email, code ?? '')).status).toBe(200)
  })

  test('has one valid link once they used up its codes, which neither they nor later codes can end', async () => {
    const email = await owner()
    for (let n = 0; n < 5; n++) await loginFrom('198.51.100.1', email)
    for (let n = 2; n < 5; n++) expect(await loginFrom(`198.51.100.${n}`, email)).toBe(200)
    const before = (await mailsTo(email)).length
    expect((await mailsTo(email)).some(({ text }) => linkIn(text))).toBe(false)
    for (let n = 5; n < 9; n++) expect(await loginFrom(`198.51.100.${n}`, email)).toBe(200)
    expect(await loginFrom(HOME, email)).toBe(200)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(before + 1)
    const link = linkIn(mails.at(-1)?.text)
    await sql`delete from limit_hits`.execute(shop.db)
    for (let n = 0; n < 3; n++) await loginFrom('198.51.100.1', email)
    expect((await byLink(link)).status).toBe(200)
    expect((await byLink(link)).status).toBe(401)
  })

  test('gets another link when the one before is used or expired', async () => {
    const email = await owner()
    await fill(`sign-in ${email}`, 5)
    await fill(`sign-in-reserve ${email}`, 3)
    const links = async () => (await mailsTo(email)).map(({ text }) => linkIn(text)).filter((link) => link !== null)
    await loginFrom('198.51.100.1', email)
    const [first = null] = await links()
    expect((await byLink(first)).status).toBe(200)
    await loginFrom('198.51.100.2', email)
    expect(await links()).toHaveLength(2)
    await sql`update login_codes set expires_at = now() where email = ${email}`.execute(shop.db)
    await loginFrom(HOME, email)
    const [, , third = null] = await links()
    expect((await byLink(third)).status).toBe(200)
  })

  test('without an account gets one invitation at that point, and the response is the same', async () => {
    const email = freshEmail()
    await fill(`sign-in ${email}`, 5)
    await fill(`sign-in-reserve ${email}`, 3)
    for (let n = 1; n < 4; n++) expect(await loginFrom(`198.51.100.${n}`, email)).toBe(200)
    expect((await mailsTo(email)).map(({ text }) => text.includes('/register'))).toEqual([true])
  })
})

test('a wrong guess counts as a failure for each code that it was compared with', async () => {
  const email = await owner()
  await loginFrom(HOME, email)
  await loginFrom(HOME, email)
  await guess('198.51.100.1', email, 999_999)
  const failures = shop.db.selectFrom('login_failures').select('in_a_row').where('email', '=', email)
  expect(await failures.execute()).toEqual([{ in_a_row: 2 }])
})

describe('an IP address with 120 wrong guesses in an hour, over all mailboxes', () => {
  const shared = '192.0.2.80'
  async function codeFor(email: string) {
    await loginFrom(HOME, email)
    return shop.codeTo(email, 1)
  }

  test('can still enter right codes, but wrong ones are rejected (429)', async () => {
    const [one, other] = [await owner(), await owner()]
    const [code, otherCode] = [await codeFor(one), await codeFor(other)]
    await fill(`verify-failed ${shared}`, 119)
    // Without a valid code there is nothing to guess, and a right code isn’t a failure.
    expect((await guess(shared, freshEmail(), '123456')).status).toBe(401)
    expect((await guess(shared, other, otherCode)).status).toBe(200)
    expect((await guess(shared, one, wrong(code))).status).toBe(401)
    expect((await guess(shared, one, wrong(code))).status).toBe(429)
    expect((await guess(shared, one, code)).status).toBe(200)
  })

  test('has the mailbox of its next wrong guess get links, and gets only links itself', async () => {
    const [guessed, asked] = [await owner(), await owner()]
    const code = await codeFor(guessed)
    await fill(`verify-failed ${shared}`, 120)
    expect((await guess(shared, guessed, wrong(code))).status).toBe(429)
    await loginFrom(HOME, guessed)
    await loginFrom(shared, asked)
    for (const email of [guessed, asked]) {
      const link = linkIn((await mailsTo(email)).at(-1)?.text)
      expect((await byLink(link)).status).toBe(200)
    }
    await passTime(shop.db, 3600)
    await loginFrom(shared, asked)
    expect(linkIn((await mailsTo(asked)).at(-1)?.text)).toBeNull()
  })

  test('600 guesses in a minute do not keep a right code out', async () => {
    const email = await owner()
    const code = await codeFor(email)
    await fill(`verify ${shared}`, 600)
    expect((await guess(shared, email, wrong(code))).status).toBe(429)
    expect((await guess(shared, email, code)).status).toBe(200)
  })
})

test('mails to strangers have a daily budget: the owner is told, customers still get their codes, responses stay the same', async () => {
  const [customer, mover] = [await owner(), await shop.signIn(freshEmail())]
  const strangers = [freshEmail(), freshEmail()]
  await fill('stranger-mails', 1000)
  for (const email of [customer, ...strangers]) expect(await loginFrom(HOME, email)).toBe(200)
  const newcomer = freshEmail()
  const registered = await shop.api()('POST /user/register', { body: { email: newcomer, name: 'A' } })
  expect(registered.status).toBe(201)
  expect(await mailsTo(customer)).toHaveLength(2)
  for (const email of [...strangers, newcomer]) expect(await mailsTo(email)).toEqual([])
  expect((await shop.api()('POST /user/subscribe', { body: { email: newcomer } })).status).toBe(429)
  const change = await mover.api('POST /user/changeEmail', { body: { userId: mover.id, email: newcomer } })
  expect(change.status).toBe(429)
  const events = shop.db.selectFrom('shop_events').select('type').where('type', '=', 'mail.budget_used')
  expect(await events.execute()).toHaveLength(1)
  const today = await readToday(shop.db, await querySettings(shop.db), { hasWebhooks: false })
  expect(today.mailBudgetUsed).toBe(true)
  await passTime(shop.db, 3601)
  await loginFrom(HOME, newcomer)
  expect(await shop.codeTo(newcomer)).toMatch(/^\d{6}$/)
})
