import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { invitationToken, openStaffBrowser, signInStaff, totpCode } from '../../../tests/support/staff.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: '1' } })
})
afterAll(() => shop.close())

const age = (interval: string, email: string) =>
  sql`update staff_sessions set created_at = created_at - ${interval}::interval, last_seen_at = last_seen_at - ${interval}::interval,
    factor_at = factor_at - ${interval}::interval
    where staff_id = (select id from staff where email = ${email})`.execute(shop.shop.db)

/** Asks for a code, and takes it from the mail. */
async function mailedCode(email: string, browser = openStaffBrowser(shop)): Promise<number> {
  const count = async () => (await shop.mailbox?.list({ to: email }))?.length ?? 0
  const before = await count()
  expect((await browser.call('POST', '/login', { email })).status).toBe(202)
  // It's sent after the response.
  await expect
    .poll(async () => {
      await shop.outbox.send()
      return count()
    })
    .toBe(before + 1)
  const { subject } = await shop.mailTo(email)
  return Number(/^\d{6}/.exec(subject)?.[0])
}

describe('getting in', () => {
  test('an invitation opens once, as far as the second factor, and the first factor comes with ten spare codes', async () => {
    const browser = openStaffBrowser(shop)
    const token = await invitationToken(shop, 'asha@staff.test', 'manager')
    const joined = await browser.call('POST', '/join', { token })
    expect(joined).toMatchObject({ status: 200, body: { email: 'asha@staff.test', role: 'manager' } })
    const cookie = joined.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^staff=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
    expect(await browser.call('GET', '/session')).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } })
    expect((await browser.call('GET', '/staff')).status).toBe(401)
    expect((await openStaffBrowser(shop).call('POST', '/join', { token })).body.code).toBe('invalid_link')

    const { body } = await browser.call('POST', '/totp/enrol')
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/)
    expect(body.qr).toMatch(/^<svg/)
    const half = browser.cookie
    const done = await browser.call('POST', '/totp', { code: totpCode(String(body.secret)) })
    expect(done.body).toMatchObject({ staff: { email: 'asha@staff.test', role: 'manager' } })
    expect(done.body.spareCodes).toHaveLength(10)
    // A session fixed before the second factor isn't signed in.
    expect(browser.cookie).not.toBe(half)
    const stolen = openStaffBrowser(shop)
    stolen.cookie = half
    expect((await stolen.call('GET', '/session')).status).toBe(401)
    expect((await browser.call('GET', '/session')).body).toMatchObject({ staff: { role: 'manager' } })
  })

  test('an invitation ends after 48 hours, and a second one replaces it', async () => {
    const first = await invitationToken(shop, 'late@staff.test', 'packer')
    const second = await invitationToken(shop, 'late@staff.test', 'packer')
    const browser = openStaffBrowser(shop)
    expect((await browser.call('POST', '/join', { token: first })).status).toBe(401)
    await sql`update staff_invitations set expires_at = now() - interval '1 second'`.execute(shop.shop.db)
    expect((await browser.call('POST', '/join', { token: second })).status).toBe(401)
  })

  test('a code by mail and the authenticator’s, each time step once', async () => {
    const ravi = await signInStaff(shop, 'packer')
    const browser = openStaffBrowser(shop)
    const otp = await mailedCode(ravi.email)
    const verified = await browser.call('POST', '/verify', { email: ravi.email, otp })
    expect(verified).toMatchObject({ status: 200, body: { factors: ['totp'], enrolled: true } })
    // The step of the enrolment was used, and the one before it is older still.
    expect((await browser.call('POST', '/totp', { code: ravi.codeIn(-1) })).status).toBe(401)
    const code = ravi.codeIn()
    const done = await browser.call('POST', '/totp', { code })
    expect(done.status).toBe(200)
    expect(done.body).not.toHaveProperty('spareCodes')
    const again = openStaffBrowser(shop)
    await again.call('POST', '/verify', { email: ravi.email, otp: await mailedCode(ravi.email) })
    expect((await again.call('POST', '/totp', { code })).status).toBe(401)
    // A code by mail counts once too.
    expect((await openStaffBrowser(shop).call('POST', '/verify', { email: ravi.email, otp })).status).toBe(401)
  })

  test('a spare code stands in once, as people type it', async () => {
    const mina = await signInStaff(shop, 'packer')
    const [spare = ''] = mina.spareCodes
    for (const expected of [200, 401]) {
      const browser = openStaffBrowser(shop)
      await browser.call('POST', '/verify', { email: mina.email, otp: await mailedCode(mina.email) })
      const typed = ` ${spare.slice(0, 5).toUpperCase()} ${spare.slice(5)} `
      expect((await browser.call('POST', '/totp', { code: typed })).status).toBe(expected)
    }
  })

  test('whoever has only the mailbox gets no factor of their own', async () => {
    const devi = await signInStaff(shop, 'owner')
    const thief = openStaffBrowser(shop)
    await thief.call('POST', '/verify', { email: devi.email, otp: await mailedCode(devi.email) })
    for (const path of ['/totp/enrol', '/passkeys/options'])
      expect(await thief.call('POST', path), path).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
    expect((await thief.call('GET', '/sessions')).status).toBe(401)
  })
})

describe('attacks', () => {
  test('five wrong second factors end a half sign-in, and the next ones wait; a right one ends the waiting', {
    tags: 'A7',
  }, async () => {
    const omar = await signInStaff(shop, 'manager')
    const browser = openStaffBrowser(shop)
    await browser.call('POST', '/verify', { email: omar.email, otp: await mailedCode(omar.email) })
    const wrong = []
    for (let guess = 0; guess < 5; guess += 1)
      wrong.push((await browser.call('POST', '/totp', { code: '000000' })).status)
    expect(wrong).toEqual([401, 401, 401, 401, 401])
    expect(browser.cookie).toBe('')
    const otp = await mailedCode(omar.email)
    const waiting = await browser.call('POST', '/verify', { email: omar.email, otp })
    expect(waiting).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(waiting.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    // Whoever is signed in goes on.
    expect((await omar.browser.call('GET', '/session')).status).toBe(200)
    await sql`update staff set wait_until = now() where email = ${omar.email}`.execute(shop.shop.db)
    expect((await browser.call('POST', '/verify', { email: omar.email, otp })).status).toBe(200)
    expect((await browser.call('POST', '/totp', { code: omar.codeIn() })).status).toBe(200)
    const { rows } = await sql`select failed_rounds, wait_until from staff where email = ${omar.email}`.execute(
      shop.shop.db,
    )
    expect(rows).toEqual([{ failed_rounds: 0, wait_until: null }])
  })

  test('wrong codes of one client don’t use up those of another', async () => {
    const lata = await signInStaff(shop, 'owner')
    const otp = await mailedCode(lata.email)
    const guess = (from: string, code: number) =>
      openStaffBrowser(shop).call('POST', '/verify', { email: lata.email, otp: code }, { 'x-forwarded-for': from })
    const wrong = otp === 999_999 ? 100_000 : otp + 1
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) statuses.push((await guess('192.0.2.7', wrong)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await guess('192.0.2.8', otp)).status).toBe(200)
  })

  test('nobody learns who belongs to the staff', async () => {
    const answers = []
    for (const email of ['nobody@staff.test', (await signInStaff(shop, 'packer')).email]) {
      const { status, body } = await openStaffBrowser(shop).call('POST', '/login', { email })
      const guess = await openStaffBrowser(shop).call('POST', '/verify', { email, otp: 123_456 })
      answers.push({ status, body, guess: guess.status, code: guess.body.code })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('a change from another origin, or from none, is refused', async () => {
    const { browser } = await signInStaff(shop, 'owner')
    const body = { email: 'x@staff.test', role: 'packer' }
    for (const origin of ['https://evil.example', 'null', `${'http://shop.test'}.evil.example`])
      expect(await browser.call('POST', '/staff', body, { origin }), origin).toMatchObject({
        status: 403,
        body: { code: 'foreign_origin' },
      })
    const { cookie } = browser
    const headers = { cookie, 'content-type': 'application/json' }
    const none = await shop.fetch('/api/admin/staff', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(none.status).toBe(403)
    expect((await browser.call('GET', '/session')).status).toBe(200)
  })

  test('a cookie is dead after sign-out, after twelve hours without use, and when somebody else ends the session', async () => {
    const uma = await signInStaff(shop, 'manager')
    const stolen = openStaffBrowser(shop)
    stolen.cookie = uma.browser.cookie
    expect((await uma.browser.call('DELETE', '/session')).status).toBe(204)
    expect(uma.browser.cookie).toBe('')
    expect((await stolen.call('GET', '/session')).status).toBe(401)

    const other = await signInStaff(shop, 'manager')
    await age('11 hours 59 minutes', other.email)
    expect((await other.browser.call('GET', '/session')).status).toBe(200)
    await age('12 hours 1 minute', other.email)
    expect((await other.browser.call('GET', '/session')).status).toBe(401)

    const ended = await signInStaff(shop, 'packer')
    const owner = await signInStaff(shop, 'owner')
    expect((await owner.browser.call('DELETE', `/staff/${ended.id}`)).status).toBe(204)
    expect((await ended.browser.call('GET', '/session')).status).toBe(401)
  })
})

test('sessions are listed and ended one by one, one’s own only', async () => {
  const nina = await signInStaff(shop, 'packer')
  const phone = openStaffBrowser(shop)
  await phone.call('POST', '/verify', { email: nina.email, otp: await mailedCode(nina.email) })
  await phone.call('POST', '/totp', { code: nina.codeIn() }, { 'user-agent': 'Mozilla/5.0 (Android) Chrome/150' })
  const { body } = await nina.browser.call('GET', '/sessions')
  const items = body.items as { id: string; current: boolean }[]
  expect(items).toHaveLength(2)
  const [other] = items.filter(({ current }) => !current)
  const stranger = await signInStaff(shop, 'owner')
  expect((await stranger.browser.call('DELETE', `/sessions/${other?.id}`)).status).toBe(404)
  expect((await nina.browser.call('DELETE', `/sessions/${other?.id}`)).status).toBe(204)
  expect((await phone.call('GET', '/session')).status).toBe(401)
})

describe('people', () => {
  test('an owner invites, changes and ends, with a second factor of the last ten minutes; each has its audit line', async () => {
    const { browser, email, codeIn, id } = await signInStaff(shop, 'owner')
    await age('11 minutes', email)
    const invite = { email: 'kiran@staff.test', role: 'packer', name: 'Kiran' }
    expect((await browser.call('POST', '/staff', invite)).body.code).toBe('sign_in_again')
    expect((await browser.call('POST', '/totp', { code: codeIn() })).status).toBe(200)
    const invited = await browser.call('POST', '/staff', invite, { 'idempotency-key': 'k1' })
    expect(invited.status).toBe(201)
    expect(invited.body.link).toMatch(/^http:\/\/localhost\/admin\/join#[\w-]{43}$/)
    expect((await browser.call('POST', '/staff', invite, { 'idempotency-key': 'k1' })).body).toEqual(invited.body)
    const kiran = String(invited.body.id)
    expect((await browser.call('PATCH', `/staff/${kiran}`, { role: 'manager' })).body).toMatchObject({
      staff: { role: 'manager' },
    })
    const list = (await browser.call('GET', '/staff')).body.items as { email: string; state: string }[]
    expect(list).toContainEqual(expect.objectContaining({ email: 'kiran@staff.test', state: 'invited', name: 'Kiran' }))
    expect(list).toContainEqual(expect.objectContaining({ state: 'active', factors: ['totp'] }))
    expect((await browser.call('DELETE', `/staff/${kiran}`)).status).toBe(204)
    const { rows } =
      await sql`select action, actor_id from audit_log where subject = ${`staff:${kiran}`} order by id`.execute(
        shop.shop.db,
      )
    expect(rows).toEqual(['staff.invite', 'staff.role', 'staff.end'].map((action) => ({ action, actor_id: id })))
  })

  test('a sign-in is a line of the log with factor and device, and a further confirmation is none', async () => {
    const { browser, codeIn, id, email, spareCodes } = await signInStaff(shop, 'manager')
    await age('11 minutes', email)
    expect((await browser.call('POST', '/totp', { code: codeIn() })).status).toBe(200)
    const tablet = openStaffBrowser(shop)
    await tablet.call('POST', '/verify', { email, otp: String(await mailedCode(email)) })
    const agent = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    }
    expect((await tablet.call('POST', '/totp', { code: spareCodes[0] }, agent)).status).toBe(200)
    const { rows } = await sql`select actor_id, after from audit_log
      where subject = ${`staff:${id}`} and action = 'staff.sign-in' order by id`.execute(shop.shop.db)
    expect(rows).toEqual([
      { actor_id: id, after: { factor: 'new authenticator', device: expect.any(String) } },
      { actor_id: id, after: { factor: 'spare code', device: expect.stringContaining('Android') } },
    ])
  })

  test('an address that belongs to staff isn’t invited again, until its access ended', async () => {
    const owner = await signInStaff(shop, 'owner')
    const packer = await signInStaff(shop, 'packer')
    const again = { email: packer.email, role: 'manager' }
    expect((await owner.browser.call('POST', '/staff', again)).body.code).toBe('already_staff')
    await owner.browser.call('DELETE', `/staff/${packer.id}`)
    expect((await owner.browser.call('POST', '/staff', again)).body).toMatchObject({ id: packer.id })
  })

  test('the last owner stays, however many changes come at once', { tags: 'A6' }, async () => {
    await sql`update staff set ended_at = now() where role = 'owner'`.execute(shop.shop.db)
    const [one, two] = [await signInStaff(shop, 'owner'), await signInStaff(shop, 'owner')]
    const answers = await Promise.all([
      one.browser.call('PATCH', `/staff/${one.id}`, { role: 'packer' }),
      two.browser.call('DELETE', `/staff/${two.id}`),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_owner')
  })
})
