import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { createAuthenticator } from '../accounts/sessions.server.ts'
import { findEmail } from '../accounts/sql.server.ts'
import { PRODUCT_NOT_FOUND } from '../cart/messages.ts'
import { refuseVariant } from '../cart/set-line.server.ts'
import { findVariant } from '../cart/sql.server.ts'
import { suggestLanguage } from '../contact/language-sql.server.ts'
import { takeStrangerMail } from '../contact/stranger-mails.server.ts'
import { checkRateLimits, limitMail } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { alertsContract } from './contract.ts'
import { confirmMail } from './mails.server.ts'
import { CONFIRM_BY_MAIL, PRICE_DROPS_OFF, PRICE_DROPS_ON, willNotify } from './messages.ts'
import { setPriceDrops, wantsPriceDrops } from './price-sql.server.ts'
import { REQUESTS_PER_CLIENT } from './rules.ts'
import { addStockAlert, findPictures } from './sql.server.ts'

/** The handlers of the alert calls (CONTRACT part two, "Found, promised, told"). */
export function createAlertsHandlers(shop: Shop): Handlers<typeof alertsContract> {
  const authenticate = createAuthenticator(shop)
  return {
    async 'POST /user/notifyMe'({ body, caller }) {
      const refusal = await checkRateLimits(shop, [[`notify ${caller.client}`, REQUESTS_PER_CLIENT]])
      if (refusal) return refusal
      const customer = caller.token === null ? null : await authenticate(caller.token)
      const goods = await findVariant(shop.db, customer, body)
      if (!goods) return refuse('not_found', PRODUCT_NOT_FOUND)
      if (goods.available === null) return refuseVariant(goods, body)
      if (customer !== null && (await findEmail(shop.db, customer)) === body.email) {
        await shop.db.transaction().execute((tx) => addStockAlert(tx, { ...body, confirmed: true }))
        return ok({ success: true, message: willNotify(body) })
      }
      const mail = { purpose: 'alert', email: body.email, client: caller.client }
      const tooMany = (await limitMail(shop, mail)) ?? (await takeStrangerMail(shop))
      if (tooMany) return tooMany
      await shop.db.transaction().execute(async (tx) => {
        const { token, unsubscribeToken } = await addStockAlert(tx, { ...body, confirmed: false })
        await suggestLanguage(tx, body.email)
        const settings = shop.settings()
        const pictures = await findPictures(tx, body.productId)
        const recipient = { to: body.email, unsubscribeToken, publicUrl: shop.config.publicUrl, settings }
        await shop.mail.enqueue(tx, confirmMail({ ...body, name: goods.name, pictures }, token, recipient))
      })
      shop.mail.wake()
      return ok({ success: true, message: CONFIRM_BY_MAIL })
    },

    async 'GET /user/priceAlerts/{userId}'({ caller }) {
      return ok({ priceDrops: await wantsPriceDrops(shop.db, caller.customer) })
    },

    async 'PUT /user/priceAlerts/{userId}'({ body: { priceDrops }, caller }) {
      await shop.db.transaction().execute((tx) => setPriceDrops(tx, caller.customer, priceDrops))
      return ok({ success: true, message: priceDrops ? PRICE_DROPS_ON : PRICE_DROPS_OFF, priceDrops })
    },
  }
}
