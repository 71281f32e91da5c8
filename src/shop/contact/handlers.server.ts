import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { recordEvent } from '../events/sql.server.ts'
import { checkRateLimits, limitMail } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { contactContract } from './contract.ts'
import { suggestLanguage } from './language-sql.server.ts'
import { subscribeMail } from './mails.server.ts'
import { MESSAGE_SENT, SUBSCRIBED } from './messages.ts'
import { LIMITS } from './rules.ts'
import { addSubscriber, insertMessage } from './sql.server.ts'
import { takeStrangerMail } from './stranger-mails.server.ts'

/** The contact form and the newsletter box (SPEC 1 and 7). */
export function createContactHandlers(shop: Shop): Handlers<typeof contactContract> {
  return {
    async 'POST /user/addContactUs'({ body, caller }) {
      const refusal = await checkRateLimits(shop, [
        [`contact ${caller.client}`, LIMITS.messagesPerClient],
        [`contact-from ${body.email} ${caller.client}`, LIMITS.messagesPerSender],
      ])
      if (refusal) return refusal
      await shop.db.transaction().execute(async (tx) => {
        const id = await insertMessage(tx, body)
        await recordEvent(tx, { type: 'message.received', subject: `message:${id}`, data: { messageId: id } })
      })
      return ok({ success: true, message: MESSAGE_SENT })
    },

    async 'POST /user/subscribe'({ body, caller }) {
      const { client } = caller
      const refusal =
        (await checkRateLimits(shop, [[`subscribe ${client}`, LIMITS.subscriptionsPerClient]])) ??
        (await limitMail(shop, { purpose: 'newsletter', email: body.email, client })) ??
        (await takeStrangerMail(shop))
      if (refusal) return refusal
      await shop.db.transaction().execute(async (tx) => {
        const token = await addSubscriber(tx, body.email)
        await suggestLanguage(tx, body.email)
        const settings = shop.settings()
        await shop.mail.enqueue(
          tx,
          subscribeMail({ to: body.email, publicUrl: shop.config.publicUrl, token, settings }),
        )
      })
      shop.mail.wake()
      return ok({ success: true, message: SUBSCRIBED })
    },
  }
}
