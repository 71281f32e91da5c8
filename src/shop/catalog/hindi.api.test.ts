import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestShop, STAFF } from '../../../tests/support/shop.ts'
import { listProducts } from './product/sql.server.ts'
import { changeProduct } from './product/staff.server.ts'

test('a product whose English description was changed alone is listed until its Hindi one comes anew', async () => {
  const shop = await openTestShop({
    products: [
      { id: 'tin-tote', name: 'Tin Tote', price: 27, stock: { White: { 'Free Size': 2 } } },
      { id: 'sea-cap', name: 'Sea Cap', price: 499, stock: { Blue: { 'Free Size': 9 } } },
    ],
  })
  const { db } = shop.shop
  const outdated = async () => (await listProducts(db, { outdatedHindi: true })).map(({ id }) => id)
  const setHindi = (description: string) =>
    db
      .updateTable('products')
      .set({ details: sql`details || ${JSON.stringify({ hindi: { description } })}::jsonb` })
      .where('id', '=', 'sea-cap')
      .execute()
  await setHindi('समुद्र जैसी टोपी')
  await changeProduct(db, STAFF, 'sea-cap', { price: 500 })
  await changeProduct(db, STAFF, 'tin-tote', { description: 'It has no Hindi.' })
  expect(await outdated()).toEqual([])
  await changeProduct(db, STAFF, 'sea-cap', { description: 'A cap for windy days.' })
  expect(await outdated()).toEqual(['sea-cap'])
  await changeProduct(db, STAFF, 'sea-cap', { price: 499 })
  expect(await outdated()).toEqual(['sea-cap'])
  await setHindi('हवा वाले दिनों की टोपी')
  expect(await outdated()).toEqual([])
  await shop.close()
})
