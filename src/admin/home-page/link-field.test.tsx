// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { LinkField } from './link-field.tsx'

function Component() {
  const [link, setLink] = useState('')
  return <LinkField value={link} error={null} onChange={setLink} />
}

test('a page of the shop is chosen by its name, and a product by typing some of its name', async () => {
  const answer = ({ name }: ScreenCall) =>
    name === 'GET /products' ? { items: [{ id: 'ilkal-kurta', name: 'Ilkal Kurta' }], next: null } : {}
  const screen = await showScreen({ Component }, answer)
  const options = () =>
    [...document.querySelectorAll('datalist option')].map((one) => [one.getAttribute('value'), one.textContent])
  expect(options()).toContainEqual(['/policies/shipping', 'Shipping policy'])
  await screen.type('Link', 'ilkal')
  await screen.says('Ilkal Kurta · ilkal')
  expect(options()[0]).toEqual(['/product-details/ilkal-kurta', 'Ilkal Kurta · ilkal'])
  await screen.type('Link', '/product-details/ilkal-kurta')
  expect(options().flat()).not.toContain('/product-details/ilkal-kurta')
})
