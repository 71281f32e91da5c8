import { paise } from '#platform/money.ts'
import { inLanguageOf } from '../contact/language-store.server.ts'
import { readSettings } from '../settings/store.server.ts'
import type { Shop } from '../shop.server.ts'
import { unpaidOrderMail } from './mails.server.ts'
import { claimUnpaid } from './pending-store.server.ts'
import { findRecipient } from './store.server.ts'

/** Tells customers once of an order that is held and not paid. Returns how many orders were due. */
export async function remindUnpaid(shop: Shop, limit: number): Promise<number> {
  const count = await shop.db.transaction().execute(async (tx) => {
    const orders = await claimUnpaid(tx, limit)
    if (orders.length === 0) return 0
    const [settings, publicUrl] = [await readSettings(tx), shop.settings.publicUrl]
    for (const { customer_id, total_paise, expires_at } of orders) {
      const recipient = await findRecipient(tx, customer_id)
      const order = { total: paise(total_paise), heldUntil: expires_at }
      if (recipient === null) continue
      const write = () => unpaidOrderMail(order, { ...recipient, publicUrl, settings })
      await shop.mail.enqueue(tx, await inLanguageOf(tx, recipient.to, write))
    }
    return orders.length
  })
  if (count > 0) shop.mail.wake()
  return count
}
