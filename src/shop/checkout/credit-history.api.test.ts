import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiResult } from '#platform/api/client.ts'
import {
  newShopper,
  orderOf,
  runJobsAfter,
  tee,
  tote,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { randomNumbers } from '../../../tests/support/random-carts.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { expireCredit, findCreditBalance } from '../credit/sql.server.ts'
import { giveCredit } from '../credit/staff.server.ts'
import { refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import type { CashOrder, OpenedOrder } from './contract.ts'
import { checkInvariants } from './invariants.server.ts'

let shop: TestShop

withCheckoutShop((fixture) => ({ shop } = fixture))

test('random histories: the entries add up to the balance after every step, and the ledger is clean', async () => {
  const asha = await newShopper(shop)
  const next = randomNumbers(20261129)
  const pick = <T>(...of: T[]): T => of[Math.floor(next() * of.length)] ?? (of[0] as T)
  const staff = () => ({ ...shop.shop, actor: STAFF })
  const orders: string[] = []
  let open: OpenedOrder | null = null
  const steps = {
    async give() {
      await changeSettings(shop.shop, STAFF, { 'credit.days': pick(0, 5, 90) })
      await giveCredit(staff(), asha.id, { amount: pick(0.5, 40, 300, 1500), reason: 'Random' })
    },
    async order() {
      const lines = pick([tote], [tee], [tote, tee])
      const body = { ...orderOf(asha, lines), useCredit: next() < 0.8 }
      // Safe cast: either is told apart by its fields.
      const created = (await asha.api('POST /user/create-order', { body })) as ApiResult<OpenedOrder | CashOrder>
      if (created.ok && 'state' in created.data) orders.push(created.data.orderId)
      else if (created.ok) open = created.data as OpenedOrder
    },
    async pay() {
      if (open === null) return
      const { orderId, razorpayOrderId } = open
      const paid = await verify(asha, open, await shop.sandbox.pay(razorpayOrderId))
      if (paid.ok) orders.push(orderId)
      open = null
    },
    async lapse() {
      if (open !== null) await runJobsAfter(shop, 3600, open.orderId)
    },
    async cancel() {
      const orderId = orders.pop()
      if (orderId) await asha.api('POST /user/cancelOrder', { body: { userId: asha.id, orderId, reason: 'Random' } })
    },
    async refund() {
      const orderId = orders.at(-1)
      if (orderId === undefined) return
      const wanted = { rupees: pick(1, 25.5, 400) }
      await refundOrder(staff(), orderId, { wanted, reason: 'late', restock: false, to: pick('source', 'credit') })
    },
    async days() {
      await sql`update credit_entries set ends_at = ends_at - interval '4 days' where customer_id = ${asha.id}`.execute(
        shop.shop.db,
      )
      if (next() < 0.5) await expireCredit(shop.shop.db, 100)
    },
  }
  for (let step = 0; step < 60; step += 1) {
    const name = pick(...(Object.keys(steps) as (keyof typeof steps)[]))
    await steps[name]()
    const read = await asha.api('GET /user/credit/{userId}', { params: { userId: asha.id } })
    if (!read.ok) throw new Error(read.message)
    expect(read.data.balance, `step ${step}, ${name}`).toBeGreaterThanOrEqual(0)
    expect(Math.round(read.data.balance * 100), `step ${step}, ${name}`).toBe(
      await findCreditBalance(shop.shop.db, asha.id),
    )
    expect((await checkInvariants(shop.shop.db)).findings, `step ${step}, ${name}`).toEqual([])
  }
  expect(orders.length).toBeGreaterThan(0)
})
