import { expect, test } from 'vitest'
import { formerPath, movedTo, onePath } from './moved-pages.server.ts'

const products = {
  hasProduct: async (id: string) => id === 'harbour-shirt',
  findMoved: async (path: string) => (path === '/products/Harbour.Shirt' ? 'harbour-shirt-0123456789' : null),
}

test.each([
  ['/products/harbour-shirt', '/product-details/harbour-shirt'],
  ['/products/Harbour-Shirt/', '/product-details/harbour-shirt'],
  ['/collections/summer/products/harbour-shirt', '/product-details/harbour-shirt'],
  ['/en-in/products/harbour-shirt', '/product-details/harbour-shirt'],
  ['/product/harbour%20shirt/', '/product-details/harbour-shirt'],
  ['/collections/summer/products/Harbour.Shirt', '/product-details/harbour-shirt-0123456789'],
  ['/products/unknown', null],
  ['/products/%E0%A4%A', null],
  ['/collections/summer', '/categories'],
  ['/collections', '/categories'],
  ['/product-category/men/shirts/', '/categories'],
  ['/shop', '/categories'],
  ['/', null],
  ['/product-details/harbour-shirt', null],
  ['/categories', null],
  ['/products', null],
])('%s leads to %s', async (path, target) => {
  expect(await movedTo(path, products)).toBe(target)
})

test.each([
  ['/About-Us', '/about-us'],
  ['/about-us//', '/about-us//'],
  ['/product-details/plain%2Dtee/', '/product-details/plain-tee'],
  ['/caf%c3%a9', '/caf%c3%a9'],
  ['/', '/'],
  ['/hi/', '/hi'],
  ['//evil.test/', '//evil.test/'],
  ['/%2f%2Fevil.test', '/%2f%2fevil.test'],
])('%s is %s', (path, plain) => {
  expect(onePath(path)).toBe(plain)
})

test('a former path is decoded and has no slash at its end', () => {
  expect(formerPath('/men/caf%C3%A9-tee.html/')).toBe('/men/café-tee.html')
  expect(formerPath('/%E0%A4%A')).toBe('/%E0%A4%A')
})
