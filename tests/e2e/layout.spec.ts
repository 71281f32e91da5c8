import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { advance, buy } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { seedShopper, TEE, VISITS, visit } from './visits.ts'

const SPECIFICATION = join(import.meta.dirname, '../../docs/specification.md')
const ADMIN = /\badmin|administrator|back.?office|dashboard\b/i

test('visitors see the public screens, which load nothing from another host and link only to Instagram', {
  tag: ['@S1.1', '@S2.4', '@S2.17', '@S6.1', '@S7.31', '@C6.15'],
}, async ({ page, shop }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${shop.origin}/`) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  const external = new Set<string>()
  for (const one of VISITS.filter(({ who }) => who === 'anyone')) {
    await visit(page, one)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const link of links) if (/^(?:[a-z]+:)?\/\//.test(link)) external.add(new URL(link, page.url()).host)
    await expectDrawnIcons(page, one.route)
    await page.waitForLoadState('networkidle')
  }
  expect(foreign).toEqual([])
  external.delete(new URL(shop.origin).host)
  expect([...external]).toEqual(['www.instagram.com'])
})

/** The icons of the header are inline, not requested from an icon service. */
async function expectDrawnIcons(page: Page, route: string): Promise<void> {
  const drawn = await page
    .getByRole('banner')
    .locator('svg')
    .evaluateAll((all) => all.map((icon) => icon.querySelector('path, circle, rect') !== null))
  expect(drawn.length, route).toBeGreaterThan(2)
  expect(drawn, route).not.toContain(false)
}

test('private screens redirect visitors to /login', { tag: ['@S6.5', '@C6.10'] }, async ({ page }) => {
  for (const { route } of VISITS.filter(({ who }) => who !== 'anyone')) {
    await page.goto(route)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('a shopper sees the private screens; all screens are those of the specification', { tag: '@S1.1' }, async ({
  page,
  shop,
  newShopper,
}) => {
  const written = readFileSync(SPECIFICATION, 'utf8').matchAll(/^\| (\/\S*) \| /gm)
  // The owner's policies stand beside the specification's screens (CONTRACT part two, The shop is its owner's).
  const specified = VISITS.map(({ route }) => route).filter((route) => !route.startsWith('/policies/'))
  expect(specified).toEqual(Array.from(written, ([, route]) => route))
  const session = await seedShopper(shop, await newShopper())
  for (const one of VISITS) if (one.who === 'shopper') await visit(page, one, session)
  await page.goto('/')
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' })).toBeVisible()
  await page.goto('/about-us')
  await expect(page).toHaveTitle(/^About Us/)
  await page.goto('/privacy-policy')
  await expect(page.getByRole('main')).toContainText('[date]')
})

test('every feature can be reached by links from the home page', { tag: ['@S1.3', '@C6.14'] }, async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  for (const icon of ['Search', 'Profile', 'Cart', 'Menu'])
    await expect(page.getByLabel(icon, { exact: true })).toBeVisible()
  const ways: string[] = []
  for (const drawer of ['Menu', 'Profile']) {
    await page.getByLabel(drawer, { exact: true }).click()
    const links = page.getByRole('dialog', { name: drawer }).getByRole('link')
    await expect(links.first()).toBeVisible()
    ways.push(...(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))))
    await page.keyboard.press('Escape')
  }
  for (const way of ['/', '/categories', '/about-us', '/contact-us', '/nearby-store', '/privacy-policy'])
    expect(ways).toContain(way)
  for (const way of ['/my-orders', '/wishlist', '/saved-address', '/logout']) expect(ways).toContain(way)
})

test.describe('an administrator', () => {
  test.use({ allowed: [/40[14]/] })

  test('is no shopper: no link, no call, no role, and the staff site shows a shopper its sign-in only', {
    tag: ['@S1.2', '@S6.6'],
  }, async ({ page, shopper }) => {
    for (const path of ['/', '/categories', '/profile', '/my-orders', '/about-us', '/login']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const html = await page.evaluate(() =>
        document.documentElement.outerHTML.replace(/<script[\s\S]*?<\/script>/g, ''),
      )
      expect(html.match(ADMIN)).toBeNull()
    }
    for (const path of ['/dashboard', '/api/admin', '/api/user/admin'])
      expect((await page.request.get(path)).status(), path).toBe(404)
    // The staff site knows no account of a shopper (docs/contract.md, Staff site).
    await page.goto('/admin/orders')
    await expect(page.getByRole('heading', { name: 'Sign in to the staff site' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const document = await (await page.request.get('/api/openapi.json')).json()
    expect(JSON.stringify(Object.keys(document.paths))).not.toMatch(ADMIN)
    const user = await page.evaluate(() => JSON.parse(sessionStorage.getItem('userData') ?? '{}'))
    expect(Object.keys(user).sort()).toEqual(['email', 'id', 'name'])
    expect(shopper.id).toBe(user.id)
  })
})

test('the server documents every call that the specification names, with its response', {
  tag: ['@S7.1', '@S7.2', '@S7.32', '@C3.1'],
}, async ({ page }) => {
  const section =
    readFileSync(SPECIFICATION, 'utf8')
      .split(/^## /m)
      .find((part) => part.startsWith('7.')) ?? ''
  const calls = Array.from(section.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}-]+)/g), ([, method, path]) => ({
    method: method?.toLowerCase() ?? '',
    path: path ?? '',
  }))
  expect(calls).toHaveLength(27)
  const { paths } = await (await page.request.get('/api/openapi.json')).json()
  for (const { method, path } of calls) {
    const call = paths[path]?.[method]
    expect(call?.summary, `${method} ${path}`).toMatch(/\S/)
    const success = Object.entries<{ description: string }>(call.responses).find(([status]) => /^2/.test(status))
    expect(success, `${method} ${path}`).toBeDefined()
  }
})

test('orders and exchanges advance by the operator’s command only, one step at a time, not beyond delivered', {
  tag: ['@S4.4', '@S4.9', '@C4.1', '@C4.3', '@C4.4'],
}, async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [TEE])
  const order = async () => {
    const answer = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
    return answer.ok ? answer.data.orders[0] : undefined
  }
  const statuses = [(await order())?.orderStatus]
  for (let step = 0; step < 3; step++) {
    await advance(shop, 'orders', orderId, { steps: 1 })
    statuses.push((await order())?.orderStatus)
  }
  expect(statuses).toEqual(['ordered', 'packaging', 'ontheway', 'delivered'])
  await expect(advance(shop, 'orders', orderId, { steps: 1 })).rejects.toThrow(/delivered/)
  const problem = 'Second thoughts'
  const exchange = await shopper.api('POST /user/addExchange', {
    body: { orderId, productId: TEE.productId, reasonForExchange: 'Other', problem },
  })
  const exchangeId = exchange.ok ? exchange.data.exchange._id : ''
  await advance(shop, 'exchanges', exchangeId)
  expect((await order())?.exchanges[0]).toMatchObject({ _id: exchangeId, exchangeStatus: 'delivered' })
  await expect(advance(shop, 'exchanges', exchangeId, { steps: 1 })).rejects.toThrow(/delivered/i)
  const { paths } = await (await page.request.get('/api/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => /advance|orderStatus|exchangeStatus|fulfil/i.test(path))).toEqual([])
})

test.describe('a route module that fails to load', () => {
  test.use({ allowed: [/Failed to load resource|Error loading route module|dynamically imported module/] })

  test('reloads the page, as after a deployment, and the next click works', { tag: '@S9.22' }, async ({ page }) => {
    await page.goto('/about-us')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' })
    await page.route(/\/assets\/contact-us-.*\.js$/, (route) => route.abort())
    const reloaded = page.waitForEvent('load')
    await link.click()
    await reloaded
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unrouteAll()
    await link.click()
    await expect(page).toHaveURL(/\/contact-us$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  })
})
