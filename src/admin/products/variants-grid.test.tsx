// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { variantsOf } from './fields.ts'
import { useProductForm } from './use-product-form.ts'
import { VariantsGrid } from './variants-grid.tsx'

beforeEach(() => localStorage.clear())

/** A product's grid with its Save. */
function gridOf(product: ProductRecord) {
  return function Grid() {
    const form = useProductForm(product)
    return (
      <>
        <VariantsGrid
          id="kurta"
          variants={variantsOf(product)}
          draft={form.values.grid}
          onChange={(grid) => form.set('grid', grid)}
        />
        <button type="button" onClick={() => void form.save()}>
          Save
        </button>
      </>
    )
  }
}

const withPieces = (quantity: number) =>
  // Safe cast: the fields that the form reads.
  ({
    _id: 'kurta',
    version: 3,
    variants: [{ sku: 'K-M', color: 'Indigo', size: 'M', quantity }],
  }) as unknown as ProductRecord

test('a kept number of pieces doesn’t take back what was sold before it’s saved', { tags: ['A3', 'A19'] }, async () => {
  const before = await showScreen({ Component: gridOf(withPieces(10)) }, () => null)
  await before.type('Indigo, M', '12')
  before.close()
  const after = await showScreen({ Component: gridOf(withPieces(6)) }, ({ body }: ScreenCall) => ({
    ...body,
    undo: null,
  }))
  expect(after.value('Indigo, M')).toBe('12')
  expect(after.text()).toContain('was 10 when you typed and is 6 now. Saving makes it 8')
  await after.press('Save')
  expect(after.changes()).toMatchObject([{ name: 'POST /stock/K-M', body: { change: 2 } }])
  after.close()
})

test('a change of stock whose answer was lost is the same change after a reload', { tags: ['A3'] }, async () => {
  const Component = gridOf(withPieces(10))
  const before = await showScreen({ Component }, () => null)
  await before.type('Indigo, M', '12')
  await before.press('Save')
  before.close()
  const after = await showScreen({ Component }, () => null)
  await after.press('Save')
  const [first, second] = [before, after].map(({ calls }) => calls[0]?.headers.get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  after.close()
})

test('a colour is shown as soon as it’s added, and a piece without sizes needs none typed', async () => {
  const none = { ...withPieces(0), variants: [] }
  const screen = await showScreen({ Component: gridOf(none) }, () => null)
  await screen.type('Another colour', 'Indigo')
  await screen.press('Add')
  await screen.says('Colours: Indigo')
  await screen.press('One size only')
  await screen.says('Free Size')
  expect(screen.value('Indigo, Free Size')).toBe('')
  screen.close()
})

test('a price by size is off until it’s ticked, and saved with the variants', async () => {
  const answer = ({ body }: ScreenCall) => ({ ...body, undo: null })
  const screen = await showScreen({ Component: gridOf(withPieces(10)) }, answer)
  expect(screen.text()).not.toContain('MRP')
  await screen.tick('Prices differ by size')
  await screen.type('Price, M', '899')
  await screen.press('Save')
  const variants = [{ sku: 'K-M', color: 'Indigo', size: 'M', quantity: 10, price: 899 }]
  expect(screen.changes()).toMatchObject([{ name: 'PATCH /products/kurta', body: { variants } }])
  screen.close()
})
