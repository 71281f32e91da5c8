import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice } from '#platform/money.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { type EmailPart, renderEmail } from '../email-template.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Order } from './contract.ts'
import { formatDay } from './progress.ts'
import { addressLines, itemCount, type OrderStatus, orderNumber } from './rules.ts'
import { totalsRows } from './totals-rows.ts'

/** The recipient of an email, and the origin that its links start with. */
export interface Recipient {
  to: string
  name: string
  publicUrl: string
  settings: Settings
}

/** The order is paid: its lines, its totals, and its delivery address. */
export function orderPlacedMail(order: Order, { to, name, publicUrl, settings }: Recipient): Mail {
  const totals = totalsRows(order.totals, itemCount(order.productDetails))
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      t('Thank you. Your payment has arrived and your order is placed.'),
      { rows: itemRows(order) },
      { rows: totals.map(({ label, amount }): [string, string] => [label, formatPrice(amount)]) },
      `${t('It goes to:')}\n${addressLines(order.address).join('\n')}`,
      t('Expected by {day}.', { day: formatDay(order.estimatedDate, { dateStyle: 'full' }) ?? '' }),
      { href: `${publicUrl}${localPath('/my-orders')}?order=${order._id}`, label: t('See your order') },
    ],
    settings,
  )
  return { to, subject: t('Your order at {shop} has been placed', { shop: settings['shop.name'] }), text, html }
}

const statusText = (status: OrderStatus, days: number): { subject: string; message: string } =>
  ({
    ordered: { subject: t('Your order has been placed'), message: t('Your order has been placed.') },
    packaging: { subject: t('Your order is being packed'), message: t('Your order is being packed.') },
    ontheway: {
      subject: t('Your order is on the way'),
      message: t('Your order has been shipped and is on its way to you.'),
    },
    delivered: {
      subject: t('Your order has been delivered'),
      message: t(
        'Your order has been delivered. If something does not fit, it can be exchanged for {days} days with all tags intact.',
        { days },
      ),
    },
  })[status]

/** The order has reached its next stage. */
export function orderMovedMail(
  order: {
    orderId: string
    number: number
    productNames: readonly string[]
    status: OrderStatus
    exchangeDays: number
  },
  recipient: Recipient,
): Mail {
  const { orderId, number, productNames, status, exchangeDays } = order
  const rows: [string, string][] = [
    [t('Order'), orderNumber(number, recipient.settings)],
    [t('With'), productNames.join(', ')],
  ]
  return statusMail({ ...statusText(status, exchangeDays), rows, orderId }, recipient)
}

/** A short email about news of an order, with a link to the order; `extra` comes before the link. */
export function statusMail(
  about: { subject: string; message: string; rows: [string, string][]; extra?: readonly EmailPart[]; orderId: string },
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const { subject, message, rows, extra = [], orderId } = about
  const link = { href: `${publicUrl}${localPath('/my-orders')}?order=${orderId}`, label: t('See your order') }
  const { text, html } = renderEmail([t('Hello {name},', { name }), message, { rows }, ...extra, link], settings)
  return { to, subject: `${subject} (${settings['shop.name']})`, text, html }
}

/** Table rows with an order's number and its items. */
export function itemRows({ orderNumber, productDetails }: Order): [string, string][] {
  const lines = productDetails.map(({ productId: { name, price }, color, size, quantity }): [string, string] => [
    `${name} (${color}, ${size})`,
    `${quantity} × ${formatPrice(price)}`,
  ])
  return [[t('Order'), orderNumber], ...lines]
}
