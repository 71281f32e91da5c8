import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buy, findOrder, newShopper, type Shopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { ONE_PIXEL_PNG } from '../../../tests/support/one-pixel-png.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { forgetCustomer } from '../accounts/staff.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { deleteLostPhotos } from '../reviews/jobs.server.ts'
import { isPhotoPublic } from '../reviews/photos-sql.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { deleteLoosePhotos } from './photos-sql.server.ts'

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop({
    products: [{ id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 200 } } }],
  })
  owner = await signInStaff(shop, 'owner')
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await newShopper(shop)
  await photos('optional')
})

const photos = (value: 'off' | 'optional' | 'required') =>
  changeSettings(shop.shop, STAFF, { 'exchange.photos': value })

async function delivered(who = asha): Promise<string> {
  const { orderId } = await buy(shop, who, [tee])
  for (let step = 0; step < 3; step++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  return orderId
}

const send = (who = asha, body: Uint8Array<ArrayBuffer> = ONE_PIXEL_PNG) =>
  who.api('POST /user/exchangePhoto', { body }, { fileType: 'image/png' })
async function photo(who = asha): Promise<string> {
  const sent = await send(who)
  if (!sent.ok) throw new Error(sent.message)
  return sent.data.photo._id
}

const ask = (orderId: string, ids?: readonly string[], reasonForExchange = 'Product Damaged') =>
  asha.api('POST /user/addExchange', {
    // Safe cast: one of the reasons.
    body: {
      orderId,
      productId: 'boxy-tee',
      reasonForExchange: reasonForExchange as 'Other',
      problem: 'A hole.',
      ...(ids ? { photos: [...ids] } : {}),
    },
  })

test('photos go with the request: staff and its customer see them, and nobody else', async () => {
  const orderId = await delivered()
  const ids = [await photo(), await photo()]
  expect(await ask(orderId, ids)).toMatchObject({ status: 201, data: { exchange: { photos: 2 } } })
  const [exchange] = (await findOrder(asha, orderId)).exchanges
  const exchangeId = exchange?._id ?? ''
  const own = await asha.api('GET /user/exchangePhotos/{exchangeId}', { params: { exchangeId } })
  expect(own.ok && own.data.photos).toEqual(
    ids.map((_id) => ({ _id, src: expect.stringMatching(/^data:image\/webp;base64,/), width: 1, height: 1 })),
  )
  const ravi = await newShopper(shop, 'Ravi Pai')
  expect(await ravi.api('GET /user/exchangePhotos/{exchangeId}', { params: { exchangeId } })).toMatchObject({
    status: 404,
  })
  expect(await isPhotoPublic(shop.shop.db, ids[0] ?? '')).toBe(false)
  expect((await owner.browser.call('GET', `/exchanges/${exchangeId}`)).body).toMatchObject({
    photos: ids.map((id) => ({ id, width: 1, height: 1 })),
  })
  const packer = await signInStaff(shop, 'packer')
  const shown = await packer.browser.call('GET', `/exchanges/photos/${ids[0]}`)
  expect(shown.status).toBe(200)
})

test('a photo that nobody requested an exchange with is nobody’s to see, and goes after a day', async () => {
  await delivered()
  const id = await photo()
  expect((await owner.browser.call('GET', `/exchanges/photos/${id}`)).status).toBe(404)
  await deleteLoosePhotos(shop.shop.db)
  expect(await shop.shop.photos.read(id)).not.toBeNull()
  await sql`update exchange_photos set created_at = now() - interval '25 hours' where id = ${id}`.execute(shop.shop.db)
  await deleteLoosePhotos(shop.shop.db)
  const { rows } = await sql`select from exchange_photos where id = ${id}`.execute(shop.shop.db)
  expect(rows).toHaveLength(0)
})

test('files of exchanges’ photos stay when files without a row go', async () => {
  const orderId = await delivered()
  const id = await photo()
  await ask(orderId, [id])
  const old = { ...shop.shop.photos, list: async () => [id] }
  await deleteLostPhotos({ db: shop.shop.db, photos: old })
  expect(await shop.shop.photos.read(id)).not.toBeNull()
})

test('off, no photo is taken; required, one is needed for what the shop sent wrongly', async () => {
  await photos('off')
  const orderId = await delivered()
  expect(await send()).toMatchObject({ status: 409, code: 'conflict' })
  await photos('required')
  for (const reason of ['Product Damaged', 'Material Defect', 'Color Mismatch'])
    expect(await ask(orderId, undefined, reason)).toMatchObject({
      status: 400,
      message: 'Please add a photo of what’s wrong.',
    })
  expect(await ask(orderId, [await photo()])).toMatchObject({ status: 201 })
  expect(await ask(await delivered(), undefined, 'Other')).toMatchObject({ status: 201 })
})

test('refused: a fourth, another’s, one that was used, one that isn’t a picture, and without a delivered order', async () => {
  const orderId = await delivered()
  const ids = [await photo(), await photo(), await photo(), await photo()]
  expect(await ask(orderId, ids)).toMatchObject({ status: 400 })
  const ravi = await newShopper(shop, 'Ravi Pai')
  expect(await send(ravi)).toMatchObject({ status: 409, code: 'not_delivered' })
  await delivered(ravi)
  expect(await ask(orderId, [await photo(ravi)])).toMatchObject({
    status: 400,
    message: 'A photo is no longer there. Please add it again.',
  })
  // Nothing of the refused request is left.
  expect(await ask(orderId, ids.slice(0, 3))).toMatchObject({ status: 201 })
  expect(await ask(await delivered(), ids.slice(0, 1))).toMatchObject({ status: 400 })
  expect(await send(asha, new Uint8Array(40))).toMatchObject({ code: 'unreadable_picture' })
})

test('erasing the customer deletes their photos with the files, and an export has them', async () => {
  const orderId = await delivered()
  const ids = [await photo(), await photo()]
  await ask(orderId, ids.slice(0, 1))
  await sql`update orders set delivered_at = now() - interval '90 days' where id = ${orderId}`.execute(shop.shop.db)
  await sql`update exchanges set status = 'delivered', hold = 'taken', delivered_at = now(), received_at = now() where order_id = ${orderId}`.execute(
    shop.shop.db,
  )
  const read = await Promise.all(
    shop.shop.people.map((feature) => feature.read?.(shop.shop, { email: asha.email, customer: asha.id })),
  )
  expect(JSON.stringify(read)).toContain(`"id":"${ids[1]}"`)
  expect(await forgetCustomer(shop.shop, STAFF, asha.email)).toMatchObject({ ok: true })
  for (const id of ids) expect(await shop.shop.photos.read(id)).toBeNull()
})
