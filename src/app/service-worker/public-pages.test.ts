import { expect, test } from 'vitest'
import { STATIC_PATHS } from '../sitemap.server.ts'
import { isPublicPage } from './public-pages.ts'

test('every page that the sitemap names is cached, in both languages', () => {
  const paths = [...STATIC_PATHS, '/product-details/platform-polo']
  expect(paths.flatMap((path) => [path, `/hi${path}`]).filter((path) => !isPublicPage(path))).toEqual([])
})

test.each([
  '/cart-details',
  '/cart-checkout-form',
  '/wishlist',
  '/my-orders',
  '/saved-address',
  '/profile',
  '/login',
  '/verify',
  '/logout',
  '/sucess-order',
  '/hi/my-orders',
  '/categories/x',
  '/product-details/a/b',
  '/admin',
  '/newsletter/confirm',
  '/api/stores',
])('%s is not cached', (path) => expect(isPublicPage(path)).toBe(false))
