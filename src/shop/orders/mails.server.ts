import type { Mail } from '#platform/mail/mail.ts'
import { rsPrice } from '#platform/money.ts'
import { renderEmail } from '../email-template.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Order } from './contract.ts'
import { formatDay } from './progress.ts'
import { itemCount, type OrderStatus, orderNumber } from './rules.ts'

/** The recipient of an email, and the origin that its links start with. */
export interface Recipient {
  to: string
  name: string
  publicUrl: string
  settings: Settings
}

/** The payment has arrived: the lines, the totals, and where the order goes. */
export function orderPlacedMail(order: Order, { to, name, publicUrl, settings }: Recipient): Mail {
  const { taxIncluded } = order.totals
  const { text, html } = renderEmail(
    [
      `Hello ${name},`,
      'Thank you. Your payment has arrived and your order is placed.',
      { rows: itemRows(order) },
      {
        rows: [
          [`Items (${itemCount(order.productDetails)})`, rsPrice(order.totals.goods)],
          ['Delivery', rsPrice(order.totals.delivery)],
          ...(taxIncluded > 0 ? [] : [['GST and Service Tax', rsPrice(order.totals.tax)] as [string, string]]),
          ['Total', rsPrice(order.totals.total)],
          ...(taxIncluded > 0 ? [['Includes GST', rsPrice(taxIncluded)] as [string, string]] : []),
        ],
      },
      `It goes to:\n${addressLines(order.address).join('\n')}`,
      `Expected by ${formatDay(order.estimatedDate, { dateStyle: 'full' })}.`,
      { href: `${publicUrl}/my-orders?order=${order._id}`, label: 'See your order' },
    ],
    settings,
  )
  return { to, subject: `Your order at ${settings['shop.name']} is placed`, text, html }
}

const STATUS_TEXTS: Record<OrderStatus, { subject: string; message: string }> = {
  ordered: { subject: 'Your order is placed', message: 'Your order is placed.' },
  packaging: { subject: 'Your order is being packed', message: 'Your order is being packed.' },
  ontheway: { subject: 'Your order is on the way', message: 'Your order has left us and is on its way to you.' },
  delivered: {
    subject: 'Your order has been delivered',
    message:
      'Your order has been delivered. If something does not fit, it can be exchanged for {days} days with all tags intact.',
  },
}

/** The order has reached its next stage. */
export function orderMovedMail(
  {
    orderId,
    number,
    productNames,
    status,
    exchangeDays,
  }: { orderId: string; number: number; productNames: readonly string[]; status: OrderStatus; exchangeDays: number },
  recipient: Recipient,
): Mail {
  const rows: [string, string][] = [
    ['Order', orderNumber(number, recipient.settings)],
    ['With', productNames.join(', ')],
  ]
  const link = { href: `/my-orders?order=${orderId}`, label: 'See your order' }
  const { subject, message } = STATUS_TEXTS[status]
  return statusMail({ subject, message: message.replace('{days}', String(exchangeDays)), rows, link }, recipient)
}

/** A short email about a new status; `link.href` is a path of the shop. */
export function statusMail(
  about: { subject: string; message: string; rows: [string, string][]; link: { href: string; label: string } },
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const { subject, message, rows, link } = about
  const { text, html } = renderEmail(
    [`Hello ${name},`, message, { rows }, { ...link, href: `${publicUrl}${link.href}` }],
    settings,
  )
  return { to, subject: `${subject} (${settings['shop.name']})`, text, html }
}

/** Table rows with an order's number and its items. */
export function itemRows({ orderNumber, productDetails }: Order): [string, string][] {
  const lines = productDetails.map(({ productId: { name, price }, color, size, quantity }): [string, string] => [
    `${name} (${color}, ${size})`,
    `${quantity} × ${rsPrice(price)}`,
  ])
  return [['Order', orderNumber], ...lines]
}

/** Name, street, town and PIN, state and country, phone, without empty lines. */
export function addressLines(address: Order['address']): string[] {
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.streetAddress,
    `${address.townCity} ${address.zipCode}`,
    `${address.state} ${address.country}`,
    address.phoneNumber,
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
