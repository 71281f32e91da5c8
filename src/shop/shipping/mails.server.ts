import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { type EmailPart, renderEmail } from '../email-template.server.ts'
import type { Recipient } from '../orders/mails.server.ts'

/** A line in a mail: "Linen shirt (Blue, XL)" and how many of it. */
export type Counted = [label: string, count: number]

/** The content of a parcel's mail. */
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

/** A parcel has left: what is in it, its tracking number, and the carrier's page about it. */
export function shippedMail(parcel: ShippedParcel, { to, name, publicUrl, settings }: Recipient): Mail {
  const [subject, message] =
    parcel.left.length > 0
      ? [t('Part of your order is on the way'), t('Part of your order has left us and is on its way to you.')]
      : parcel.isFirst
        ? [t('Your order is on the way'), t('Your order has left us and is on its way to you.')]
        : [t('The rest of your order is on the way'), t('The rest of your order has left us and is on its way to you.')]
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      message,
      {
        rows: [
          [t('Order'), parcel.orderNumber],
          ...rowsOf(parcel.pieces),
          [t('Carrier'), parcel.carrier],
          [t('Tracking number'), parcel.trackingNumber],
        ],
      },
      ...trackingParts(
        parcel,
        publicUrl,
        parcel.left.length > 0 ? [t('Still to come, in a parcel of its own:'), { rows: rowsOf(parcel.left) }] : [],
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
      t('Hello {name},', { name }),
      t('The tracking number that we sent you was wrong. We are sorry; this is the right one.'),
      {
        rows: [
          [t('Order'), parcel.orderNumber],
          [t('Carrier'), parcel.carrier],
          [t('Tracking number'), parcel.trackingNumber],
        ],
      },
      ...trackingParts(parcel, publicUrl),
    ],
    settings,
  )
  return { to, subject: t('Your parcel’s tracking number ({shop})', { shop: settings['shop.name'] }), text, html }
}

function trackingParts(
  { url, orderId }: Pick<ShippedParcel, 'url' | 'orderId'>,
  publicUrl: string,
  between: readonly EmailPart[] = [],
): EmailPart[] {
  return [
    ...(url === null ? [] : [{ href: url, label: t('Track your parcel') }]),
    ...between,
    { href: `${publicUrl}${localPath('/my-orders')}?order=${orderId}`, label: t('See your order') },
  ]
}

function rowsOf(list: readonly Counted[]): [string, string][] {
  return list.map(([label, count]) => [label, String(count)])
}
