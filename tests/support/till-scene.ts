import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openTestShop, type TestShop } from './shop.ts'
import { auditOf, newShopper, type Shopper } from './till.ts'

/**
 * For a whole test file: a shop with one customer, handed to `take` before its first test and closed after its last.
 * After each test the books of shop and bank must add up.
 */
export function withTill(take: (till: { shop: TestShop; asha: Shopper }) => void): void {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
    take({ shop, asha: await newShopper(shop) })
  })
  afterEach(async () => {
    expect(await auditOf(shop)).toMatchObject({ ok: true, findings: [] })
  })
  afterAll(() => shop.close())
}
