import type { Page } from '@playwright/test'
import type { RunningShop } from '../support/running-shop.ts'
import { buy } from './buy.ts'
import { expect, openSession, type Shopper } from './fixtures.ts'

export const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }
const TEE_SKU = 'FS001-WHT-L'

export interface Visit {
  /** As in SPEC section 2. */
  route: string
  /** Whether it needs a logged-in shopper. */
  who: 'anyone' | 'shopper'
  /** The heading that shows when it is ready. */
  heading: string | RegExp
}

/** The nineteen routes of SPEC section 2, and the three other policies. */
export const VISITS: Visit[] = [
  { route: '/', who: 'anyone', heading: 'Popular This Week' },
  { route: '/categories', who: 'anyone', heading: /^All Items - \d+$/ },
  { route: '/product-details/{productId}', who: 'anyone', heading: 'Four Bars Boxy Tee' },
  { route: '/about-us', who: 'anyone', heading: 'There is always room for one more.' },
  { route: '/contact-us', who: 'anyone', heading: 'Contact Us' },
  { route: '/register', who: 'anyone', heading: 'Register' },
  { route: '/login', who: 'anyone', heading: 'Log in' },
  { route: '/verify', who: 'anyone', heading: 'Enter your code' },
  { route: '/cart-details', who: 'shopper', heading: 'Your cart' },
  { route: '/cart-checkout-form', who: 'shopper', heading: 'Delivery address' },
  { route: '/sucess-order', who: 'anyone', heading: 'Order complete' },
  { route: '/sucess-return', who: 'anyone', heading: 'Return complete' },
  { route: '/profile', who: 'shopper', heading: 'Profile' },
  { route: '/my-orders', who: 'shopper', heading: 'My Orders' },
  { route: '/wishlist', who: 'shopper', heading: 'Wishlist' },
  { route: '/saved-address', who: 'shopper', heading: 'Saved Address' },
  { route: '/privacy-policy', who: 'anyone', heading: 'Privacy Policy' },
  { route: '/nearby-store', who: 'anyone', heading: 'Find a Nearby Stores' },
  { route: '/policies/terms', who: 'anyone', heading: 'Terms of Sale' },
  { route: '/policies/shipping', who: 'anyone', heading: 'Shipping Policy' },
  { route: '/policies/exchanges', who: 'anyone', heading: 'Exchange Policy' },
  { route: '/logout', who: 'shopper', heading: 'Log out' },
]

interface Session {
  shopper: Shopper
  orderId: string
}

/** Gives a shopper a paid order, an address, and a line in cart and wishlist. */
export async function seedShopper(shop: RunningShop, shopper: Shopper): Promise<Session> {
  // Each of a worker's tests takes some of it.
  await shop.command('stock', 'add', TEE_SKU, '+3', '--reason', 'for tests')
  const orderId = await buy(shop, shopper, [TEE])
  const body = { userId: shopper.id, quantity: 1, ...TEE }
  for (const call of ['POST /user/addToCart', 'POST /user/addToWishlist'] as const)
    expect((await shopper.api(call, { body })).ok, call).toBe(true)
  return { shopper, orderId }
}

/** Opens a route, logged in where it needs a shopper and `session` is given, and waits until it is ready. */
export async function visit(page: Page, { route, who, heading }: Visit, session?: Session) {
  const path = route.replace('{productId}', TEE.productId)
  if (session && (who === 'shopper' || route === '/sucess-order')) await openSession(page, session.shopper)
  if (route === '/verify') {
    await page.goto('/login')
    await page.getByLabel('E-mail', { exact: true }).fill(session?.shopper.email ?? 'asha@example.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page).toHaveURL(/\/verify$/)
  } else await page.goto(route === '/sucess-order' && session ? `${path}?order=${session.orderId}` : path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  if (session && ['/my-orders', '/profile', '/sucess-order', '/cart-details', '/wishlist'].includes(route))
    await expect(page.getByRole('main').getByText('Four Bars Boxy Tee').first()).toBeVisible()
}
