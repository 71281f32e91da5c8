import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import {
  invitationToken,
  openStaffBrowser,
  type SignedInStaff,
  signInStaff,
  totpCode,
} from '../../../tests/support/staff.ts'
import { endStaff, resetStaff } from './staff.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: '1' } })
})
afterAll(() => shop.close())
beforeEach(() => sql`delete from limit_hits`.execute(shop.shop.db))

const from = (client: string) => ({ 'x-forwarded-for': client })
const HOME = from('203.0.113.7')
const strangers = (count: number) => Array.from({ length: count }, (_, n) => from(`198.51.100.${n + 1}`))

const post = (path: string, body: unknown, headers = HOME) => openStaffBrowser(shop).call('POST', path, body, headers)

/** What the mailbox has: codes and links, the oldest first. */
async function secretsOf(email: string): Promise<string[]> {
  await shop.outbox.send()
  const mails = ((await shop.mailbox?.list({ to: email })) ?? []).reverse()
  return mails.flatMap(({ subject, text }) => /^\d{6}/.exec(subject)?.[0] ?? /login#([\w-]+)/.exec(text)?.[1] ?? [])
}

/** Asks for a mail, and waits for what it brings; it's sent after the response. */
async function ask(email: string, headers = HOME): Promise<string> {
  const before = await secretsOf(email)
  expect((await post('/login', { email }, headers)).status).toBe(202)
  await expect.poll(() => secretsOf(email)).toHaveLength(before.length + 1)
  return (await secretsOf(email)).at(-1) ?? ''
}

const wrong = (code: string, n: number) => String(((Number(code) - 100_000 + 1 + n) % 900_000) + 100_000)

describe('strangers at the staff’s door', () => {
  test('use up the codes of a mailbox, and its owner gets a link that leads to the second factor', async () => {
    const owner = await signInStaff(shop, 'owner')
    const [one = HOME, ...others] = strangers(4)
    for (let n = 0; n < 5; n++) await ask(owner.email, one)
    for (const other of others) await ask(owner.email, other)
    const link = await ask(owner.email)
    expect(link).toMatch(/^[\w-]{43}$/)
    // Whoever asks again brings no second mail while the link is valid, and the link stays.
    for (const other of [HOME, ...strangers(8)])
      expect((await post('/login', { email: owner.email }, other)).status).toBe(202)
    const browser = openStaffBrowser(shop)
    expect(await browser.call('POST', '/join', { token: link })).toMatchObject({
      status: 200,
      body: { enrolled: true },
    })
    expect((await browser.call('POST', '/totp/enrol')).status).toBe(403)
    expect((await browser.call('POST', '/totp', { code: owner.codeIn(1) })).status).toBe(200)
    expect((await post('/join', { token: link })).status).toBe(401)
  })

  test('guess from many addresses, and the owner’s right code counts', async () => {
    const owner = await signInStaff(shop, 'owner')
    const code = await ask(owner.email)
    for (const stranger of strangers(6))
      for (let n = 0; n < 5; n++)
        expect((await post('/verify', { email: owner.email, otp: wrong(code, n) }, stranger)).status).toBe(401)
    expect((await post('/verify', { email: owner.email, otp: code })).status).toBe(200)
  })

  test('guess at the owner’s own address, and the right code counts there', async () => {
    const owner = await signInStaff(shop, 'owner')
    const code = await ask(owner.email)
    const guesses = []
    for (let n = 0; n < 7; n++)
      guesses.push((await post('/verify', { email: owner.email, otp: wrong(code, n) })).status)
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await post('/verify', { email: owner.email, otp: code })).status).toBe(200)
  })

  test('guess on until a code is worth nothing, and the next mail has a link, which nobody guesses', async () => {
    const owner = await signInStaff(shop, 'owner')
    await ask(owner.email)
    await sql`update staff_codes set tries = 100`.execute(shop.shop.db)
    const link = await ask(owner.email)
    expect(link).toMatch(/^[\w-]{43}$/)
    expect((await post('/join', { token: link })).status).toBe(200)
    expect(await ask(owner.email)).toMatch(/^\d{6}$/)
  })

  test.each([
    ['/login', (n: number) => ({ email: `nobody${n}@staff.test` })],
    ['/verify', (n: number) => ({ email: `nobody${n}@staff.test`, otp: 123_456 })],
    ['/join', (n: number) => ({ token: `${n}`.padStart(43, 'x') })],
    ['/passkeys/login', (n: number) => ({ id: `nobody${n}` })],
    ['/passkeys/login/options', () => undefined],
  ])('are told to wait if one of them calls %s over and over', async (path, body) => {
    const statuses = []
    for (let n = 0; n < 320; n++) statuses.push((await post(path, body(n), from('192.0.2.9'))).status)
    expect(statuses).toContain(429)
    expect((await post(path, body(999))).status).not.toBe(429)
  })
})

/** Tries to get in with nothing but the mailbox, and returns how far that leads. */
async function byMailbox(email: string): Promise<string> {
  await post('/login', { email })
  await shop.outbox.send()
  // A code is sent after the response: one of an address that gets none has had as long.
  const other = await signInStaff(shop, 'packer')
  await ask(other.email)
  const code = (await secretsOf(email)).at(-1)
  if (code === undefined) return 'no mail'
  const browser = openStaffBrowser(shop)
  await browser.call('POST', '/verify', { email, otp: code })
  const { body } = await browser.call('POST', '/totp/enrol')
  await browser.call('POST', '/totp', { code: totpCode(String(body.secret ?? 'AAAAAAAA')) })
  return (await browser.call('GET', '/session')).status === 200 ? 'in' : 'out'
}

describe('a mailbox alone lets nobody in who', () => {
  test('was invited, whether the link is valid, expired or replaced', { tags: 'A24' }, async () => {
    const owner = await signInStaff(shop, 'owner')
    const first = await invitationToken(shop, 'new@elsewhere.test', 'owner')
    expect(await byMailbox('new@elsewhere.test')).toBe('no mail')
    await invitationToken(shop, 'new@elsewhere.test', 'owner')
    expect((await post('/join', { token: first })).status).toBe(401)
    await sql`update staff_invitations set expires_at = now() - interval '1 second'`.execute(shop.shop.db)
    expect(await byMailbox('new@elsewhere.test')).toBe('no mail')
    const { items } = (await owner.browser.call('GET', '/staff')).body as { items?: { email: string; state: string }[] }
    expect(items?.find(({ email }) => email === 'new@elsewhere.test')?.state).toBe('expired')
  })

  test('was reset, or ended and invited again', async () => {
    const context = { db: shop.shop.db, publicUrl: shop.config.publicUrl }
    const [lost, left] = [await signInStaff(shop, 'manager'), await signInStaff(shop, 'manager')]
    const code = await ask(lost.email)
    await resetStaff(context, STAFF, { email: lost.email })
    expect((await post('/verify', { email: lost.email, otp: code })).status).toBe(401)
    expect((await post('/login', { email: lost.email })).status).toBe(202)
    await endStaff(context, STAFF, left.id)
    await invitationToken(shop, left.email, 'manager')
    expect(await byMailbox(left.email)).toBe('no mail')
  })

  test('has only half a sign-in by link in place of a code', async () => {
    const owner = await signInStaff(shop, 'owner')
    await sql`insert into limit_hits (bucket, hit_at, keep_until)
      select bucket, now(), now() + interval '1 hour' from generate_series(1, 10),
        unnest(array[${`staff ${owner.email}`}, ${`staff-reserve ${owner.email}`}]) as bucket`.execute(shop.shop.db)
    const token = await ask(owner.email)
    const browser = openStaffBrowser(shop)
    expect((await browser.call('POST', '/join', { token })).status).toBe(200)
    for (const path of ['/totp/enrol', '/passkeys/options'])
      expect((await browser.call('POST', path)).body.code, path).toBe('sign_in_again')
  })
})

describe('a program’s key is dead for good once its maker', () => {
  const owners = async () => [await signInStaff(shop, 'owner'), await signInStaff(shop, 'owner')] as const
  const until = () => indianDay(new Date(Date.now() + 30 * 86_400_000))
  async function keyOf({ browser }: SignedInStaff): Promise<string> {
    const name = `Key ${Math.random()}`
    const { body } = await browser.call('POST', '/keys', { name, scopes: ['orders:read'], until: until() })
    return String(body.key)
  }
  const works = async (key: string) =>
    (await shop.fetch('/api/admin/orders', { headers: { authorization: `Bearer ${key}` } })).status

  test.each<[string, (by: SignedInStaff, maker: SignedInStaff) => Promise<unknown>]>([
    [
      'was ended, and joins again',
      async (by, maker) => {
        await by.browser.call('DELETE', `/staff/${maker.id}`)
        const { body } = await by.browser.call('POST', '/staff', { email: maker.email, role: 'owner' })
        const browser = openStaffBrowser(shop)
        await browser.call('POST', '/join', { token: new URL(String(body.link)).hash.slice(1) })
        const { body: totp } = await browser.call('POST', '/totp/enrol')
        expect((await browser.call('POST', '/totp', { code: totpCode(String(totp.secret)) })).status).toBe(200)
      },
    ],
    ['was reset', (by, maker) => by.browser.call('POST', `/staff/${maker.id}/reset`)],
    [
      'was made a manager, and is an owner again',
      async (by, maker) => {
        for (const role of ['manager', 'owner'])
          expect((await by.browser.call('PATCH', `/staff/${maker.id}`, { role })).status).toBe(200)
      },
    ],
    [
      'was made a manager, which is then undone',
      async (by, maker) => {
        const { body } = await by.browser.call('PATCH', `/staff/${maker.id}`, { role: 'packer' })
        expect((await by.browser.call('POST', `/undo/${String(body.undo)}`)).status).toBe(200)
      },
    ],
  ])('%s', async (_, change) => {
    const [by, maker] = await owners()
    const key = await keyOf(maker)
    expect(await works(key)).toBe(200)
    await change(by, maker)
    expect(await works(key)).toBe(401)
  })
})

test('what was somebody’s alone doesn’t come back with them: drafts, private views and undos', async () => {
  const [by, left] = [await signInStaff(shop, 'owner'), await signInStaff(shop, 'manager')]
  await left.browser.call('POST', '/orders/views', { name: 'Mine', stage: 'to-pack', q: '', shared: false })
  await left.browser.call('PUT', '/settings/preview', { values: { 'shop.hours': 'Never' }, path: '/' })
  await by.browser.call('DELETE', `/staff/${left.id}`)
  for (const table of ['saved_views', 'staff_drafts', 'undos'])
    expect((await sql`select from ${sql.table(table)} where staff_id = ${left.id}`.execute(shop.shop.db)).rows).toEqual(
      [],
    )
})

test('tests and checks of mail go to staff, twenty in an hour', async () => {
  const { browser } = await signInStaff(shop, 'manager')
  const { body } = await browser.call('POST', '/newsletters', { subject: 'Linen', text: 'Kurtas are here.' })
  const send = (to?: string) => browser.call('POST', `/newsletters/${String(body.id)}/test`, to ? { to } : {})
  expect((await send('victim@nowhere.test')).status).toBe(400)
  const statuses = []
  for (let n = 0; n < 12; n++)
    statuses.push((await send()).status, (await browser.call('POST', '/connections/mail/check')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

test('on https a change comes from the shop’s own address, and from no other scheme or host', async () => {
  const secure = await openTestShop({ settings: { PUBLIC_URL: 'https://shop.example', ALLOW_SANDBOX: 'yes' } })
  const login = async (origin: string, host = 'shop.example') => {
    const headers = { origin, host, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'nobody@staff.test' })
    return (await secure.fetch('/api/admin/login', { method: 'POST', headers, body })).status
  }
  for (const origin of [
    'http://shop.example',
    'https://evil.example',
    'file://shop.example',
    'chrome-extension://shop.example',
  ])
    expect([await login(origin), await login(origin, new URL(origin).host)], origin).toEqual([403, 403])
  expect(await login('https://shop.example')).toBe(202)
  await secure.close()
})

describe('the last owner stays', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['an owner who was only invited', () => invitationToken(shop, 'never@joins.test', 'owner')],
    [
      'an owner who was just reset',
      async () => {
        const { email } = await signInStaff(shop, 'owner')
        await resetStaff({ db: shop.shop.db, publicUrl: '' }, STAFF, { email })
      },
    ],
  ])('beside %s', { tags: 'A6' }, async (_, prepare) => {
    await sql`update staff set ended_at = now() where role = 'owner'`.execute(shop.shop.db)
    const owner = await signInStaff(shop, 'owner')
    await prepare()
    for (const [method, path, body] of [
      ['PATCH', `/staff/${owner.id}`, { role: 'packer' }],
      ['DELETE', `/staff/${owner.id}`, undefined],
      ['POST', `/staff/${owner.id}/reset`, undefined],
    ] as const)
      expect((await owner.browser.call(method, path, body)).body.code, method).toBe('last_owner')
  })
})
