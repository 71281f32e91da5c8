// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { FIELD_NAMES, labelOf } from './fields.ts'
import { FactFields, FoundByFields, PriceFields, WordFields } from './product-form.tsx'
import { useProductForm } from './use-product-form.ts'

beforeEach(() => localStorage.clear())

function showForm(fields: object) {
  // Safe cast: the fields that the form reads.
  const product = { _id: 'kurta', version: 3, name: 'Kurta', variants: [], ...fields } as unknown as ProductRecord
  return showScreen(
    {
      Component() {
        const form = useProductForm(product)
        return (
          <>
            <WordFields form={form} product={product} />
            <PriceFields form={form} />
            <FactFields form={form} />
            <FoundByFields form={form} />
          </>
        )
      },
    },
    () => null,
  )
}

test('each field of a product has one place in its form', async () => {
  await showForm({})
  const shown = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(shown.toSorted()).toEqual(FIELD_NAMES.map(labelOf).toSorted())
})

test('a word that the shop’s filter doesn’t have says that nobody finds the product by it', async () => {
  const words = 'Not one of the shop’s filter values'
  const form = await showForm({ fabric: 'Cotton', pattern: '' })
  expect(form.text()).not.toContain(words)
  await form.type(labelOf('fabric'), 'Coton')
  expect(form.text()).toContain(words)
})
