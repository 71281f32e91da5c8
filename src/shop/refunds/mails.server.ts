import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, type Paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import { orderNumber } from '../orders/rules.ts'

/** Pieces of an order line with its product, for a mail. */
export interface NamedPieces {
  name: string
  color: string
  size: string
  count: number
}

export interface CancelledMail {
  order: { id: string; number: number }
  pieces: readonly NamedPieces[]
  /** What is refunded. */
  amount: Paise
  /** True if some pieces of the order will still be shipped. */
  partly: boolean
}

/** The order, or part of it, is cancelled. Says what is refunded. */
export function cancelledMail({ order, pieces, amount, partly }: CancelledMail, recipient: Recipient): Mail {
  const rows = pieces.map(({ name, color, size, count }): [string, string] => [
    `${name} (${color}, ${size})`,
    String(count),
  ])
  const what = partly ? t('Part of your order is cancelled.') : t('Your order has been cancelled.')
  const money =
    amount === 0
      ? t('This has already been refunded.')
      : t('We’re refunding {amount} to your original payment method. It should reach you within a few days.', {
          amount: formatPrice(toRupees(amount)),
        })
  return statusMail(
    {
      subject: partly ? t('Part of your order is cancelled') : t('Your order has been cancelled'),
      message: `${what} ${money}`,
      rows: [[t('Order'), orderNumber(order.number, recipient.settings)], ...rows],
      orderId: order.id,
    },
    recipient,
  )
}

/** The provider has refunded money of an order. */
export function refundedMail(
  { order, amount }: { order: CancelledMail['order']; amount: Paise },
  recipient: Recipient,
): Mail {
  return statusMail(
    {
      subject: t('Your refund is on its way to your bank'),
      message: t('We’ve made a refund for your order. It should reach you within a few days.'),
      rows: [
        [t('Order'), orderNumber(order.number, recipient.settings)],
        [t('Amount'), formatPrice(toRupees(amount))],
      ],
      orderId: order.id,
    },
    recipient,
  )
}
