import { paise } from '#platform/money.ts'
import { mailCustomer } from '../orders/mail-customer.server.ts'
import type { Shop } from '../shop.server.ts'
import { unpaidOrderMail } from './mails.server.ts'
import { claimUnpaid } from './pending-sql.server.ts'
import { findCustomer } from './sql.server.ts'

/** Reminds customers once of a held, unpaid order. Returns the number of due orders. */
export async function remindUnpaid(shop: Shop, limit: number): Promise<number> {
  const count = await shop.db.transaction().execute(async (tx) => {
    const orders = await claimUnpaid(tx, limit)
    for (const { customer_id, total_paise, expires_at } of orders) {
      const order = { total: paise(total_paise), heldUntil: expires_at }
      await mailCustomer(shop, tx, await findCustomer(tx, customer_id), (to) => unpaidOrderMail(order, to))
    }
    return orders.length
  })
  if (count > 0) shop.mail.wake()
  return count
}
