import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { createSoftPasskey } from '../../../tests/support/soft-passkey.ts'
import { openStaffBrowser, type SignedInStaff, signInStaff, totpCode } from '../../../tests/support/staff.ts'
import { staffContract } from '../staff-contract.ts'
import type { OwnFactor } from './staff-contract.ts'

/** The test shop's PUBLIC_URL. */
const SITE = 'http://localhost'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: '1' } })
})
afterAll(() => shop.close())

/** Thirteen minutes go by after somebody's last second factor. */
const grow = ({ email }: SignedInStaff) =>
  sql`update staff_sessions set factor_at = factor_at - interval '13 minutes'
    where staff_id = (select id from staff where email = ${email})`.execute(shop.shop.db)

const SENSITIVE = { email: 'accomplice@evil.test', role: 'owner' }

async function factorsOf({ browser }: SignedInStaff) {
  const { body } = await browser.call('GET', '/factors')
  // Safe cast: the call's response.
  return body as unknown as { items: OwnFactor[]; spareCodes: number }
}

async function addPasskey({ browser }: SignedInStaff) {
  const passkey = createSoftPasskey(SITE)
  const { body } = await browser.call('POST', '/passkeys/options')
  expect((await browser.call('POST', '/passkeys', passkey.register(String(body.challenge)))).status).toBe(200)
  return passkey
}

async function mailsAbout({ email }: SignedInStaff, text: string): Promise<number> {
  await shop.outbox.send()
  const mails = (await shop.mailbox?.list({ to: email })) ?? []
  return mails.filter(({ subject }) => subject.includes(text)).length
}

// Safe cast: the keys of a contract.
const CALLS = Object.entries(staffContract) as [CallName, Endpoint][]
/** The calls that change how somebody gets in, but those that confirm with what is there already or end a session. */
const ENROLLING = CALLS.filter(
  ([name, { access }]) =>
    /factors|passkeys|totp|spare-codes|reset/.test(name) &&
    access !== 'public' &&
    !name.startsWith('GET ') &&
    name !== 'POST /totp',
)

describe.each(ENROLLING)('%s', (name, { body }) => {
  const [method = '', path = ''] = name.replace(/\{\w+\}/g, 'x').split(' ')
  const make = ({ browser }: Pick<SignedInStaff, 'browser'>) =>
    browser.call(method, path, body ? { id: 'x' } : undefined)

  test('is taken from a whole and recent session only', async () => {
    const owner = await signInStaff(shop, 'owner')
    expect((await make({ browser: openStaffBrowser(shop) })).status).toBe(401)
    const half = openStaffBrowser(shop)
    half.cookie = owner.browser.cookie
    await sql`update staff_sessions set factor_at = null where staff_id = ${owner.id}`.execute(shop.shop.db)
    expect(['second_factor_needed', 'sign_in_again']).toContain((await make({ browser: half })).body.code)
    await sql`update staff_sessions set factor_at = now() where staff_id = ${owner.id}`.execute(shop.shop.db)
    await grow(owner)
    expect((await make(owner)).body.code).toBe('sign_in_again')
    await owner.browser.call('POST', '/totp', { code: owner.codeIn(1) })
    expect((await make(owner)).body.code).not.toBe('sign_in_again')
  })
})

describe('an old session', () => {
  test('doesn’t become recent by a factor that it brings along', async () => {
    const owner = await signInStaff(shop, 'owner')
    await grow(owner)
    expect((await owner.browser.call('POST', '/staff', SENSITIVE)).body.code).toBe('sign_in_again')
    expect(await owner.browser.call('POST', '/totp/enrol')).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    })
    expect((await owner.browser.call('POST', '/passkeys/options')).status).toBe(403)
    expect((await owner.browser.call('POST', '/staff', SENSITIVE)).body.code).toBe('sign_in_again')
    expect((await owner.browser.call('GET', '/customers.csv')).status).toBe(403)
  })

  test('doesn’t finish what it began while it was recent: neither an authenticator nor a passkey', async () => {
    const owner = await signInStaff(shop, 'owner')
    const { body: begun } = await owner.browser.call('POST', '/totp/enrol')
    const { body: options } = await owner.browser.call('POST', '/passkeys/options')
    await grow(owner)
    const code = totpCode(String(begun.secret))
    expect((await owner.browser.call('POST', '/totp', { code })).body.code).toBe('sign_in_again')
    const passkey = createSoftPasskey(SITE).register(String(options.challenge))
    expect((await owner.browser.call('POST', '/passkeys', passkey)).body.code).toBe('sign_in_again')
    expect((await owner.browser.call('POST', '/staff', SENSITIVE)).body.code).toBe('sign_in_again')
    // The person's own authenticator still counts, and what was begun is finished with it.
    expect((await owner.browser.call('POST', '/totp', { code: owner.codeIn(1) })).status).toBe(200)
    expect((await owner.browser.call('POST', '/totp', { code })).status).toBe(200)
    expect((await factorsOf(owner)).items).toHaveLength(1)
  })

  test('doesn’t count as recent after a factor was added from another one of the same person', async () => {
    const owner = await signInStaff(shop, 'owner')
    const old = openStaffBrowser(shop)
    await addPasskey(owner)
    old.cookie = owner.browser.cookie
    await grow(owner)
    expect((await old.call('POST', '/staff', SENSITIVE)).body.code).toBe('sign_in_again')
  })
})

test('a half sign-in can’t use what the person has begun to add', async () => {
  const owner = await signInStaff(shop, 'owner')
  const { body } = await owner.browser.call('POST', '/totp/enrol')
  await sql`update staff_sessions set factor_at = null where staff_id = ${owner.id}`.execute(shop.shop.db)
  const code = totpCode(String(body.secret))
  expect((await owner.browser.call('POST', '/totp', { code })).body.code).toBe('wrong_code')
})

test('adding one renews nothing, and each change is written down and mailed', { tags: 'A13' }, async () => {
  const owner = await signInStaff(shop, 'owner')
  const factorAt = async () =>
    (
      await sql<{ at: Date }>`select factor_at as at from staff_sessions where staff_id = ${owner.id}`.execute(
        shop.shop.db,
      )
    ).rows[0]?.at
  const before = await factorAt()
  const passkey = await addPasskey(owner)
  const { body } = await owner.browser.call('POST', '/totp/enrol')
  const replaced = await owner.browser.call('POST', '/totp', { code: totpCode(String(body.secret), 1) })
  expect(replaced.status).toBe(200)
  expect(replaced.body).not.toHaveProperty('spareCodes')
  expect(await factorAt()).toEqual(before)
  const spare = await owner.browser.call('POST', '/spare-codes')
  expect(spare.body.spareCodes).toHaveLength(10)
  expect(spare.body.spareCodes).not.toEqual(owner.spareCodes)
  expect(await factorsOf(owner)).toMatchObject({
    items: [
      { id: passkey.id, kind: 'passkey' },
      { id: 'totp', kind: 'totp' },
    ],
    spareCodes: 10,
  })
  expect((await owner.browser.call('DELETE', `/factors/${passkey.id}`)).status).toBe(204)
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where actor_id = ${owner.id} order by id`.execute(shop.shop.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'staff.sign-in',
    'factor.add',
    'factor.replace',
    'factor.spare-codes',
    'factor.remove',
  ])
  expect(await mailsAbout(owner, 'has changed')).toBe(4)
})

describe('one’s own factors', () => {
  test('are removed one by one, never the last, and what came in by them is out', async () => {
    const owner = await signInStaff(shop, 'owner')
    expect((await owner.browser.call('DELETE', '/factors/totp')).body.code).toBe('last_factor')
    const passkey = await addPasskey(owner)
    const thief = openStaffBrowser(shop)
    const { body } = await thief.call('POST', '/passkeys/login/options')
    expect((await thief.call('POST', '/passkeys/login', passkey.signIn(String(body.challenge)))).status).toBe(200)
    expect((await owner.browser.call('DELETE', `/factors/${passkey.id}`)).status).toBe(204)
    expect((await thief.call('GET', '/session')).status).toBe(401)
    expect((await owner.browser.call('GET', '/session')).status).toBe(200)
    const again = await thief.call('POST', '/passkeys/login/options')
    const answer = passkey.signIn(String(again.body.challenge))
    expect((await thief.call('POST', '/passkeys/login', answer)).status).toBe(401)
  })

  test('two removed at once leave one', async () => {
    const owner = await signInStaff(shop, 'owner')
    const { id } = await addPasskey(owner)
    const removed = await Promise.all(['totp', id].map((one) => owner.browser.call('DELETE', `/factors/${one}`)))
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 409])
    expect((await factorsOf(owner)).items).toHaveLength(1)
  })

  test('aren’t another’s', async () => {
    const [one, other] = [await signInStaff(shop, 'packer'), await signInStaff(shop, 'packer')]
    const { id } = await addPasskey(other)
    await addPasskey(one)
    expect((await one.browser.call('DELETE', `/factors/${id}`)).status).toBe(404)
    expect((await factorsOf(other)).items).toHaveLength(2)
  })

  test('a key that repeats a request for spare codes shows them to a recent session only', async () => {
    const owner = await signInStaff(shop, 'owner')
    const send = () => owner.browser.call('POST', '/spare-codes', undefined, { 'idempotency-key': 'spare' })
    const { body } = await send()
    expect((await send()).body).toEqual(body)
    await grow(owner)
    expect((await send()).body.code).toBe('sign_in_again')
  })
})

test('an owner resets a colleague: no session, factor or key is left, and the new link alone sets up the next factor', async () => {
  const [owner, colleague] = [await signInStaff(shop, 'owner'), await signInStaff(shop, 'owner')]
  const key = { name: 'Courier', scopes: ['orders:read'], until: '2126-01-01' }
  expect((await colleague.browser.call('POST', '/keys', { ...key, until: inAYear() })).status).toBe(201)
  const reset = await owner.browser.call('POST', `/staff/${colleague.id}/reset`)
  expect(reset).toMatchObject({ status: 200, body: { link: expect.stringMatching(/\/admin\/join#[\w-]{43}$/) } })
  expect((await colleague.browser.call('GET', '/session')).status).toBe(401)
  const listed = (await owner.browser.call('GET', '/keys')).body.items as { name: string; state: string }[]
  expect(listed.filter(({ name }) => name === key.name).map(({ state }) => state)).toEqual(['ended'])
  const token = new URL(String(reset.body.link)).hash.slice(1)
  const phone = openStaffBrowser(shop)
  expect((await phone.call('POST', '/join', { token })).body).toMatchObject({ enrolled: false })
  const { body } = await phone.call('POST', '/totp/enrol')
  expect((await phone.call('POST', '/totp', { code: totpCode(String(body.secret)) })).body.spareCodes).toHaveLength(10)
})

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
