import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { parseLines } from '../parse-line.ts'
import { CheckoutLink } from './checkout-link.tsx'

function render(line: { quantity: number; available: number }): string {
  const product = { _id: 'tee', name: 'Tee', price: 100, images: [] }
  const lines = parseLines([{ _id: 'l1', productId: product, size: 'M', color: 'Black', ...line }])
  const Page = createRoutesStub([
    { id: 'root', path: '/', Component: () => <CheckoutLink lines={lines} total="Rs. 1,000.00" /> },
  ])
  const loaderData = { root: { settings: { 'order.minimum': 200 } } }
  return renderToStaticMarkup(<Page hydrationData={{ loaderData }} />)
}

test('below the minimum order the link leads to the products', () => {
  const html = render({ quantity: 1, available: 9 })
  expect(html).toContain('The minimum order is Rs. 200.')
  expect(html).toContain('href="/categories"')
  expect(html).not.toContain('<button')
})

test('a button leads to a line that exceeds the stock; a cart without problems links to checkout', () => {
  expect(render({ quantity: 5, available: 2 })).toContain('<button')
  expect(render({ quantity: 2, available: 2 })).toContain('href="/cart-checkout-form"')
})
