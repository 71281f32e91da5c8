import { INDIAN_ZONE } from '#platform/india-time.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, type Paise, toRupees } from '#platform/money.ts'
import { localPath } from '#platform/text/local-path.ts'
import { locale, t } from '#platform/text/t.ts'
import { renderEmail } from '../email-template.server.ts'
import type { Order } from '../orders/contract.ts'
import { itemRows, type Recipient } from '../orders/mails.server.ts'

const REASONS = {
  late: () => t('It arrived after the items in your order had been sold.'),
  second: () => t('This order has already been paid for.'),
  mismatch: () => t('Its amount doesn’t match your order.'),
}

/** A payment that couldn't pay for an order is being refunded. */
export function paymentReturnedMail(
  { orderId, amount, reason }: { orderId: string; amount: Paise; reason: keyof typeof REASONS },
  { to, name, settings }: Recipient,
): Mail {
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t('We couldn’t use one of your payments, so we’re refunding it. It should reach you within a few days.'),
      REASONS[reason](),
      {
        rows: [
          [t('Order'), orderId],
          [t('Amount'), formatPrice(toRupees(amount))],
        ],
      },
    ],
    settings,
  )
  return { to, subject: t('Your payment is being refunded ({shop})', { shop: settings['shop.name'] }), text, html }
}

/** An order is held and still unpaid. */
export function unpaidOrderMail(
  { total, heldUntil }: { total: Paise; heldUntil: Date },
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const until = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: INDIAN_ZONE }).format(heldUntil)
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t('Your order of {total} hasn’t been paid for yet. We’re holding your items until {time}.', {
        total: formatPrice(toRupees(total)),
        time: until,
      }),
      { href: `${publicUrl}${localPath('/my-orders')}`, label: t('Pay now') },
      t('If you’ve changed your mind, you don’t have to do anything.'),
    ],
    settings,
  )
  return {
    to,
    subject: t('Your order is held until {time} ({shop})', { time: until, shop: settings['shop.name'] }),
    text,
    html,
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
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t(
        'We told you that your order had been placed. We’re sorry: the payment didn’t go through, so the order won’t be sent.',
      ),
      WHERE_MONEY_IS[money](),
      { rows: [...itemRows(order), [t('Total'), formatPrice(order.totalPrice)]] },
      t('You don’t have to do anything. Your items are back in your cart if you still want them.'),
      { href: `${publicUrl}${localPath('/cart-details')}`, label: t('See your cart') },
    ],
    settings,
  )
  return { to, subject: t('Your order won’t be sent ({shop})', { shop: settings['shop.name'] }), text, html }
}
