import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, type Paise, toRupees } from '#platform/money.ts'
import { clockTime } from '#platform/text/dates.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { EmailPart } from '../email-parts.ts'
import { askLink, greeting, mailPiece } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'
import type { Order } from '../orders/contract.ts'
import { linePieces, sums } from '../orders/mail-parts.server.ts'
import type { Recipient } from '../orders/mails.server.ts'
import { itemCount, orderNumber } from '../orders/rules.ts'
import type { PendingOrder } from './contract.ts'

const REASONS = {
  late: () => t('It arrived after the items in your order had been sold.'),
  second: () => t('This order has already been paid for.'),
  mismatch: () => t('Its amount doesn’t match your order.'),
  over: () => t('It arrived after your order had been packed or closed, so it couldn’t be paid online any more.'),
  exchange_over: () => t('It arrived after your exchange had ended.'),
  exchange_second: () => t('The difference in price had already been paid.'),
  exchange_mismatch: () => t('Its amount isn’t what’s to pay for the exchange.'),
}

/** A payment that couldn't pay for an order is being refunded. */
export function paymentReturnedMail(
  { order, amount, reason }: { order: { number: number }; amount: Paise; reason: keyof typeof REASONS },
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const number = orderNumber(order.number, settings)
  const subject = t('Your payment is being refunded ({number})', { number })
  return writeMail({ to, subject, settings, publicUrl }, [
    greeting(name),
    t('We couldn’t use one of your payments, so we’re refunding it. It should reach you within a few days.'),
    REASONS[reason](),
    { rows: [[t('Order'), number]] },
    { sums: [{ label: t('Amount'), amount: formatPrice(toRupees(amount)), isTotal: true }] },
    { links: [askLink(publicUrl)] },
  ])
}

/** An order is held and still unpaid. */
export function unpaidOrderMail(order: PendingOrder, { to, name, publicUrl, settings }: Recipient): Mail {
  const time = clockTime(order.heldUntil) ?? ''
  const subject = t('Your order is held until {time}', { time })
  const total = formatPrice(order.totalPrice)
  return writeMail({ to, subject, settings, publicUrl }, [
    greeting(name),
    t('Your order of {total} hasn’t been paid for yet. We’re holding your items until {time}.', { total, time }),
    {
      pieces: order.productDetails.map(({ image, quantity, price, ...line }) =>
        mailPiece({ ...line, productId: null, picture: image }, publicUrl, { count: quantity, price }),
      ),
    },
    unpaidSums(order),
    { button: { href: `${publicUrl}${localPath('/my-orders')}`, label: t('Pay now') } },
    t('If you’ve changed your mind, you don’t have to do anything.'),
    { links: [askLink(publicUrl)] },
  ])
}

/** Its items, and what makes their sum the total. */
function unpaidSums({ productDetails, totalPrice }: PendingOrder): EmailPart {
  const goods = productDetails.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const items = itemCount(productDetails)
  const added = totalPrice - goods
  return {
    sums: [
      { label: t('Items ({items})', { items }), amount: formatPrice(goods) },
      ...(added > 0 ? [{ label: t('Delivery and taxes'), amount: formatPrice(added) }] : []),
      { label: t('Total'), amount: formatPrice(totalPrice), isTotal: true },
    ],
  }
}

const WHERE_MONEY_IS = {
  refunded: () =>
    t('Your bank returned your payment, so it didn’t reach us. It should be back with you within a few days.'),
  captured: () =>
    t(
      'The amount we received doesn’t match your order. We’re refunding it and have sent you a separate e-mail about it.',
    ),
  missing: () =>
    t('You weren’t charged. If your bank put a hold on the amount, it will be released within a few days.'),
}

/** Revokes `orderPlacedMail`: a payment with the provider's signature wasn't received. */
export function orderCancelledMail(
  order: Order,
  money: keyof typeof WHERE_MONEY_IS,
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const number = order.orderNumber
  const subject = t('Your order won’t be sent ({number})', { number })
  return writeMail({ to, subject, settings, publicUrl }, [
    greeting(name),
    t(
      'We told you that your order had been placed. We’re sorry: the payment didn’t go through, so the order won’t be sent.',
    ),
    WHERE_MONEY_IS[money](),
    { rows: [[t('Order'), number]] },
    linePieces(order, publicUrl),
    sums(order),
    t('You don’t have to do anything. Your items are back in your cart if you still want them.'),
    { button: { href: `${publicUrl}${localPath('/cart-details')}`, label: t('See your cart') } },
    { links: [askLink(publicUrl)] },
  ])
}
