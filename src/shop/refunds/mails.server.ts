import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, type Paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Order } from '../orders/contract.ts'
import { linePieces } from '../orders/mail-parts.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import { orderNumber } from '../orders/rules.ts'

/** Pieces of an order line, for a mail. */
export interface NamedPieces {
  productId: string
  color: string
  size: string
  count: number
}

export interface CancelledMail {
  order: Order
  pieces: readonly NamedPieces[]
  /** What is refunded. */
  amount: Paise
  /** True if some pieces of the order will still be shipped. */
  partly: boolean
}

/** The order, or part of it, is cancelled. Says what is refunded. */
export function cancelledMail({ order, pieces, amount, partly }: CancelledMail, recipient: Recipient): Mail {
  const cancelled = linePieces(order, recipient.publicUrl, ({ productId, color, size }) => {
    const isSame = (one: NamedPieces) => one.productId === productId._id && one.color === color && one.size === size
    return pieces.find(isSame)?.count ?? 0
  })
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
      parts: [{ rows: [[t('Order'), order.orderNumber]] }, cancelled],
      orderId: order._id,
    },
    recipient,
  )
}

/** The provider has refunded money of an order. */
export function refundedMail(
  { order, amount }: { order: { id: string; number: number }; amount: Paise },
  recipient: Recipient,
): Mail {
  return statusMail(
    {
      subject: t('Your refund is on its way to your bank'),
      message: t('We’ve made a refund for your order. It should reach you within a few days.'),
      parts: [
        { rows: [[t('Order'), orderNumber(order.number, recipient.settings)]] },
        { sums: [{ label: t('Amount'), amount: formatPrice(toRupees(amount)), isTotal: true }] },
      ],
      orderId: order.id,
    },
    recipient,
  )
}
