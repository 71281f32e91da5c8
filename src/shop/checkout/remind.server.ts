import { mailCustomer } from '../orders/mail-customer.server.ts'
import type { Shop } from '../shop.server.ts'
import { unpaidOrderMail } from './mails.server.ts'
import { claimUnpaid, findPendingOrders } from './pending-sql.server.ts'
import { findCustomer } from './sql.server.ts'

/** Reminds customers once of a held, unpaid order. Returns the number of due orders. */
export async function remindUnpaid(shop: Shop, limit: number): Promise<number> {
  const count = await shop.db.transaction().execute(async (tx) => {
    const orders = await claimUnpaid(tx, limit)
    for (const { id, customer_id } of orders) {
      const order = (await findPendingOrders(tx, customer_id)).find(({ _id }) => _id === id)
      if (!order) continue
      await mailCustomer(shop, tx, await findCustomer(tx, { id }), (to) => unpaidOrderMail(order, to))
    }
    return orders.length
  })
  if (count > 0) shop.mail.wake()
  return count
}
