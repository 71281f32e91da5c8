import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, callStaff, type StaffPerson } from '../e2e/staff.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { readPolicy } from './observatory.ts'

let database: TestDatabase
let shop: RunningShop
let manager: StaffPerson
let packer: StaffPerson
beforeAll(async () => {
  database = await testDatabase()
  shop = await startShop({ database: database.connection })
  manager = await addStaff(shop, 'manager', 'Asha')
  packer = await addStaff(shop, 'packer', 'Ravi')
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})

const HERO = {
  type: 'hero',
  label: 'Winter',
  heading: 'Only in the draft',
  text: '',
  picture: '/media/home/hero.webp',
  phonePicture: '/media/home/hero-phone-a.webp',
  button: { text: 'Look', link: '/categories' },
}
const get = (path: string, cookie = '') =>
  fetch(shop.origin + path, { headers: cookie ? { cookie: `staff=${cookie}` } : {} })

test('a draft shows only to whoever wrote it, on the real page, stored nowhere, in a frame of the staff site alone', async () => {
  const draft = { sections: [HERO, { type: 'banner' }], version: null }
  const kept = await callStaff(shop, manager.cookie, ['PUT', '/home-page/draft'], draft)
  expect(kept).toMatchObject({ status: 200, body: { errors: [], url: '/?staff-preview=home-page' } })
  const preview = await get('/?staff-preview=home-page', manager.cookie)
  expect(await preview.text()).toContain('Only in the draft')
  expect(preview.headers.get('cache-control')).toBe('no-store')
  expect(preview.headers.get('x-robots-tag')).toBe('noindex')
  expect(readPolicy(preview.headers.get('content-security-policy')).get('frame-ancestors')).toEqual(["'self'"])
  const others = [
    await get('/?staff-preview=home-page'),
    await get('/?staff-preview=home-page', packer.cookie),
    await get('/?staff-preview=home-page', 'guessed'),
    await get('/', manager.cookie),
    await get('/'),
  ]
  for (const response of others) {
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('Only in the draft')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
  const other = await addStaff(shop, 'manager', 'Meera')
  const theirs = await get('/?staff-preview=home-page', other.cookie)
  expect(await theirs.text()).not.toContain('Only in the draft')
})

test('a draft with a fault keeps, and says where it is; its preview shows the page as it is', async () => {
  const draft = { sections: [{ ...HERO, heading: '' }], version: null }
  const kept = await callStaff(shop, manager.cookie, ['PUT', '/home-page/draft'], draft)
  expect(kept.body).toMatchObject({ errors: [{ path: 'sections.0.heading', message: 'can’t be empty' }] })
  expect(await (await get('/?staff-preview=home-page', manager.cookie)).text()).toContain('Thoda khisko')
})

/** Makes a product, and returns where it's previewed. */
async function addProduct(name: string, fields: Record<string, unknown> = {}): Promise<string> {
  const id = name.toLowerCase().replaceAll(' ', '-')
  const variants = [{ sku: `${id.toUpperCase()}-M`, color: 'Indigo', size: 'M', quantity: 9 }]
  const body = { name, price: 1799, mrp: 2499, categories: 'Woman', description: 'Printed.', variants, ...fields }
  const made = await callStaff(shop, manager.cookie, ['POST', '/products'], body)
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { product: { _id: id } } })
  return `/product-details/${id}?staff-preview=product`
}

test('a draft or hidden product is seen by staff as its page will be, by nobody else, stored and indexed nowhere', async () => {
  const path = await addProduct('Unseen Kurta')
  const record = await callStaff(shop, manager.cookie, ['GET', '/products/unseen-kurta'])
  expect(record.body).toMatchObject({ state: 'draft', preview: path, page: '/product-details/unseen-kurta' })
  const preview = await get(path, manager.cookie)
  expect(preview.status).toBe(200)
  expect(preview.headers.get('cache-control')).toBe('no-store')
  expect(preview.headers.get('x-robots-tag')).toBe('noindex')
  const html = await preview.text()
  expect(html).toContain('Unseen Kurta')
  expect(html).toContain('Preview: only staff see this page, and nothing can be bought on it.')
  expect(html).not.toContain('Add to cart')
  const hindi = await (await get(`/hi${path}`, manager.cookie)).text()
  expect(hindi).toContain('Unseen Kurta')
  const edit = await fetch(`${shop.origin}/api/admin/products/unseen-kurta`, {
    method: 'PATCH',
    headers: {
      origin: shop.origin,
      cookie: `staff=${manager.cookie}`,
      'content-type': 'application/json',
      'if-match': `"${record.body.version}"`,
    },
    body: JSON.stringify({ name: 'Unseen Kurta, Renamed' }),
  })
  expect(edit.status).toBe(200)
  expect(await (await get(path, manager.cookie)).text()).toContain('Unseen Kurta, Renamed')

  for (const cookie of ['', packer.cookie, 'guessed']) {
    const response = await get(path, cookie)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('Unseen')
  }
  expect((await get('/product-details/unseen-kurta', manager.cookie)).status).toBe(404)
  expect((await get('/product-details/no-such-kurta?staff-preview=product', manager.cookie)).status).toBe(404)
  const call = await fetch(`${shop.origin}/api/product/getProductDetail/unseen-kurta`, {
    headers: { cookie: `staff=${manager.cookie}` },
  })
  expect(call.status, 'a call has no previews').toBe(404)

  const state = (step: string) => callStaff(shop, manager.cookie, ['POST', `/products/unseen-kurta/${step}`], {})
  expect((await state('publish')).status).toBe(200)
  await expect.poll(async () => (await get('/product-details/unseen-kurta')).status).toBe(200)
  const shown = await (await get('/product-details/unseen-kurta')).text()
  expect(shown).toContain('Add to cart')
  expect(shown).not.toContain('Preview:')
  expect((await state('hide')).status).toBe(200)
  await expect.poll(async () => (await get('/product-details/unseen-kurta')).status).toBe(404)
  expect((await get(path, manager.cookie)).status).toBe(200)
})

test('a planned price is previewed from its time on; a draft with the prices of the day it goes on sale', async () => {
  const path = await addProduct('Planned Kurta')
  const on = (day: number) => `${new Date().getUTCFullYear() + 1}-03-0${day}`
  const call = (step: string, body: unknown) =>
    callStaff(shop, manager.cookie, ['POST', `/products/planned-kurta/${step}`], body)
  expect((await call('sale', { price: 1299, from: on(2), to: on(3) })).status).toBe(200)
  const price = async (url: string) =>
    Number(/"price":"?([\d.]+)/.exec(await (await get(url, manager.cookie)).text())?.[1])
  expect(await price(path)).toBe(1799)
  expect((await call('publish', { at: on(2) })).status).toBe(200)
  expect(await price(path), 'it goes on sale during the sale').toBe(1299)

  expect((await call('hide', { at: on(5) })).status).toBe(200)
  const { coming } = (await callStaff(shop, manager.cookie, ['GET', '/products/planned-kurta'])).body as {
    coming: { text: string; preview: string | null }[]
  }
  const previews = new Map(coming.map((one) => [one.text, one.preview]))
  expect(previews.get('Is hidden'), 'then it has no page').toBeNull()
  const [start, end] = ['The price becomes Rs. 1,299', 'The sale ends: back to Rs. 1,799'].map(
    (text) => coming.find((one) => one.text.startsWith(text))?.preview ?? '',
  )
  const timeline = await callStaff(shop, manager.cookie, ['GET', '/products/timeline'])
  expect((timeline.body.items as { preview: string }[]).map(({ preview }) => preview)).toContain(start)
  expect(await price(start ?? '')).toBe(1299)
  expect(await price(end ?? '')).toBe(1799)
  expect(await (await get(start ?? '', manager.cookie)).text()).toContain(
    `Preview of 2 Mar ${on(2).slice(0, 4)}, 00:00`,
  )
  expect((await get(`${path}&at=soon`, manager.cookie)).status).toBe(200)
})

test('settings are previewed on the page they show on, also while the shop is closed', async () => {
  await shop.command('settings', 'set', 'shop.open', 'no')
  await expect.poll(async () => (await get('/')).text()).toContain('Opening soon')
  const values = { 'page.terms': '## Written by {shop.name}\n\nOnly in the draft', 'shop.name': 'Neem & Noor' }
  const kept = await callStaff(shop, manager.cookie, ['PUT', '/settings/preview'], { values, path: '/policies/terms' })
  expect(kept.body).toMatchObject({ errors: [], url: '/policies/terms?staff-preview=settings' })
  const page = await get(String(kept.body.url), manager.cookie)
  expect(await page.text()).toContain('Written by Neem &amp; Noor')
  expect(await (await get(String(kept.body.url))).text()).toContain('Opening soon')
  for (const path of ['//evil.example', '/a?b', 'x'])
    expect(await callStaff(shop, manager.cookie, ['PUT', '/settings/preview'], { values, path })).toMatchObject({
      status: 400,
    })
})

test('the staff site may frame the shop’s pages and nothing else, and nobody may frame it', async () => {
  for (const [path, frames] of [
    ['/admin/home-page', ["'self'"]],
    ['/admin/pack', ["'none'"]],
    ['/admin/stock-count', ["'none'"]],
  ] as const) {
    const { headers } = await get(path)
    expect(readPolicy(headers.get('content-security-policy')).get('frame-src'), path).toEqual(frames)
    expect(readPolicy(headers.get('content-security-policy')).get('frame-ancestors'), path).toEqual(["'none'"])
  }
})
