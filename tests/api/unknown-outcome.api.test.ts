import { afterEach, expect, test, vi } from 'vitest'
import { UnknownOutcomeError } from '#platform/db/database.server.ts'
import { orderOf, type Shopper, tee, withCheckoutShop } from '../support/checkout-fixture.ts'
import type { TestShop } from '../support/shop.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
afterEach(() => void vi.restoreAllMocks())

test('a call of which it is unknown whether it was made is not reported as failed, and nobody is asked to repeat it', async () => {
  vi.spyOn(shop.shop, 'limitQuotes').mockRejectedValue(new UnknownOutcomeError(new Error('Connection terminated')))
  const response = await shop.fetch('/api/user/create-order', {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(orderOf(asha, [tee])),
  })
  expect(await response.json()).toMatchObject({
    code: 'outcome_unknown',
    message: 'We’re checking whether this went through. Please look again in a minute before you repeat it.',
  })
  expect(response.status).toBe(504)
  expect(response.headers.get('retry-after')).toBeNull()
})
