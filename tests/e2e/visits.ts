import type { Page } from '@playwright/test'
import type { RunningShop } from '../support/running-shop.ts'
import { buy } from './buy.ts'
import { expect, openSession, type Shopper } from './fixtures.ts'

export const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }

export interface Visit {
  /** As SPEC section 2 lists it. */
  route: string
  /** Who sees it: anyone, or only a shopper who is logged in. */
  who: 'anyone' | 'shopper'
  /** What stands there when it is ready. */
  words: string | RegExp
}

/** The nineteen routes of SPEC section 2. */
export const VISITS: Visit[] = [
  { route: '/', who: 'anyone', words: 'Popular This Week' },
  { route: '/categories', who: 'anyone', words: /^All Items - \d+$/ },
  { route: '/product-details/{productId}', who: 'anyone', words: 'Four Bars Boxy Tee' },
  { route: '/about-us', who: 'anyone', words: 'There is always room for one more.' },
  { route: '/contact-us', who: 'anyone', words: 'Contact Us' },
  { route: '/register', who: 'anyone', words: 'Register' },
  { route: '/login', who: 'anyone', words: 'Log in' },
  { route: '/verify', who: 'anyone', words: 'Enter your code' },
  { route: '/cart-details', who: 'shopper', words: 'Your cart' },
  { route: '/cart-checkout-form', who: 'shopper', words: 'Where to?' },
  { route: '/sucess-order', who: 'anyone', words: 'Order complete' },
  { route: '/sucess-return', who: 'anyone', words: 'Return complete' },
  { route: '/profile', who: 'shopper', words: 'Profile' },
  { route: '/my-orders', who: 'shopper', words: 'My Orders' },
  { route: '/wishlist', who: 'shopper', words: 'Wishlist' },
  { route: '/saved-address', who: 'shopper', words: 'Saved Address' },
  { route: '/privacy-policy', who: 'anyone', words: 'Privacy Policy' },
  { route: '/nearby-store', who: 'anyone', words: 'Find a Nearby Stores' },
  { route: '/logout', who: 'shopper', words: 'Log out' },
]

/** A shopper with a paid order, an address, and a line in cart and wishlist. */
export async function equip(shop: RunningShop, shopper: Shopper): Promise<{ shopper: Shopper; orderId: string }> {
  const orderId = await buy(shop, shopper, [TEE])
  const body = { userId: shopper.id, quantity: 1, ...TEE }
  for (const call of ['POST /user/addToCart', 'POST /user/addToWishlist'] as const)
    expect((await shopper.api(call, { body })).ok, call).toBe(true)
  return { shopper, orderId }
}

/** Opens a route as its visitors come to it, and waits until it is ready. */
export async function visit(page: Page, { route, who, words }: Visit, known?: { shopper: Shopper; orderId: string }) {
  const path = route.replace('{productId}', TEE.productId)
  if (known && (who === 'shopper' || route === '/sucess-order')) await openSession(page, known.shopper)
  if (route === '/verify') {
    await page.goto('/login')
    await page.getByLabel('E-mail', { exact: true }).fill(known?.shopper.email ?? 'asha@example.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page).toHaveURL(/\/verify$/)
  } else await page.goto(route === '/sucess-order' && known ? `${path}?order=${known.orderId}` : path)
  await expect(page.getByRole('heading', { name: words }).first()).toBeVisible()
  if (known && ['/my-orders', '/profile', '/sucess-order', '/cart-details', '/wishlist'].includes(route))
    await expect(page.getByRole('main').getByText('Four Bars Boxy Tee').first()).toBeVisible()
}
