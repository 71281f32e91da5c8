import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { type CustomerFixture, openCustomerFixture, passTime } from '../../../tests/support/customer-fixture.ts'
import { EMAIL_INVALID, EMAIL_REQUIRED, LINK_INVALID, NAME_REQUIRED, VERIFICATION_FAILED } from './messages.ts'

let shop: CustomerFixture
let counter = 0
const freshEmail = () => `shopper${++counter}@example.test`

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

const register = (email: string, name = 'A') => shop.api()('POST /user/register', { body: { email, name } })
const login = (email: string) => shop.api()('POST /user/login', { body: { email } })
/** Registers a new address. Returns it with the code from its mail. */
async function requestCode() {
  const email = freshEmail()
  await register(email)
  return { email, code: await shop.codeTo(email) }
}
const verify = (email: string, otp: number | string) => shop.api()('POST /user/verifyOtp', { body: { email, otp } })
const wrong = (code: string) => (code === '100000' ? '100001' : '100000')

describe('registration and login', () => {
  test('registers, sends a code, and exchanges it for a token that works', {
    tags: ['S7.1', 'S7.2', 'S7.5', 'S7.7', 'S9.7', 'C3.20', 'C3.22', 'C3.43', 'R28'],
  }, async () => {
    const email = freshEmail()
    const registered = await shop.api()('POST /user/register', {
      body: { email: ` ${email.toUpperCase()} `, name: ' Asha Kale ' },
    })
    expect(registered).toMatchObject({ status: 201, data: { success: true, data: { email } } })
    const code = await shop.codeTo(email)
    expect(code).toMatch(/^[1-9]\d{5}$/)
    const response = await verify(email, Number(code))
    expect(response).toMatchObject({ status: 200, data: { data: { name: 'Asha Kale', email } } })
    if (!response.ok) return
    expect(response.data.token).toMatch(/^[\w-]{43}$/)
    expect(response.data.data.id).toMatch(/^[\w-]{22}$/)
    const userId = response.data.data.id
    const list = await shop.api({ token: response.data.token })('GET /user/getUserAddresses/{userId}', {
      params: { userId },
    })
    expect(list).toMatchObject({ status: 200, data: { success: true, addresses: [] } })
  })

  test('responds identically to a known, an unknown and a pending address', { tags: ['S7.6', 'C3.21'] }, async () => {
    const [known, pending, unknown] = [freshEmail(), freshEmail(), freshEmail()]
    await shop.signIn(known)
    await register(pending)
    const responses = []
    for (const email of [known, pending, unknown]) {
      const response = await shop.fetch('/user/login', post({ email }))
      const body = (await response.text()).replaceAll(email, 'EMAIL')
      responses.push(JSON.stringify([response.status, [...response.headers].map(([name]) => name), body]))
    }
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toContain('OTP sent successfully to EMAIL')
    expect((await shop.mailTo(unknown)).text).toContain('http://localhost/register')
    expect((await shop.mailTo(unknown)).text).not.toMatch(/\d{6}/)
    expect(await shop.codeTo(pending, 1)).toMatch(/^\d{6}$/)
    expect(await shop.codeTo(known, 1)).toMatch(/^\d{6}$/)
  })

  test('runs the same database statements for a known and an unknown address, so that timing reveals nothing', async () => {
    const known = freshEmail()
    await shop.db.insertInto('customers').values({ id: newId(), email: known, name: 'A' }).execute()
    const querySpy = vi.spyOn(pg.Client.prototype, 'query')
    const statementsOf = async (email: string) => {
      querySpy.mockClear()
      await login(email)
      const texts = querySpy.mock.calls.map(([first]: unknown[]) => (typeof first === 'string' ? first : textOf(first)))
      // The outbox sends the mail meanwhile.
      return texts.filter((text) => !/^update "?outbox/i.test(text.trim()))
    }
    const forUnknown = await statementsOf(freshEmail())
    expect(forUnknown.length).toBeGreaterThan(3)
    expect(await statementsOf(known)).toEqual(forUnknown)
  })

  test('completes a pending registration by a login code, with the registered name', async () => {
    const email = freshEmail()
    await register(email, 'Meera')
    await login(email)
    expect(await verify(email, await shop.codeTo(email, 1))).toMatchObject({ data: { data: { name: 'Meera' } } })
  })

  test('never renames an existing customer, and uses the name registered with the code', {
    tags: ['C3.20', 'C3.42'],
  }, async () => {
    const email = freshEmail()
    await register(email, 'Stranger')
    await register(email, 'Owner')
    expect(await verify(email, await shop.codeTo(email, 1))).toMatchObject({ data: { data: { name: 'Owner' } } })
    expect(await register(email, 'Mallory')).toMatchObject({ status: 201, data: { data: { email } } })
    expect(await verify(email, await shop.codeTo(email, 2))).toMatchObject({ data: { data: { name: 'Owner' } } })
  })

  test.each([
    ['an empty body', {}, EMAIL_REQUIRED],
    ['no name', { email: 'a@example.test' }, NAME_REQUIRED],
    ['an empty name', { email: 'a@example.test', name: '  ' }, NAME_REQUIRED],
    ['no address', { email: 'nobody', name: 'A' }, EMAIL_INVALID],
    ['a list', { email: 'a@example.test,b@example.test', name: 'A' }, EMAIL_INVALID],
    ['a header', { email: 'a@example.test\r\nBcc: x@example.test', name: 'A' }, EMAIL_INVALID],
    ['a name on two lines', { email: 'a@example.test', name: 'A\r\nBcc: x@y' }, 'This text must be on one line.'],
    ['81 characters', { email: 'a@example.test', name: 'a'.repeat(81) }, 'Please use at most 80 characters.'],
  ])('rejects %s with a message', async (_, body, message) => {
    const response = await shop.fetch('/user/register', post(body))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      message,
      errors: expect.arrayContaining([expect.objectContaining({ message })]),
    })
  })

  test.each([12345, 99999, 1e6, 123456.5, '12345', '1234567', '١٢٣٤٥٦', 'abcdef', null, [1, 2], true])(
    'rejects %j as a code',
    async (otp) => {
      const response = await shop.fetch('/user/verifyOtp', post({ email: 'a@example.test', otp }))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ message: 'Please enter a 6-digit code.' })
    },
  )
})

describe('codes', () => {
  test('get the same message whether wrong, used, never sent or expired', { tags: ['C2.10', 'C3.22'] }, async () => {
    const email = freshEmail()
    await shop.signIn(email)
    const used = await shop.codeTo(email)
    await login(email)
    const expired = await shop.codeTo(email, 1)
    const refusals = [
      await verify(email, used),
      await verify(email, wrong(expired)),
      await verify(freshEmail(), 123456),
    ]
    await passTime(shop.db, 601)
    refusals.push(await verify(email, expired))
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 401, message: VERIFICATION_FAILED })
  })

  test('are valid after 4 wrong guesses and invalid after the 5th', { tags: ['C3.22', 'C3.43'] }, async () => {
    for (const guesses of [4, 5]) {
      const { email, code } = await requestCode()
      for (let n = 0; n < guesses; n++) expect((await verify(email, wrong(code))).status).toBe(401)
      expect((await verify(email, code)).status).toBe(guesses < 5 ? 200 : 401)
    }
  })

  test('stay invalid after 5 wrong guesses, even after a newer code of the mailbox was right', async () => {
    const { email, code: blocked } = await requestCode()
    for (let n = 0; n < 5; n++) await verify(email, wrong(blocked))
    await login(email)
    expect((await verify(email, await shop.codeTo(email, 1))).status).toBe(200)
    expect((await verify(email, blocked)).status).toBe(401)
  })

  test('count every parallel guess: of 100 at once only 5 are checked', { tags: 'C3.43' }, async () => {
    const { email, code } = await requestCode()
    const responses = await Promise.all(Array.from({ length: 100 }, () => verify(email, wrong(code))))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([401]))
    const failures = shop.db.selectFrom('login_failures').select('in_a_row').where('email', '=', email)
    expect(await failures.execute()).toEqual([{ in_a_row: 5 }])
    expect((await verify(email, code)).status).toBe(401)
  })

  test('are single-use: 20 parallel verifications of the right code create one session', {
    tags: 'C3.43',
  }, async () => {
    const { email, code } = await requestCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(email, code)))
    expect(responses.filter((response) => response.ok)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 401)).toHaveLength(19)
  })

  test('are valid for the two newest only', { tags: 'C3.43' }, async () => {
    const email = freshEmail()
    for (let n = 0; n < 3; n++) await register(email)
    const codes = [await shop.codeTo(email, 0), await shop.codeTo(email, 1), await shop.codeTo(email, 2)]
    expect((await verify(email, codes[0] ?? '')).status).toBe(401)
    expect((await verify(email, codes[1] ?? '')).status).toBe(200)
    expect((await verify(email, codes[2] ?? '')).status).toBe(200)
    expect((await verify(email, codes[2] ?? '')).status).toBe(401)
  })

  test('are in plain text neither in their table nor in the outbox', async () => {
    const { email, code } = await requestCode()
    await expect.poll(async () => (await shop.outbox.stats()).waiting).toBe(0)
    const rows = await shop.db.selectFrom('login_codes').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('are replaced by a link after 20 wrong guesses in a row', async () => {
    const email = freshEmail()
    const { id } = await shop.signIn(email)
    await shop.db.insertInto('login_failures').values({ email, in_a_row: 20 }).execute()
    await login(email)
    const mail = await shop.mailTo(email, 1)
    const token = /http:\/\/localhost\/verify#link=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    expect(mail.text).not.toMatch(/^\d{6}$/m)
    const byLink = () => shop.api()('POST /user/verifyLink', { body: { token } })
    const ownerOf = (link: string) => shop.api()('POST /user/linkOwner', { body: { token: link } })
    expect(await ownerOf(token)).toMatchObject({
      status: 200,
      data: { email: `${email[0]}•••@${email.split('@')[1]}` },
    })
    expect(await ownerOf(`${token}x`)).toMatchObject({ status: 401 })
    expect(await byLink()).toMatchObject({ status: 200, data: { data: { id, email } } })
    expect(await ownerOf(token)).toMatchObject({ status: 401, message: LINK_INVALID })
    expect(await byLink()).toMatchObject({ status: 401, message: LINK_INVALID })
    await login(email)
    expect(await shop.codeTo(email, 2)).toMatch(/^\d{6}$/)
  })
})

describe('rate limits', () => {
  test('allow a mailbox 5 mails in 10 minutes and 10 in an hour, whatever its case', {
    tags: ['C3.44', 'C3.45'],
  }, async () => {
    const email = freshEmail()
    const logIn = () => shop.api()('POST /user/login', { body: { email: email.toUpperCase() } })
    const burst = await Promise.all(Array.from({ length: 8 }, logIn))
    expect(burst.filter((response) => response.ok)).toHaveLength(5)
    const refusal = await shop.fetch('/user/login', post({ email }))
    expect(refusal.status).toBe(429)
    const seconds = Number(refusal.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(300)
    expect(seconds).toBeLessThanOrEqual(600)
    expect(await refusal.json()).toMatchObject({
      message: `Too many attempts. Please try again in ${seconds} seconds.`,
    })
    await passTime(shop.db, 601)
    for (let n = 0; n < 5; n++) expect((await logIn()).ok).toBe(true)
    await passTime(shop.db, 601)
    expect((await logIn()).status).toBe(429)
    await passTime(shop.db, 3000)
    expect((await logIn()).ok).toBe(true)
  })

  test('allow an IP address 300 requests for a code in a minute', { tags: 'C3.44' }, async () => {
    const client = '192.0.2.77'
    await sql`insert into limit_hits (bucket, hit_at, keep_until)
      select ${`sign-in ${client}`}, now(), now() + interval '1 minute' from generate_series(1, 300)`.execute(shop.db)
    const body = { email: freshEmail() }
    expect((await shop.api({ client })('POST /user/login', { body })).status).toBe(429)
    expect((await shop.api({ client: '192.0.2.78' })('POST /user/login', { body })).ok).toBe(true)
  })
})

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** The text of a prepared query as `pg` is handed it. */
function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
