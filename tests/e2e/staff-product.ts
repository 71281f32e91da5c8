import type { RunningShop } from '../support/running-shop.ts'
import { expect } from './fixtures.ts'
import { callStaff } from './staff.ts'

/** A product of this test's own, on sale. */
export async function addProduct(
  shop: RunningShop,
  cookie: string,
  name: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const id = name.toLowerCase().replaceAll(' ', '-')
  const variants = ['M', 'L'].map((size) => ({
    sku: `${id.toUpperCase()}-${size}`,
    color: 'Indigo',
    size,
    quantity: 9,
  }))
  const body = {
    name,
    price: 1799,
    mrp: 2499,
    state: 'published',
    categories: 'Woman',
    description: 'Printed.',
    variants,
    ...fields,
  }
  const made = await callStaff(shop, cookie, ['POST', '/products'], body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return id
}

/** A product as the staff site has it. */
export const productOf = async (shop: RunningShop, cookie: string, id: string) =>
  (await callStaff(shop, cookie, ['GET', `/products/${id}`])).body
