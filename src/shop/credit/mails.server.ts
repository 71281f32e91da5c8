import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice } from '#platform/money.ts'
import { fullDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { greeting } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'
import type { Recipient } from '../orders/mails.server.ts'

/** A gift, in rupees, with its customer's balance after it. */
export interface MailedGift {
  amount: number
  balance: number
  /** Why, or empty. */
  reason: string
  /** Null: it never ends. */
  endsAt: Date | null
}

/** The shop has given store credit. */
export function creditGivenMail(gift: MailedGift, { to, name, publicUrl, settings }: Recipient): Mail {
  const amount = formatPrice(gift.amount)
  const subject = t('{amount} of store credit for you', { amount })
  const day = gift.endsAt === null ? null : fullDay(gift.endsAt.toISOString())
  const reason: [string, string][] = gift.reason === '' ? [] : [[t('Reason'), gift.reason]]
  const end: [string, string][] = day === null ? [] : [[t('Valid until'), day]]
  return writeMail({ to, subject, settings, publicUrl }, [
    greeting(name),
    t('{shop} has given you {amount} of store credit.', { shop: settings['shop.name'], amount }),
    { rows: [...reason, ...end, [t('Your store credit'), formatPrice(gift.balance)]] },
  ])
}
