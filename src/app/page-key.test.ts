import { expect, test } from 'vitest'
import { sharedKeys } from './page-key.ts'

test.each([
  ['/about-us', ['/about-us']],
  ['/about-us?utm_source=x', ['/about-us?utm_source=x', '/about-us']],
  ['/categories?colors=Red', ['/categories?colors=Red']],
  ['/api/products?x=1', ['/api/products?x=1']],
  // Staff asked for the page with their draft, and got it as a visitor had loaded it.
  ['/?staff-preview=settings', []],
  ['/about-us?a=b&staff-preview=settings', []],
])('%s may be cached as %j', (url, keys) => {
  expect(sharedKeys(url)).toEqual(keys)
})
