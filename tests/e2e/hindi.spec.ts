import type { Page } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { axeViolations, COLOUR_RULES } from './axe.ts'
import { buy } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { hi, WORDS } from './hindi-texts.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }

/** English sentences that stand on the page: its texts and names which have a translation. */
function leftInEnglish(page: Page): Promise<string[]> {
  const translated = Object.entries(WORDS).flatMap(([english, text]) => (english === text ? [] : [english]))
  return page.evaluate((known) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, [lang=en]')) texts.push(node.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name)?.trim() ?? '')
    return texts.filter((text) => known.includes(text))
  }, translated)
}

const PUBLIC = [
  '/hi',
  '/hi/categories',
  '/hi/categories?colors=Black',
  '/hi/categories?q=zzzzqqq',
  '/hi/product-details/four-bars-boxy-tee',
  '/hi/nearby-store',
  '/hi/about-us',
  '/hi/contact-us',
  '/hi/privacy-policy',
  '/hi/policies/terms',
  '/hi/policies/shipping',
  '/hi/policies/exchanges',
  '/hi/login',
  '/hi/register',
]

test('every page below /hi is in Hindi, loads no English, and names the English page; axe finds nothing', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  test.slow()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  for (const path of PUBLIC) {
    await page.goto(path)
    for (const [colorScheme, rules] of [['light'], ['dark', COLOUR_RULES]] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect.poll(() => axeViolations(page, 'html', rules), `${path} ${colorScheme}`).toEqual([])
    }
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    expect(await leftInEnglish(page), path).toEqual([])
    if (path.includes('q=')) continue
    const english = path.replace('/hi', '') || '/'
    await expect(page.locator('link[rel=alternate][hreflang=en-IN]')).toHaveAttribute(
      'href',
      `${shop.origin}${english}`,
    )
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.origin}${path}`)
  }
  const sitemap = await (await page.request.get('/sitemap-hi.xml')).text()
  expect(sitemap).toContain(`<loc>${shop.origin}/hi</loc>`)
  expect(sitemap).toContain(`<loc>${shop.origin}/hi/product-details/four-bars-boxy-tee</loc>`)
  // React Router has a sentence of SPEC 2 in its own error view.
  const sentences = Object.entries(WORDS).flatMap(([english, text]) =>
    english !== text && english.length > 20 && !/[{]|^Unexpected Application Error!$/.test(english) ? [english] : [],
  )
  for (const url of scripts) {
    const code = await (await fetch(url)).text()
    expect(
      sentences.filter((english) => code.includes(english)),
      url,
    ).toEqual([])
  }
})

test('Devanagari is set in its own headline face, unspaced, with room between the lines', async ({ page }) => {
  const loadedFace = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].some(({ family, status }) => /^"?Anek FS Wide"?$/.test(family) && status === 'loaded')
    })
  for (const path of ['/hi', '/hi/about-us', '/hi/categories', '/hi/product-details/four-bars-boxy-tee']) {
    await page.goto(path)
    await expect.poll(loadedFace, path).toBe(true)
    const faults = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && /[ऀ-ॿ]/.test(node.textContent ?? ''))
        if (!own || element.closest('script, style')) return []
        const { letterSpacing, lineHeight, fontSize } = getComputedStyle(element)
        const isTight = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) < 1.29
        return letterSpacing !== 'normal' || isTight ? [`${element.textContent}: ${letterSpacing}, ${lineHeight}`] : []
      }),
    )
    expect(faults, path).toEqual([])
  }
  await page.goto('/')
  expect(await page.evaluate(() => [...document.fonts].map(({ family }) => family).join())).not.toContain('Anek')
})

test('a purchase in Hindi: code by mail, cart, the way back after the login, messages of the server', async ({
  page,
  shop,
  allowed,
}) => {
  // A wrong code is a 401.
  allowed.push(/Failed to load resource/)
  const email = `${crypto.randomUUID()}@example.test`
  await page.goto('/hi/register')
  await page.getByLabel(hi('Name'), { exact: true }).fill('Asha Kale')
  await page.getByLabel(hi('E-mail'), { exact: true }).fill(email)
  await page.getByRole('button', { name: hi('Register') }).click()
  await expect(page).toHaveURL(/\/hi\/verify$/)
  const code = codeIn(await shop.mail.waitFor(email))
  await page.getByRole('textbox', { name: hi('6-digit code') }).focus()
  await page.keyboard.type(code === '100000' ? '100001' : '100000')
  await page.getByRole('button', { name: hi('Verify') }).click()
  await expect(page.locator('.toast-row', { hasText: hi('OTP verification failed. Please try again.') })).toBeVisible()
  await page.getByRole('textbox', { name: hi('6-digit code') }).focus()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: hi('Verify') }).click()
  await expect(page).toHaveURL(`${shop.origin}/hi`)

  await page.goto(`/hi/product-details/${TEE.productId}`)
  await page.getByRole('radio', { name: hi('Black') }).check()
  await page.getByRole('radio', { name: /^M\b/ }).check()
  await page
    .getByRole('button', { name: hi('Add to cart'), exact: true })
    .first()
    .click()
  await expect(page.getByText(hi('Product added to cart successfully'))).toBeVisible()
  for (const path of [
    '/hi/cart-details',
    '/hi/cart-checkout-form',
    '/hi/wishlist',
    '/hi/profile',
    '/hi/saved-address',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`${shop.origin}${path}`)
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
    expect(await leftInEnglish(page), path).toEqual([])
    expect(await axeViolations(page), path).toEqual([])
  }
  const answer = await page.request.delete('/api/user/deleteCartProduct?language=hi', {
    headers: { authorization: `Bearer ${await page.evaluate(() => sessionStorage.authToken)}` },
    data: { userId: await page.evaluate(() => JSON.parse(sessionStorage.userData).id), cartItemId: 'x'.repeat(22) },
  })
  expect(await answer.json()).toMatchObject({ message: hi('Item not found.') })

  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/hi/my-orders')
  await expect(page).toHaveURL(/\/hi\/login$/)
  expect(await page.evaluate(() => sessionStorage.returnTo)).toMatch(/ \/my-orders$/)
})

test('an order is read in Hindi, and the footer leads to the same page in the other language', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [TEE])
  await page.goto(`/hi/my-orders?order=${orderId}`)
  await expect(page.getByText(hi('Delivery')).first()).toBeVisible()
  expect(await leftInEnglish(page)).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`${shop.origin}/my-orders?order=${orderId}`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL(`${shop.origin}/hi/my-orders?order=${orderId}`)
})

test('the owner’s own words have their Hindi, and an owner can leave Hindi out', async ({ page, shop }) => {
  await shop.command('settings', 'set', 'announcement', 'Diwali sale')
  await shop.command('settings', 'set', 'hindi.words', 'Diwali sale = दिवाली सेल')
  await expect
    .poll(async () => {
      await page.goto('/hi')
      return page.getByText('दिवाली सेल').count()
    })
    .toBe(1)
  await shop.command('settings', 'set', 'hindi.on', 'no')
  await expect.poll(async () => (await page.goto('/hi/about-us'))?.url()).toBe(`${shop.origin}/about-us`)
  await page.goto('/about-us')
  await expect(page.getByRole('link', { name: 'हिन्दी' })).toHaveCount(0)
  for (const name of ['announcement', 'hindi.words', 'hindi.on']) await shop.command('settings', 'reset', name)
  // The next test of this shop finds it as it was.
  await expect.poll(async () => (await page.goto('/hi/about-us'))?.url()).toBe(`${shop.origin}/hi/about-us`)
})
