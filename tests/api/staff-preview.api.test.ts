import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, callStaff, type StaffPerson } from '../e2e/staff.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { readPolicy } from './observatory.ts'

let shop: RunningShop
let manager: StaffPerson
let packer: StaffPerson
beforeAll(async () => {
  shop = await startShop()
  manager = await addStaff(shop, 'manager', 'Asha')
  packer = await addStaff(shop, 'packer', 'Ravi')
})
afterAll(() => shop.stop())

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
  ] as const) {
    const { headers } = await get(path)
    expect(readPolicy(headers.get('content-security-policy')).get('frame-src'), path).toEqual(frames)
    expect(readPolicy(headers.get('content-security-policy')).get('frame-ancestors'), path).toEqual(["'none'"])
  }
})
