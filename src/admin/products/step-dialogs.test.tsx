// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { StateDialog } from './step-dialogs.tsx'

test.each([
  [[], true],
  [[{ file: 'kurta.webp', color: 'Indigo', view: 'front', alt: 'Kurta' }], false],
])('publishing says that a product has no picture: %j, %s', async (pictures, isSaid) => {
  // Safe cast: the fields that the dialog reads.
  const product = { _id: 'kurta', state: 'draft', pictures } as unknown as ProductRecord
  const Component = () => <StateDialog step="publish" product={product} onClose={() => undefined} />
  const screen = await showScreen({ Component }, () => null)
  expect(screen.text().includes('It has no picture')).toBe(isSaid)
})

test.each([
  [0, true],
  [1450, false],
])('publishing at the price %j asks whether it’s to be free: %s', async (price, isAsked) => {
  // Safe cast: the fields that the dialog reads.
  const product = { _id: 'kurta', state: 'draft', pictures: [], price } as unknown as ProductRecord
  const Component = () => <StateDialog step="publish" product={product} onClose={() => undefined} />
  const screen = await showScreen({ Component }, () => null)
  expect(screen.text().includes('so it’s free')).toBe(isAsked)
  expect(document.querySelectorAll('input[type=checkbox][required]')).toHaveLength(isAsked ? 1 : 0)
  screen.close()
})
