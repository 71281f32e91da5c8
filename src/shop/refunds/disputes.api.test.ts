import { expect, test } from 'vitest'
import { buy, deliver, type Shopper, tee, totalOf, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { listDisputes } from './dispute-sql.server.ts'
import { sweepDisputes } from './disputes.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

test('a dispute is recorded for its order, by event or by sweep, and an old event doesn’t reopen it', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const amount = Math.round(totalOf([tee]) * 100)
  const { payment_id } = await shop.shop.db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const change = async (status: string) => {
    await shop.sandbox.dispute({ payment_id: payment_id ?? '', status })
    const id = (await listDisputes(shop.shop.db, orderId))[0]?.id ?? 'disp_unknown'
    const entity = { id, payment_id, amount, status, phase: 'chargeback', reason_code: 'fraud' }
    return { event: `payment.dispute.${status}`, payload: { dispute: { entity } } }
  }
  await change('open')
  await sweepDisputes(shop.shop)
  expect(await listDisputes(shop.shop.db, orderId)).toMatchObject([{ status: 'open', amount_paise: amount }])
  expect(await deliver(shop, await change('lost'))).toBe(200)
  expect(await deliver(shop, await change('under_review'))).toBe(200)
  expect(await listDisputes(shop.shop.db, orderId)).toMatchObject([{ status: 'lost' }])
})
