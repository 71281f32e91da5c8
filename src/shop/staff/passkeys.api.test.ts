import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { createSoftPasskey } from '../../../tests/support/soft-passkey.ts'
import { invitationToken, openStaffBrowser, signInStaff } from '../../../tests/support/staff.ts'

/** The test shop's PUBLIC_URL. */
const SITE = 'http://localhost'
const USER_PRESENT = 0x01

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Somebody who joined with a passkey. */
async function joinWithPasskey(email: string) {
  const browser = openStaffBrowser(shop)
  await browser.call('POST', '/join', { token: await invitationToken(shop, email, 'packer') })
  const passkey = createSoftPasskey(SITE)
  const options = await browser.call('POST', '/passkeys/options')
  const done = await browser.call('POST', '/passkeys', passkey.register(String(options.body.challenge)))
  return { browser, passkey, options, done }
}

async function challenge(browser = openStaffBrowser(shop)): Promise<string> {
  return String((await browser.call('POST', '/passkeys/login/options')).body.challenge)
}

test('the first passkey signs in and comes with spare codes; later it signs in by itself', async () => {
  const { browser, passkey, options, done } = await joinWithPasskey('key@staff.test')
  expect(options.body).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(done.status).toBe(200)
  expect(done.body.spareCodes).toHaveLength(10)
  expect((await browser.call('GET', '/session')).status).toBe(200)
  const phone = openStaffBrowser(shop)
  const answer = passkey.signIn(await challenge())
  expect((await phone.call('POST', '/passkeys/login', answer)).body).toMatchObject({
    staff: { email: 'key@staff.test' },
  })
  expect((await phone.call('GET', '/session')).status).toBe(200)
  // A challenge is answered once.
  expect((await openStaffBrowser(shop).call('POST', '/passkeys/login', answer)).status).toBe(401)
})

test('a passkey renews the second factor of its own session, under a new cookie', async () => {
  const { browser, passkey } = await joinWithPasskey('renew@staff.test')
  await sql`update staff_sessions set factor_at = factor_at - interval '1 hour'`.execute(shop.shop.db)
  const [before, { items: sessions }] = [browser.cookie, (await browser.call('GET', '/sessions')).body]
  expect((await browser.call('POST', '/passkeys/login', passkey.signIn(await challenge()))).status).toBe(200)
  expect(browser.cookie).not.toBe(before)
  expect((await browser.call('GET', '/sessions')).body.items).toHaveLength((sessions as unknown[]).length)
  const { rows } = await sql<{ recent: boolean }>`
    select bool_or(factor_at > now() - interval '1 minute') as recent from staff_sessions`.execute(shop.shop.db)
  expect(rows[0]?.recent).toBe(true)
})

test('wrong second factors don’t make a passkey wait', async () => {
  const { passkey } = await joinWithPasskey('wait@staff.test')
  await sql`update staff set failed_rounds = 6, wait_until = now() + interval '15 minutes' where email = 'wait@staff.test'`.execute(
    shop.shop.db,
  )
  const answer = passkey.signIn(await challenge())
  expect((await openStaffBrowser(shop).call('POST', '/passkeys/login', answer)).status).toBe(200)
})

test('what isn’t this shop’s, this challenge’s or this person’s is refused', async () => {
  const { passkey } = await joinWithPasskey('real@staff.test')
  const login = async (answer: unknown) => (await openStaffBrowser(shop).call('POST', '/passkeys/login', answer)).status
  const stranger = createSoftPasskey(SITE)
  const phishing = createSoftPasskey('https://localhost.evil.example')
  expect(await login(stranger.signIn(await challenge()))).toBe(401)
  expect(await login({ ...phishing.signIn(await challenge()), id: passkey.id, rawId: passkey.id })).toBe(401)
  expect(await login(passkey.signIn('bm90LWEtY2hhbGxlbmdl'))).toBe(401)
  // Somebody has the phone, but neither its finger nor its PIN.
  expect(await login(passkey.signIn(await challenge(), USER_PRESENT))).toBe(401)
  expect(await login({ id: passkey.id, response: {} })).toBe(401)
  const real = passkey.signIn(await challenge())
  const other = passkey.signIn(await challenge())
  expect(await login({ ...real, response: { ...real.response, signature: other.response.signature } })).toBe(401)
  expect(await login(passkey.signIn(await challenge()))).toBe(200)
})

test('a passkey of another challenge or another person isn’t added', async () => {
  const { body } = await (await signInStaff(shop, 'packer')).browser.call('POST', '/passkeys/options')
  const { browser } = await signInStaff(shop, 'packer')
  const passkey = createSoftPasskey(SITE)
  expect((await browser.call('POST', '/passkeys', passkey.register(String(body.challenge)))).status).toBe(401)
  const own = async () => String((await browser.call('POST', '/passkeys/options')).body.challenge)
  expect((await browser.call('POST', '/passkeys', passkey.register(await own(), USER_PRESENT))).status).toBe(401)
  expect((await browser.call('POST', '/passkeys', passkey.register(await own()))).body).not.toHaveProperty('spareCodes')
})
