import { expect, test } from 'vitest'
import { contract } from '#shop/contract.ts'
import { type Kind, kindOf } from './kind-of-request.ts'

const ORIGIN = 'https://shop.example'
const seen = (path: string, more: object = {}) =>
  kindOf({ url: `${ORIGIN}${path}`, method: 'GET', isNavigation: false, hasToken: false, ...more }, ORIGIN)
const opened = (path: string) => seen(path, { isNavigation: true })

test.each<[string, Kind | null]>([
  ['/', 'page'],
  ['/categories?colors=Red', 'page'],
  ['/product-details/platform-polo', 'page'],
  ['/policies/terms', 'page'],
  ['/cart-details', 'page'],
  ['/cart-checkout-form', 'uncached-page'],
  ['/cart-checkout-form?order=1', 'uncached-page'],
  ['/my-orders', 'uncached-page'],
  ['/saved-address', 'uncached-page'],
  ['/profile', 'uncached-page'],
  ['/login', 'uncached-page'],
  ['/verify', 'uncached-page'],
  ['/sucess-order?order=1', 'uncached-page'],
  ['/categories/x', 'uncached-page'],
  ['/admin', null],
  ['/admin/orders', null],
  ['/newsletter/confirm', null],
  ['/alerts/leave', null],
  ['/dev/mailbox', null],
  ['/healthz', null],
  ['/metrics', null],
  ['/api/docs', null],
  ['/sitemap.xml', null],
])('opening %s is %s', (path, kind) => expect(opened(path)).toBe(kind))

test('files, pictures and public responses are cached, nothing of another origin, only GET requests', () => {
  expect(seen('/assets/shell-1.js')).toBe('file')
  expect(seen('/media/polo.webp?w=360')).toBe('picture')
  expect(seen('/media/uploads/photo-1.webp?w=360')).toBeNull()
  expect(seen('/api/stores')).toBe('api')
  expect(seen('/healthz')).toBeNull()
  expect(seen('/sw.js')).toBeNull()
  expect(seen('/api/openapi.json')).toBeNull()
  expect(seen('/api/user/addToCart', { method: 'POST' })).toBeNull()
  expect(seen('/', { method: 'POST', isNavigation: true })).toBeNull()
  expect(kindOf({ url: 'https://pay.example/', method: 'GET', isNavigation: true, hasToken: false }, ORIGIN)).toBeNull()
})

test('of all calls with a token only the cart and the wishlist are cached', () => {
  const calls = Object.keys(contract).filter((name) => name.startsWith('GET '))
  const cached = calls.filter(
    (name) => seen(`/api${name.slice(4).replace(/\{\w+\}/g, '1')}`, { hasToken: true }) !== null,
  )
  expect(cached).toEqual(['GET /user/getCartProduct/{userId}', 'GET /user/wishlist/{userId}'])
})
