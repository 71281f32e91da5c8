import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { writeMail } from '../email-template.server.ts'
import { createPreviewLink, endPreviewLinks } from '../settings/preview.server.ts'
import type { Shop } from '../shop.server.ts'
import type { checksStaffContract } from './checks-contract.ts'

/** Whether mail and payments work, and a private look at the closed shop. */
export function createChecksStaffHandlers(shop: Shop): Handlers<typeof checksStaffContract> {
  const { db, config, payments } = shop
  return {
    async 'GET /connections'() {
      return ok({
        publicUrl: config.publicUrl,
        isHttps: config.publicUrl.startsWith('https:'),
        mail: config.sendsMail ? 'sent' : 'kept',
        payments: paymentsOf(shop),
      })
    },

    async 'POST /connections/payments/check'() {
      if (payments.mode === 'sandbox')
        return ok({
          isFine: false,
          message: 'There are no keys yet: payments go to the built-in sandbox, and no money moves.',
        })
      const found = await payments.findOrderByReceipt('a-check-looks-for-nothing')
      if (found.ok) {
        const isLive = paymentsOf(shop) === 'live'
        const keys = isLive ? 'live keys: money moves' : 'test keys: no money moves'
        return ok({ isFine: isLive, message: `The payment provider accepts the ${keys}.` })
      }
      const reason = (found.failure.description || found.failure.kind).replace(/\.$/, '')
      const message =
        found.failure.status === 401
          ? 'The payment provider refuses these keys. Compare them with its dashboard.'
          : `The payment provider couldn’t be asked: ${reason}.`
      return ok({ isFine: false, message })
    },

    async 'POST /connections/mail/check'({ caller: { staff } }) {
      const { email } = staff
      const settings = shop.settings()
      const mail = writeMail(
        {
          settings,
          publicUrl: config.publicUrl,
          to: email,
          subject: `${settings['shop.name'] || 'Your shop'} can send mail`,
        },
        ['This is the mail that you asked for on the staff site. Mail leaves the shop and arrives.'],
      )
      await db.transaction().execute(async (tx) => {
        await shop.mail.enqueue(tx, mail)
        await writeAudit(tx, staffActor(staff), {
          action: 'mail.check',
          subject: `staff:${staff.staffId}`,
          before: null,
          after: { email },
        })
      })
      shop.mail.wake()
      return ok(
        config.sendsMail
          ? {
              isFine: true,
              message: `A mail is on its way to ${email}. If it isn’t there in a minute, look among spam.`,
            }
          : { isFine: false, message: 'There is no mail server yet: mail is kept in the shop and goes nowhere.' },
      )
    },

    async 'POST /preview-links'({ body: { days }, caller: { staff } }) {
      const options = { publicUrl: config.publicUrl, days, now: shop.clock.now() }
      const { url, until } = await createPreviewLink(db, staffActor(staff), options)
      return ok({ url, until: until.toISOString() })
    },

    async 'DELETE /preview-links'({ caller: { staff } }) {
      return ok({ ended: await endPreviewLinks(db, staffActor(staff)) })
    },
  }
}

function paymentsOf({ payments }: Pick<Shop, 'payments'>): 'sandbox' | 'test' | 'live' {
  if (payments.mode === 'sandbox') return 'sandbox'
  return payments.keyId.startsWith('rzp_live_') ? 'live' : 'test'
}
