import { INDIAN_ZONE } from '#platform/india-time.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, type Paise, toRupees } from '#platform/money.ts'
import { localPath } from '#platform/text/local-path.ts'
import { locale, t } from '#platform/text/t.ts'
import { renderEmail } from '../email-template.server.ts'
import type { Order } from '../orders/contract.ts'
import { itemRows, type Recipient } from '../orders/mails.server.ts'

const REASONS = {
  late: () => t('It arrived after the pieces of your order had gone to others.'),
  second: () => t('This order had been paid already.'),
  mismatch: () => t('Its amount is not the amount of your order.'),
}

/** A payment that could not pay for an order is being refunded. */
export function paymentReturnedMail(
  { orderId, amount, reason }: { orderId: string; amount: Paise; reason: keyof typeof REASONS },
  { to, name, settings }: Recipient,
): Mail {
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t('A payment of yours could not be used, and we are sending it back. Your bank shows it within a few days.'),
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
  return { to, subject: t('Your payment is being returned ({shop})', { shop: settings['shop.name'] }), text, html }
}

/** An order is held, and its payment has not come. */
export function unpaidOrderMail(
  { total, heldUntil }: { total: Paise; heldUntil: Date },
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const until = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: INDIAN_ZONE }).format(heldUntil)
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t('Your order of {total} is not paid yet. We hold its pieces for you until {time}.', {
        total: formatPrice(toRupees(total)),
        time: until,
      }),
      { href: `${publicUrl}${localPath('/my-orders')}`, label: t('Pay now') },
      t('If you have changed your mind, there is nothing that you have to do.'),
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
    t('The bank has sent your payment back, so it did not reach us. Your bank shows it within a few days.'),
  captured: () =>
    t('The amount that reached us is not the amount of your order. We are sending it back: another mail says so.'),
  missing: () =>
    t('The bank took no money for it. What it may have set aside on your card is free again within a few days.'),
}

/** Revokes `orderPlacedMail`: a payment with the provider's signature was not received. */
export function orderCancelledMail(
  order: Order,
  money: keyof typeof WHERE_MONEY_IS,
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t(
        'We wrote to you that your order is placed. We are sorry: its payment did not come through, and the order is not going to be sent.',
      ),
      WHERE_MONEY_IS[money](),
      { rows: [...itemRows(order), [t('Total'), formatPrice(order.totalPrice)]] },
      t('There is nothing that you have to do. What you chose is in your cart again, should you still want it.'),
      { href: `${publicUrl}${localPath('/cart-details')}`, label: t('See your cart') },
    ],
    settings,
  )
  return { to, subject: t('Your order is not going to be sent ({shop})', { shop: settings['shop.name'] }), text, html }
}
