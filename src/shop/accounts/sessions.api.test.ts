import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerFixture, openCustomerFixture, passTime } from '../../../tests/support/customer-fixture.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { endSessions } from './sql.server.ts'

let shop: CustomerFixture
let counter = 0
const freshEmail = () => `guest${++counter}@example.test`

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

describe('sessions', () => {
  const listAddresses = (token: string, userId: string) =>
    shop.api({ token })('GET /user/getUserAddresses/{userId}', { params: { userId } })

  test('end at once by logout, and only the one that logged out', { tags: 'C3.23' }, async () => {
    const email = freshEmail()
    const first = await shop.signIn(email)
    const second = await shop.signIn(email)
    const out = await shop.fetch('/user/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${first.token}` },
    })
    expect([out.status, await out.text()]).toEqual([204, ''])
    expect((await listAddresses(first.token, first.id)).status).toBe(401)
    expect((await first.api('POST /user/logout')).status).toBe(401)
    expect((await listAddresses(second.token, second.id)).status).toBe(200)
  })

  test('end after 24 idle hours, and after 7 days in any case', async () => {
    const { token, id } = await shop.signIn(freshEmail())
    for (let day = 0; day < 7; day++) {
      await passTime(shop.db, 23.9 * 3600)
      expect((await listAddresses(token, id)).status).toBe(200)
    }
    await passTime(shop.db, 3600)
    expect((await listAddresses(token, id)).status).toBe(401)
    const idle = await shop.signIn(freshEmail())
    await passTime(shop.db, 24 * 3600 + 1)
    expect((await listAddresses(idle.token, idle.id)).status).toBe(401)
  })

  test('can be ended by the operator: all of one customer’s, or everybody’s', async () => {
    const email = freshEmail()
    const [first, second, other] = [await shop.signIn(email), await shop.signIn(email), await shop.signIn(freshEmail())]
    expect(await endSessions(shop.db, STAFF, email)).toBe(2)
    for (const { token, id } of [first, second]) expect((await listAddresses(token, id)).status).toBe(401)
    expect((await listAddresses(other.token, other.id)).status).toBe(200)
    expect(await endSessions(shop.db, STAFF, 'nobody@example.test')).toBe(0)
    expect(await endSessions(shop.db, STAFF, null)).toBeGreaterThan(0)
    expect((await listAddresses(other.token, other.id)).status).toBe(401)
  })

  test('are limited to ten: an eleventh ends the oldest', async () => {
    const email = freshEmail()
    const logins: { token: string; id: string }[] = []
    for (let n = 0; n < 11; n++) {
      await passTime(shop.db, 400)
      logins.push(await shop.signIn(email))
    }
    const responses = await Promise.all(logins.map(({ token, id }) => listAddresses(token, id)))
    expect(responses.map(({ status }) => status)).toEqual([401, ...Array(10).fill(200)])
  })

  test('are stored without their token', async () => {
    const { token } = await shop.signIn(freshEmail())
    const rows = await shop.db.selectFrom('sessions').selectAll().execute()
    for (const { digest } of rows)
      expect(digest.toString().includes(token) || digest.toString('base64url') === token).toBe(false)
  })
})
