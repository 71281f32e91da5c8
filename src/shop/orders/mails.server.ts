import type { Mail } from '#platform/mail/mail.ts'
import { rsPrice } from '#platform/money.ts'
import { renderEmail } from '../email-template.server.ts'
import type { Order } from './contract.ts'
import { type OrderStatus, piecesOf } from './rules.ts'

/** Whom a mail goes to, and the origin that its links start with. */
export interface Reader {
  to: string
  name: string
  publicUrl: string
}

/** Says that the money came and what happens next: every line, the sums, and where it goes. */
export function orderPlacedMail(order: Order, { to, name, publicUrl }: Reader): Mail {
  const { text, html } = renderEmail([
    `Hello ${name},`,
    'Thank you. Your payment has arrived and your order is placed.',
    { rows: linesOf(order) },
    {
      rows: [
        [`Items (${piecesOf(order.productDetails)})`, rsPrice(order.totals.goods)],
        ['Delivery', rsPrice(order.totals.delivery)],
        ['GST and Service Tax', rsPrice(order.totals.tax)],
        ['Total', rsPrice(order.totals.total)],
      ],
    },
    `It goes to:\n${addressLines(order).join('\n')}`,
    `Expected by ${dayOf(order.estimatedDate)}.`,
    { href: `${publicUrl}/my-orders?order=${order._id}`, label: 'See your order' },
  ])
  return { to, subject: 'Your order at Fourth Seat is placed', text, html }
}

const MOVED: Record<OrderStatus, { subject: string; sentence: string }> = {
  ordered: { subject: 'Your order is placed', sentence: 'Your order is placed.' },
  packaging: { subject: 'Your order is being packed', sentence: 'Your order is being packed.' },
  ontheway: { subject: 'Your order is on the way', sentence: 'Your order has left us and is on its way to you.' },
  delivered: {
    subject: 'Your order has been delivered',
    sentence:
      'Your order has been delivered. If something does not fit, it can be exchanged for 7 days with all tags intact.',
  },
}

/** Says that an order reached its next stage. */
export function orderMovedMail(
  { orderId, productNames, status }: { orderId: string; productNames: readonly string[]; status: OrderStatus },
  { to, name, publicUrl }: Reader,
): Mail {
  const { subject, sentence } = MOVED[status]
  const { text, html } = renderEmail([
    `Hello ${name},`,
    sentence,
    {
      rows: [
        ['Order', orderId],
        ['With', productNames.join(', ')],
      ],
    },
    { href: `${publicUrl}/my-orders?order=${orderId}`, label: 'See your order' },
  ])
  return { to, subject: `${subject} (Fourth Seat)`, text, html }
}

/** An order's number and what is in it, for a mail. */
export function linesOf({ _id, productDetails }: Order): [string, string][] {
  const lines = productDetails.map(({ productId: { name, price }, color, size, quantity }): [string, string] => [
    `${name} (${color}, ${size})`,
    `${quantity} × ${rsPrice(price)}`,
  ])
  return [['Order', _id], ...lines]
}

function addressLines({ address }: Order): string[] {
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.streetAddress,
    `${address.townCity} ${address.zipCode}`,
    `${address.state} ${address.country}`,
    address.phoneNumber,
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** A day as people in the shop's country read it. */
function dayOf(iso: string): string {
  return new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeZone: 'Asia/Kolkata' }).format(new Date(iso))
}
