import type { Mail } from '#platform/mail/mail.ts'
import { type EmailPart, renderEmail } from '../email-template.server.ts'
import type { Recipient } from '../orders/mails.server.ts'

/** A line in a mail: "Linen shirt (Blue, XL)" and how many of it. */
export type Counted = [label: string, count: number]

/** What a parcel's mail tells. */
export interface ShippedParcel {
  orderId: string
  orderNumber: string
  carrier: string
  trackingNumber: string
  url: string | null
  pieces: readonly Counted[]
  /** What of the order has not left yet. */
  left: readonly Counted[]
  isFirst: boolean
}

/** A parcel has left: what lies in it, its number, and the carrier's page about it. */
export function shippedMail(parcel: ShippedParcel, { to, name, publicUrl, settings }: Recipient): Mail {
  const subject =
    parcel.left.length > 0
      ? 'Part of your order is on the way'
      : parcel.isFirst
        ? 'Your order is on the way'
        : 'The rest of your order is on the way'
  const { text, html } = renderEmail(
    [
      `Hello ${name},`,
      `${subject.replace(/ is on the way$/, '')} has left us and is on its way to you.`,
      {
        rows: [
          ['Order', parcel.orderNumber],
          ...rowsOf(parcel.pieces),
          ['Carrier', parcel.carrier],
          ['Tracking number', parcel.trackingNumber],
        ],
      },
      ...trackingParts(
        parcel,
        publicUrl,
        parcel.left.length > 0 ? ['Still to come, in a parcel of its own:', { rows: rowsOf(parcel.left) }] : [],
      ),
    ],
    settings,
  )
  return { to, subject: `${subject} (${settings['shop.name']})`, text, html }
}

/** A parcel's number was wrong: the right one. */
export function correctedMail(
  parcel: Pick<ShippedParcel, 'orderId' | 'orderNumber' | 'carrier' | 'trackingNumber' | 'url'>,
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const { text, html } = renderEmail(
    [
      `Hello ${name},`,
      'The tracking number that we sent you was wrong. We are sorry; this is the right one.',
      {
        rows: [
          ['Order', parcel.orderNumber],
          ['Carrier', parcel.carrier],
          ['Tracking number', parcel.trackingNumber],
        ],
      },
      ...trackingParts(parcel, publicUrl),
    ],
    settings,
  )
  return { to, subject: `Your parcel’s tracking number (${settings['shop.name']})`, text, html }
}

function trackingParts(
  { url, orderId }: Pick<ShippedParcel, 'url' | 'orderId'>,
  publicUrl: string,
  between: readonly EmailPart[] = [],
): EmailPart[] {
  return [
    ...(url === null ? [] : [{ href: url, label: 'Track your parcel' }]),
    ...between,
    { href: `${publicUrl}/my-orders?order=${orderId}`, label: 'See your order' },
  ]
}

function rowsOf(list: readonly Counted[]): [string, string][] {
  return list.map(([label, count]) => [label, String(count)])
}
