import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CustomerFixture, openCustomerFixture, passTime } from '../../../tests/support/customer-fixture.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { PEOPLE } from '../handlers.server.ts'
import { deviceCookie, deviceName, readDeviceCookies } from './device-cookie.server.ts'
import { endSessions } from './sql.server.ts'
import { forgetPerson } from './staff.server.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
const DAY = 24 * 3600

let shop: CustomerFixture
let counter = 0
const freshEmail = () => `kept${++counter}@example.test`

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

type SignedIn = Awaited<ReturnType<CustomerFixture['signIn']>>
type Session = Pick<SignedIn, 'id' | 'token'>

const cookieOf = (response: Response) =>
  /^signed-in=([^;]+);/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? null

/** Keeps a session's device signed in. Returns the refresh token from its cookie. */
async function keep(who: Session, cookie = ''): Promise<string> {
  const kept = await tryToKeep(who, cookie)
  expect(kept.status).toBe(204)
  return kept.cookie ?? expect.fail('There is no cookie.')
}

async function tryToKeep(who: Session, cookie = '') {
  const response = await shop.fetch('/user/keepSignedIn', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'user-agent': PHONE,
      ...(cookie ? { cookie: `signed-in=${cookie}` } : {}),
    },
    body: JSON.stringify({ userId: who.id }),
  })
  const body: unknown = response.status === 204 ? null : await response.json()
  return { status: response.status, cookie: cookieOf(response), body }
}

async function refresh(cookie: string) {
  const response = await shop.fetch('/user/refreshSession', {
    method: 'POST',
    headers: { cookie: `signed-in=${cookie}` },
  })
  const { token } = (await response.json()) as { token?: string }
  return { status: response.status, token: token ?? '', cookie: cookieOf(response) }
}

const devicesOf = async (who: SignedIn) => {
  const listed = await who.api('GET /user/devices/{userId}', { params: { userId: who.id } })
  return listed.ok ? listed.data.devices : []
}
const works = async (token: string, userId: string) =>
  (await shop.api({ token })('GET /user/getUserAddresses/{userId}', { params: { userId } })).ok

test('a remembered device gets a new session when the old one ends', async () => {
  const who = await shop.signIn(freshEmail())
  const response = await shop.fetch('/user/keepSignedIn', {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: who.id }),
  })
  expect(response.headers.get('set-cookie')).toMatch(
    /^signed-in=[\w-]{22}\.[\w-]{43}; Path=\/api\/user; Max-Age=5184000; HttpOnly; SameSite=Strict$/,
  )
  await passTime(shop.db, 8 * DAY)
  expect(await works(who.token, who.id)).toBe(false)
  const restored = await refresh(cookieOf(response) ?? '')
  expect(restored.status).toBe(200)
  expect(await works(restored.token, who.id)).toBe(true)
  expect(restored.cookie).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
  expect(restored.cookie).not.toBe(cookieOf(response))
})

test('two tabs may send one device token at once; a later reuse revokes the device', async () => {
  const who = await shop.signIn(freshEmail())
  const first = await keep(who)
  const [one, two] = await Promise.all([refresh(first), refresh(first)])
  expect([one.status, two.status]).toEqual([200, 200])
  const next = [one.cookie, two.cookie].filter((cookie) => cookie !== null)
  expect(next).toHaveLength(1)
  await passTime(shop.db, 61)
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(next[0] ?? '')).status).toBe(401)
  for (const token of [who.token, one.token, two.token]) expect(await works(token, who.id)).toBe(false)
})

test('a device is signed out after 60 days without a visit, and after a year in any case', async () => {
  let cookie = await keep(await shop.signIn(freshEmail()))
  for (let month = 0; month < 7; month++) {
    await passTime(shop.db, 52 * DAY)
    const { status, cookie: next } = await refresh(cookie)
    expect(status).toBe(200)
    cookie = next ?? ''
  }
  await passTime(shop.db, 2 * DAY)
  expect((await refresh(cookie)).status).toBe(401)
  const idle = await keep(await shop.signIn(freshEmail()))
  await passTime(shop.db, 60 * DAY + 1)
  expect((await refresh(idle)).status).toBe(401)
})

test('devices are listed by name and signed out one by one, or all but the current one', async () => {
  const email = freshEmail()
  const [here, phone, tab, other] = [
    await shop.signIn(email),
    await shop.signIn(email),
    await shop.signIn(email),
    await shop.signIn(freshEmail()),
  ]
  await keep(here)
  const phoneCookie = await keep(phone)
  const ofOther = await keep(other)
  const listed = await devicesOf(here)
  expect(listed.map(({ name, current }) => [name, current])).toEqual(
    expect.arrayContaining([
      ['Chrome on Android', true],
      ['Chrome on Android', false],
    ]),
  )
  const ofPhone = listed.find(({ current }) => !current)?._id ?? ''
  const out = (who: SignedIn) => who.api('DELETE /user/device', { body: { userId: who.id, deviceId: ofPhone } })
  expect((await out(other)).status).toBe(404)
  expect((await out(here)).status).toBe(204)
  expect((await refresh(phoneCookie)).status).toBe(401)
  expect(await works(phone.token, phone.id)).toBe(false)
  expect((await out(here)).status).toBe(404)

  const again = await shop.signIn(email)
  const againCookie = await keep(again)
  expect((await here.api('DELETE /user/devices/{userId}', { params: { userId: here.id } })).status).toBe(204)
  expect(await devicesOf(here)).toMatchObject([{ current: true }])
  expect((await refresh(againCookie)).status).toBe(401)
  expect(await Promise.all([here, tab, again].map(({ token, id }) => works(token, id)))).toEqual([true, false, false])
  expect((await refresh(ofOther)).status).toBe(200)
})

test('logging out forgets the device, even when the session has ended before', async () => {
  const who = await shop.signIn(freshEmail())
  const cookie = await keep(who)
  await passTime(shop.db, 8 * DAY)
  const response = await shop.fetch('/user/forgetDevice', {
    method: 'POST',
    headers: { cookie: `signed-in=${cookie}` },
  })
  expect([response.status, response.headers.get('set-cookie')]).toEqual([
    204,
    'signed-in=; Path=/api/user; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
  expect((await refresh(cookie)).status).toBe(401)
  expect((await shop.fetch('/user/forgetDevice', { method: 'POST' })).status).toBe(204)
})

test('remembering a device again replaces it; an eleventh device revokes the longest unused one', async () => {
  const email = freshEmail()
  const first = await shop.signIn(email)
  const cookie = await keep(first)
  const replaced = await keep(await shop.signIn(email), cookie)
  expect((await refresh(cookie)).status).toBe(401)
  for (let device = 0; device < 9; device++) {
    // A mailbox gets only a few codes an hour.
    await passTime(shop.db, 3600)
    await keep(await shop.signIn(email))
  }
  await passTime(shop.db, 3600)
  const last = await shop.signIn(email)
  expect(await devicesOf(last)).toHaveLength(10)
  await passTime(shop.db, 60)
  await keep(last)
  expect(await devicesOf(last)).toHaveLength(10)
  expect((await refresh(replaced)).status).toBe(401)
})

test('devices end with their sessions, are in the data export, and are deleted with it', async () => {
  const email = freshEmail()
  const signedIn = await shop.signIn(email)
  const cookie = await keep(signedIn)
  expect(await signedIn.api('GET /user/my-data/{userId}', { params: { userId: signedIn.id } })).toMatchObject({
    ok: true,
    data: { devices: [{ name: 'Chrome on Android' }] },
  })
  const end = () => endSessions(shop.db, STAFF, email)
  const audited = async () => (await listAudit(shop.db, { limit: 1 }))[0]
  await shop.signIn(email)
  expect(await end()).toBe(2)
  expect(await audited()).toMatchObject({ action: 'sessions.end', after: { ended: 2, devices: 1 } })
  expect((await refresh(cookie)).status).toBe(401)
  const later = await keep(await shop.signIn(email))
  await shop.db.deleteFrom('sessions').execute()
  expect(await end()).toBe(0)
  expect(await audited()).toMatchObject({ action: 'sessions.end', after: { ended: 0, devices: 1 } })
  expect((await refresh(later)).status).toBe(401)
  const who = await shop.signIn(email)
  const kept = await keep(who)
  await shop.db.transaction().execute((tx) => forgetPerson(tx, PEOPLE, { email, customer: who.id }))
  expect((await refresh(kept)).status).toBe(401)
})

test.each([2, 3])(
  'a token used again after %i exchanges revokes the device, and its customer gets a mail',
  async (exchanges) => {
    const email = freshEmail()
    const who = await shop.signIn(email)
    const stolen = await keep(who)
    let copy = stolen
    let session = ''
    for (let n = 0; n < exchanges; n++) {
      const { cookie, token } = await refresh(copy)
      copy = cookie ?? ''
      session = token
    }
    expect(await works(session, who.id)).toBe(true)
    expect((await refresh(stolen)).status).toBe(401)
    expect((await refresh(copy)).status).toBe(401)
    expect(await works(session, who.id)).toBe(false)
    expect(await shop.db.selectFrom('devices').where('customer_id', '=', who.id).select('id').execute()).toEqual([])
    await expect
      .poll(() => shop.mails.filter(({ to }) => to === email).map(({ subject }) => subject))
      .toEqual([
        expect.stringMatching(/^\d{6} is your Fourth Seat code$/),
        'A device stays signed in to your account at Fourth Seat',
        'We signed a device out of your account at Fourth Seat',
      ])
  },
)

test('a device can be kept signed in within 10 minutes of a login, not by a session that its refresh token created', async () => {
  const who = await shop.signIn(freshEmail())
  const first = await keep(who)
  // The response may be lost on its way, so the browser asks once more.
  const cookie = await keep(who)
  expect((await refresh(first)).status).toBe(200)
  const kept = await keep(who, cookie)
  expect(await works(who.token, who.id)).toBe(true)
  expect((await refresh(cookie)).status).toBe(401)
  const restored = await refresh(kept)
  expect(await tryToKeep({ ...who, token: restored.token })).toMatchObject({
    status: 403,
    body: { code: 'sign_in_again' },
  })
  const late = await shop.signIn(freshEmail())
  await passTime(shop.db, 601)
  expect(await tryToKeep(late)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
})

test('of two cookies with the token’s name none signs in, and the browser deletes its own', async () => {
  const [victim, attacker] = [await keep(await shop.signIn(freshEmail())), await keep(await shop.signIn(freshEmail()))]
  const both = await shop.fetch('/user/refreshSession', {
    method: 'POST',
    headers: { cookie: `signed-in=${attacker}; other=1; signed-in=${victim}` },
  })
  expect([both.status, both.headers.get('set-cookie')]).toEqual([
    401,
    'signed-in=; Path=/api/user; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
  expect((await refresh(victim)).status).toBe(200)
})

test('on https the cookie has a name that other hosts of the domain can’t set', () => {
  expect(deviceCookie('TOKEN', true)).toEqual({
    'set-cookie': '__Host-signed-in=TOKEN; Path=/; Max-Age=5184000; HttpOnly; SameSite=Strict; Secure',
  })
  const headers = new Headers({ cookie: 'signed-in=ATTACKER; __Host-signed-in=OWN; x__Host-signed-in=NO' })
  expect(readDeviceCookies(headers, true)).toEqual(['OWN'])
  expect(readDeviceCookies(headers, false)).toEqual(['ATTACKER'])
})

test('a refresh without a cookie, or with a made-up one, is refused', async () => {
  expect((await shop.fetch('/user/refreshSession', { method: 'POST' })).status).toBe(401)
  expect((await refresh('x'.repeat(43))).status).toBe(401)
  expect((await refresh("' or true --")).status).toBe(401)
})

test('devices have names that people recognise', () => {
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1 Version/18.0 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(
    deviceName('Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'),
  ).toBe('Edge on Windows')
  expect(deviceName('')).toBe('A browser on a device')
})
