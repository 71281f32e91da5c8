import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, type Paise, paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Order } from '../orders/contract.ts'
import { linePieces } from '../orders/mail-parts.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { MoneyTarget, RefundParts } from './ways.server.ts'

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
  /** What is refunded in money, and where it goes. */
  money: RefundParts['money']
  /** What goes back to the store credit that paid. */
  credit?: Paise
  /** True if some pieces of the order will still be shipped. */
  partly: boolean
}

/** The order, or part of it, is cancelled. Says what is refunded. */
export function cancelledMail(
  { order, pieces, money, credit = paise(0), partly }: CancelledMail,
  recipient: Recipient,
): Mail {
  const cancelled = linePieces(order, recipient.publicUrl, ({ productId, color, size }) => {
    const isSame = (one: NamedPieces) => one.productId === productId._id && one.color === color && one.size === size
    return pieces.find(isSame)?.count ?? 0
  })
  const what = partly ? t('Part of your order is cancelled.') : t('Your order has been cancelled.')
  const nothing =
    order.payment.state === 'cancelled' ? t('There’s nothing to pay.') : t('This has already been refunded.')
  const inRupees = (amount: Paise) => formatPrice(toRupees(amount))
  const back = [
    ...money.map(({ to, amount }) => refundText(to, inRupees(amount))),
    ...(credit > 0 ? [t('{amount} is back in your store credit.', { amount: inRupees(credit) })] : []),
    ...(money.length === 0 && credit === 0 ? [nothing] : []),
  ].join(' ')
  return statusMail(
    {
      subject: partly ? t('Part of your order is cancelled') : t('Your order has been cancelled'),
      message: `${what} ${back}`,
      parts: [{ rows: [[t('Order'), order.orderNumber]] }, cancelled],
      orderId: order._id,
      number: order.orderNumber,
    },
    recipient,
  )
}

function refundText(to: MoneyTarget, amount: string): string {
  switch (to) {
    case 'by hand':
      return t('You paid {amount} to us directly, so we’ll give it back to you ourselves.', {
        amount,
      })
    case 'source':
      return t('We’re refunding {amount} to your original payment method. It should reach you within a few days.', {
        amount,
      })
    case 'credit':
      return t('We’ve added {amount} to your store credit.', { amount })
    case 'bank':
      return t('We’ve transferred {amount} to your bank account. It should reach you within a few days.', { amount })
  }
}

/** Money of an order was refunded: by the provider, or by a transfer with this reference. */
export function refundedMail(
  { order, amount, reference }: { order: { id: string; number: number }; amount: Paise; reference?: string },
  recipient: Recipient,
): Mail {
  const number = orderNumber(order.number, recipient.settings)
  return statusMail(
    {
      subject: t('Your refund is on its way to your bank'),
      message: t('We’ve made a refund for your order. It should reach you within a few days.'),
      parts: [
        {
          rows: [
            [t('Order'), number],
            ...(reference === undefined ? [] : [[t('Reference'), reference] satisfies [string, string]]),
          ],
        },
        { sums: [{ label: t('Amount'), amount: formatPrice(toRupees(amount)), isTotal: true }] },
      ],
      orderId: order.id,
      number,
    },
    recipient,
  )
}
