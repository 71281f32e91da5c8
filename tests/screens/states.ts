import type { Page } from '@playwright/test'
import { expect } from '../e2e/fixtures.ts'
import { TEE } from '../e2e/visits.ts'

/** Who looks: a visitor, a new customer, or one with orders, a cart and a wishlist. */
export type Who = 'visitor' | 'newcomer' | 'buyer'

export type Picture = `${360 | 768 | 1280}-${'light' | 'dark'}`

export interface State {
  /** The first part of its pictures' file names. */
  name: string
  who?: Who
  /** Orders have the ids `ongoing` and `exchanged`. */
  path: string
  /** Brings the open page into the state. */
  open?: (page: Page) => Promise<void>
  /** The text or button that is visible when the state is reached. */
  shows: string | RegExp
  /** The widths at which the state exists; all if left out. */
  widths?: number[]
  /** The pictures of it that docs/screens keeps: its width and theme. */
  kept?: Picture[]
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

/**
 * Every state of the shop's screens that has screenshots. The payment window and the offline page have none: they use the
 * system's fonts, which differ from machine to machine.
 */
export const STATES: State[] = [
  { name: 'home', path: '/', shows: 'Popular This Week', kept: ['1280-light', '360-dark'] },
  { name: 'listing', path: '/categories', shows: /^All Items/, kept: ['1280-light', '360-light'] },
  { name: 'listing-filtered', path: '/categories?colors=Black&fabric=Cotton', shows: 'Remove Cotton' },
  {
    name: 'listing-filter-drawer',
    path: '/categories',
    open: press(/^Filter/),
    shows: /^Show \d+/,
    widths: [360, 768],
  },
  { name: 'listing-none', path: '/categories?colors=Gold&fit=Slim+Fit&fabric=Linen', shows: 'Remove Linen' },
  {
    name: 'search',
    path: '/about-us',
    async open(page) {
      await page.getByLabel('Search', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Search the shop' }).pressSequentially('black ho')
    },
    shows: 'Last Local Heavyweight Hoodie',
    kept: ['1280-dark'],
  },
  {
    name: 'listing-suggestions',
    path: '/categories',
    async open(page) {
      await page.getByRole('combobox', { name: 'Search products' }).pressSequentially('black ho')
      await expect(page.getByRole('option', { name: /Last Local Heavyweight Hoodie/ })).toBeVisible()
    },
    shows: 'Last Local Heavyweight Hoodie',
  },
  {
    name: 'product',
    path: `/product-details/${TEE.productId}`,
    shows: 'Add to cart',
    kept: ['1280-light', '360-dark'],
  },
  {
    name: 'product-zoom',
    path: `/product-details/${TEE.productId}`,
    open: (page) =>
      page
        .getByRole('button', { name: /^Zoom in: / })
        .first()
        .click(),
    shows: 'Closer look',
    kept: ['1280-dark'],
  },
  { name: 'product-sold-out', path: '/product-details/backbench-denim-look-jorts', shows: 'Sold out in every size.' },
  {
    name: 'size-guide',
    path: `/product-details/${TEE.productId}`,
    open: press('Size guide'),
    shows: /of the garment laid flat/,
    kept: ['768-light'],
  },
  { name: 'menu', path: '/about-us', open: press('Menu'), shows: 'Menu', widths: [360] },
  { name: 'login', path: '/login', shows: 'Send code' },
  { name: 'register', path: '/register', shows: 'Register' },
  {
    name: 'code',
    path: '/login',
    async open(page) {
      await page.getByLabel('E-mail', { exact: true }).fill('asha@example.test')
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByRole('button', { name: 'Close alert' }).click()
      await expect(page.getByRole('group', { name: '6-digit code' }).getByRole('textbox')).toHaveCount(6)
    },
    shows: 'Enter your code',
  },
  { name: 'cart', who: 'buyer', path: '/cart-details', shows: 'Four Bars Boxy Tee', kept: ['1280-light'] },
  {
    name: 'cart-change-line',
    who: 'buyer',
    path: '/cart-details',
    open: (page) =>
      page
        .getByRole('button', { name: /^Change size or colour/ })
        .first()
        .click(),
    shows: 'Change size or colour',
    kept: ['360-light'],
  },
  { name: 'cart-empty', who: 'newcomer', path: '/cart-details', shows: 'No items in the cart' },
  { name: 'cart-drawer', who: 'buyer', path: '/about-us', open: press('Cart'), shows: 'Four Bars Boxy Tee' },
  { name: 'checkout', who: 'buyer', path: '/cart-checkout-form', shows: /^Delivered by/, kept: ['360-light'] },
  { name: 'order-success', who: 'buyer', path: '/sucess-order?order=ongoing', shows: 'FS-10001' },
  { name: 'orders', who: 'buyer', path: '/my-orders', shows: 'FS-10001' },
  { name: 'order', who: 'buyer', path: '/my-orders?order=ongoing', shows: 'FS-10001', kept: ['360-dark'] },
  {
    name: 'order-exchange-sizes',
    who: 'buyer',
    path: '/my-orders?order=exchanged',
    async open(page) {
      await page.getByRole('button', { name: 'Exchange Platform Polo' }).click()
      await page.getByLabel('Reason').selectOption('Size Issue')
    },
    shows: 'Submit exchange',
    kept: ['360-light'],
  },
  { name: 'order-exchanged', who: 'buyer', path: '/my-orders?order=exchanged', shows: 'FS-10002' },
  { name: 'wishlist', who: 'buyer', path: '/wishlist', shows: 'Four Bars Boxy Tee' },
  { name: 'wishlist-empty', who: 'newcomer', path: '/wishlist', shows: /wishlist/i },
  { name: 'profile', who: 'buyer', path: '/profile', shows: 'asha@example.test' },
  { name: 'logout', who: 'buyer', path: '/logout', shows: 'Log out?' },
  { name: 'addresses', who: 'buyer', path: '/saved-address', shows: '12 Hill Road' },
  { name: 'stores', path: '/nearby-store', shows: 'Fourth Seat Bandra', kept: ['1280-light'] },
  { name: 'contact', path: '/contact-us', shows: 'Send message' },
  { name: 'about', path: '/about-us', shows: 'There is always room for one more.' },
  { name: 'policy', path: '/policies/exchanges', shows: 'Exchange Policy' },
  { name: 'not-found', path: '/no-such-page', shows: '404 Not Found' },
]
