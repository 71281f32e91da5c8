// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component } from './product-record.tsx'
import { SaleDialog } from './step-dialogs.tsx'

beforeEach(() => localStorage.clear())

// Safe cast: the fields that the screen reads.
const product = {
  _id: 'kurta',
  name: 'Kurta',
  price: 1299,
  state: 'published',
  version: 3,
  categories: 'Woman',
  colors: ['Indigo'],
  variants: [{ sku: 'K-M', color: 'Indigo', size: 'M', quantity: 10 }],
  pictures: [],
  stock: [],
  coming: [],
  page: '/product-details/kurta',
  preview: '/product-details/kurta?preview=product',
} as unknown as ProductRecord

const FREE = 'With a price of 0 it’s given away.'
const BAND =
  'Rs. 2,650.00 includes 18% GST and leaves you Rs. 2,245.76; Rs. 2,625.00 includes 5% GST and leaves you Rs. 2,500.00.'

function shopWith(advice: { unusual: string | null; tax: string | null }) {
  return ({ name }: ScreenCall) => {
    if (name === 'GET /products/kurta/price-advice') return advice
    if (name === 'POST /presence') return { others: [] }
    return name === 'PATCH /products/kurta' ? { product, undo: null } : { items: [], next: null }
  }
}
const saves = (changes: readonly ScreenCall[]) =>
  changes.filter(({ name }) => /^(?:PATCH|POST) .*kurta/.test(name)).length

test.each([
  ['0', { unusual: FREE, tax: null }, FREE],
  ['2650', { unusual: null, tax: BAND }, BAND],
])('a price of %s is asked about before it’s saved', async (price, advice, sentence) => {
  const screen = await showScreen({ Component, loader: () => ({ product, history: [] }) }, shopWith(advice))
  await screen.type('Price', price)
  await screen.press('Save 1 change')
  await screen.says(sentence)
  expect(saves(screen.changes())).toBe(0)
  await screen.press('Save this price')
  expect(saves(screen.changes())).toBe(1)
})

test('a usual price is saved at once, and the price of a sale is asked about, too', async () => {
  const screen = await showScreen(
    { Component, loader: () => ({ product, history: [] }) },
    shopWith({ unusual: null, tax: null }),
  )
  await screen.type('Price', '1199')
  await screen.press('Save 1 change')
  expect(saves(screen.changes())).toBe(1)
  screen.close()
  const dialog = () => <SaleDialog product={product} onClose={() => undefined} />
  const sale = await showScreen({ Component: dialog }, shopWith({ unusual: FREE, tax: null }))
  await sale.type('Sale price', '0')
  await sale.type('Last day', '2126-12-06')
  await sale.press('Schedule the sale at Rs. 0')
  await sale.says(FREE)
  expect(saves(sale.changes())).toBe(0)
  await sale.press('Schedule the sale at Rs. 0')
  expect(saves(sale.changes())).toBe(1)
})
