import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, openTestShop, STAFF, type TestShop } from '../../tests/support/shop.ts'
import { listAudit } from '../shop/audit/sql.server.ts'
import { createPreviewLink, endPreviewLinks } from '../shop/settings/preview.server.ts'
import { changeSettings } from '../shop/settings/staff.server.ts'

let shop: TestShop

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#0d5c4a"/></svg>'

beforeAll(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: '1' } })
  await changeSettings(shop.shop, STAFF, {
    'shop.open': false,
    'shop.name': 'Blue & Door',
    'shop.email': 'hello@bluedoor.example',
    'brand.signal': '#0d5c4a',
    'brand.mark': LOGO,
  })
})
afterAll(() => shop.close())

const link = (days = 7, now = new Date()) => createPreviewLink(shop.shop.db, STAFF, { publicUrl: ORIGIN, days, now })

/** Follows a preview link. @returns the cookie */
async function follow(url: string): Promise<string> {
  const response = await shop.fetch(url)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  return response.headers.get('set-cookie') ?? ''
}

const visit = (path: string, cookie = '') => shop.fetch(path, cookie === '' ? {} : { headers: { cookie } })

/** Test shops have no pages, so what a visitor with a preview sees is that there are none. */
async function isPreview(path: string, cookie: string): Promise<boolean> {
  const response = await visit(path, cookie)
  const text = await response.text()
  if (text.includes('Opening soon')) return false
  expect(text).toContain('There are no pages here.')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  return true
}

test('a preview link shows the closed shop to whoever has it, and to nobody else', async () => {
  const { url, until } = await link(2)
  expect(until.getTime() - Date.now()).toBeGreaterThan(1.9 * 86_400_000)
  const cookie = await follow(url)
  expect(cookie).toMatch(/^preview=\S+; Max-Age=17\d{4}; Path=\/; HttpOnly; SameSite=Lax$/)
  const [pair = ''] = cookie.split(';')
  expect(await isPreview('/', `other=1; ${pair}`)).toBe(true)
  expect(await isPreview('/hi/categories', pair)).toBe(true)
  expect(await isPreview('/', '')).toBe(false)
  const [line] = await listAudit(shop.shop.db, { subject: 'preview', limit: 1 })
  expect(line).toMatchObject({ action: 'preview.link', after: { until: until.toISOString() } })
})

test('a forged, changed or expired preview link is refused', async () => {
  const { url } = await link()
  const token = new URL(url).searchParams.get('token') ?? ''
  const expired = await link(1, new Date(Date.now() - 2 * 86_400_000))
  const longer = token.replace(/^\d+/, (end) => String(Number(end) + 86_400))
  for (const wrong of [
    '',
    'x',
    longer,
    `${token}A`,
    token.replace(/.$/, '~'),
    new URL(expired.url).searchParams.get('token'),
  ]) {
    const response = await shop.fetch(`/preview?token=${wrong}`)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([404, null])
    expect(await response.text()).toContain('This link doesn’t work')
    expect(await isPreview('/', `preview=${wrong}`)).toBe(false)
  }
})

test('ending the preview links ends what was opened with them; new ones work', async () => {
  const [before = ''] = (await follow((await link()).url)).split(';')
  expect(await endPreviewLinks(shop.shop.db, STAFF)).toBe(true)
  expect(await endPreviewLinks(shop.shop.db, STAFF)).toBe(false)
  expect(await isPreview('/', before)).toBe(false)
  const [after = ''] = (await follow((await link()).url)).split(';')
  expect(await isPreview('/', after)).toBe(true)
  expect(await isPreview('/', before)).toBe(false)
})

test('“Opening soon” has the shop’s name, logo and colours, and its form subscribes to the newsletter', async () => {
  const response = await visit('/product-details/boxy-tee')
  const html = await response.text()
  expect(html).toContain('Blue &amp; Door')
  expect(html).toContain('--signal:#0d5c4a')
  const [mark = ''] = /\/brand-mark\?v=[\w-]+/.exec(html) ?? []
  expect((await visit(mark)).headers.get('content-type')).toBe('image/svg+xml')
  expect(html).toContain('action="/newsletter/subscribe?language=en"')
  const send = (email: string, headers: Record<string, string> = {}) =>
    shop.fetch('/newsletter/subscribe?language=en', {
      method: 'POST',
      body: new URLSearchParams({ email }),
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.7', ...headers },
    })
  const sent = await send(' asha@example.test ')
  expect(sent.status).toBe(200)
  const thanks = await sent.text()
  expect(thanks).toContain('Opening soon')
  expect(thanks).not.toContain('<form')
  expect((await shop.mailTo('asha@example.test')).text).toContain('/newsletter/confirm?token=')

  const wrong = await send('"asha')
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toMatch(/value="&quot;asha"[\s\S]*role="alert"/)
  expect((await send('bina@example.test', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send(`${'x'.repeat(5000)}@example.test`)).status).toBe(413)

  // The limits of the call hold for the form, by the visitor's own address.
  const many = await Promise.all(Array.from({ length: 61 }, (_, number) => send(`shopper${number}@example.test`)))
  const statuses = new Set(many.map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 429]))
  expect((await send('chitra@example.test', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200)
})

test('a closed shop lists its pages and products neither for search engines nor for Google', async () => {
  for (const path of ['/sitemap.xml', '/feeds/google.xml']) expect((await visit(path)).status).toBe(404)
})

test('“Opening soon” in Hindi sends its form in Hindi', async () => {
  const html = await (await visit('/hi')).text()
  expect(html).toContain('जल्द खुलेगी')
  expect(html).toContain('action="/newsletter/subscribe?language=hi"')
})

test('an open shop needs no preview link, and its pages don’t speak of one', async () => {
  const announcement = async () => {
    const settings = await shop.api('GET /user/shopSettings')
    return settings.ok ? settings.data.announcement : ''
  }
  expect(await announcement()).toMatch(/^Preview: the shop is closed\. .*7-day easy exchange/)
  const { url } = await link()
  await changeSettings(shop.shop, STAFF, { 'shop.open': true })
  const response = await shop.fetch(url)
  expect([response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([
    303,
    '/',
    null,
  ])
  expect(await announcement()).not.toContain('Preview')
  await changeSettings(shop.shop, STAFF, { 'shop.open': false })
})
