import { expect, test } from 'vitest'
// The gate runs on plain Node, before anything is installed.
import { screensOf } from './changed-screens.mjs'

test.each([
  ['a page', ['src/app/routes/wishlist.tsx'], ['/wishlist']],
  ['the home page, twice', ['src/app/routes/home.tsx', 'src/app/routes/home.tsx'], ['/']],
  ['an area of the staff site', ['src/admin/orders/order-list.tsx'], ['/admin/orders']],
  ['the server alone', ['src/shop/orders/sql.server.ts', 'docs/owner.md'], []],
])('of %s: its own screens', (_, files, screens) => {
  expect(screensOf(files)).toEqual(screens)
})

test.each([
  ['what all screens share', ['src/ui/button.tsx']],
  ['what all of the staff site shares', ['src/admin/parts/list.tsx']],
  ['a component of pages', ['src/shop/cart/ui/cart-line.tsx']],
  ['files that git cannot name', null],
])('of %s: one screen of each kind', (_, files) => {
  expect(screensOf(files)).toEqual(expect.arrayContaining(['/', '/cart-checkout-form', '/admin']))
})
