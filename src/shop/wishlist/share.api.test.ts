import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type SignedIn, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { limitSharedWishlist } from './shared-wishlist.server.ts'

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  await changeSettings(shop.shop, STAFF, { 'wishlist.share': true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await shop.signIn()
})

const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }

const wish = (line: typeof tee) => asha.api('POST /user/addToWishlist', { body: { userId: asha.id, ...line } })

async function share(who = asha): Promise<string> {
  const response = await who.api('POST /user/wishlistLink', { body: { userId: who.id } })
  if (!response.ok || response.data.token === null) throw new Error('no link')
  return response.data.token
}

const look = (token: string) => shop.api('GET /user/sharedWishlist/{token}', { params: { token } })

test('a link of 128 random bits shows anybody the list as it is now, and nothing about the person', async () => {
  await wish(tee)
  const token = await share()
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(await share()).toBe(token)
  await wish({ ...tee, size: 'L' })
  await wish({ ...tee, color: 'White', size: 'L' })
  const shown = await look(token)
  expect(shown).toMatchObject({
    ok: true,
    data: {
      wishes: [
        {
          card: { _id: 'boxy-tee', name: 'Boxy Tee', price: 1299 },
          wished: [
            { color: 'Black', size: 'M', price: 1299, soldOut: false },
            { color: 'Black', size: 'L', price: 1299, soldOut: false },
          ],
        },
        { card: { _id: 'boxy-tee' }, wished: [{ color: 'White', size: 'L', soldOut: true }] },
      ],
    },
  })
  const { email, name } = await shop.shop.db
    .selectFrom('customers')
    .select(['email', 'name'])
    .where('id', '=', asha.id)
    .executeTakeFirstOrThrow()
  for (const secret of [asha.id, email, name]) if (secret) expect(JSON.stringify(shown)).not.toContain(secret)
})

test('hidden products are left out; an empty list is shown, an unknown link isn’t', async () => {
  await wish(tee)
  const token = await share()
  await shop.shop.db.updateTable('products').set({ state: 'hidden' }).where('id', '=', 'boxy-tee').execute()
  expect(await look(token)).toMatchObject({ ok: true, data: { wishes: [] } })
  await shop.shop.db.updateTable('products').set({ state: 'published' }).where('id', '=', 'boxy-tee').execute()
  const other = await shop.signIn()
  expect(await look(await share(other))).toMatchObject({ ok: true, data: { wishes: [] } })
  expect(await look('A'.repeat(22))).toMatchObject({ status: 404 })
})

test('a stopped link never works again, and neither do links while the shop has none', async () => {
  const token = await share()
  const stop = () => asha.api('DELETE /user/wishlistLink', { body: { userId: asha.id } })
  expect(await stop()).toMatchObject({ ok: true, data: { token: null } })
  expect(await stop()).toMatchObject({ ok: true })
  expect(await look(token)).toMatchObject({ status: 404 })
  const next = await share()
  expect(next).not.toBe(token)
  await changeSettings(shop.shop, STAFF, { 'wishlist.share': null })
  expect(await look(next)).toMatchObject({ status: 404 })
  expect(await asha.api('POST /user/wishlistLink', { body: { userId: asha.id } })).toMatchObject({ status: 404 })
  await changeSettings(shop.shop, STAFF, { 'wishlist.share': true })
  expect(await look(next)).toMatchObject({ ok: true })
})

test('ten parallel requests make one link', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 10 }, () => share()))).size).toBe(1)
})

test('a copy of one’s data says since when it’s shared, without the link; deleting the account ends it', async () => {
  await wish(tee)
  const token = await share()
  const copy = await shop.fetch(`/api/user/my-data/${asha.id}`, { headers: { authorization: `Bearer ${asha.token}` } })
  const text = await copy.text()
  expect(JSON.parse(text)).toMatchObject({ wishlistLink: { created_at: expect.any(String) } })
  expect(text).not.toContain(token)
  await shop.shop.db.transaction().execute(async (tx) => {
    for (const { forget } of shop.shop.people) await forget(tx, { email: asha.email, customer: asha.id })
  })
  expect(await look(token)).toMatchObject({ status: 404 })
})

test('a client may look 120 times in ten minutes', async () => {
  for (let look = 0; look < 120; look++) expect(await limitSharedWishlist(shop.shop, '203.0.113.9')).toBeNull()
  expect(await limitSharedWishlist(shop.shop, '203.0.113.9')).toMatchObject({ code: 'too_many_requests' })
  expect(await limitSharedWishlist(shop.shop, '203.0.113.10')).toBeNull()
})
