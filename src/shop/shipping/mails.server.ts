import type { Mail } from '#platform/mail/mail.ts'
import { t } from '#platform/text/t.ts'
import type { EmailPart } from '../email-template.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'

/** A line in a mail: "Linen shirt (Blue, XL)" and how many. */
export type Counted = [label: string, count: number]

/** The content of a parcel's mail. */
export interface ShippedParcel {
  orderId: string
  orderNumber: string
  carrier: string
  trackingNumber: string
  url: string | null
  pieces: readonly Counted[]
  /** The pieces of the order that have not left yet. */
  left: readonly Counted[]
  isFirst: boolean
}

/** The mail about a parcel that has left: its contents, its tracking number, and the carrier's page about it. */
export function shippedMail(parcel: ShippedParcel, recipient: Recipient): Mail {
  const { left, isFirst, pieces, orderId } = parcel
  const [subject, message] =
    left.length > 0
      ? [t('Part of your order is on the way'), t('Part of your order has been shipped and is on its way to you.')]
      : isFirst
        ? [t('Your order is on the way'), t('Your order has been shipped and is on its way to you.')]
        : [
            t('The rest of your order is on the way'),
            t('The rest of your order has been shipped and is on its way to you.'),
          ]
  const stillToCome = left.length > 0 ? [t('Still to come in a separate parcel:'), { rows: rowsOf(left) }] : []
  const extra = [...trackingLink(parcel), ...stillToCome]
  return statusMail({ subject, message, rows: parcelRows(parcel, pieces), extra, orderId }, recipient)
}

/** The mail with the right tracking number, after a wrong one. */
export function correctedMail(
  parcel: Pick<ShippedParcel, 'orderId' | 'orderNumber' | 'carrier' | 'trackingNumber' | 'url'>,
  recipient: Recipient,
): Mail {
  return statusMail(
    {
      subject: t('Your parcel’s tracking number'),
      message: t('We’re sorry, the tracking number we sent you was wrong. This is the right one.'),
      rows: parcelRows(parcel),
      extra: trackingLink(parcel),
      orderId: parcel.orderId,
    },
    recipient,
  )
}

function parcelRows(
  { orderNumber, carrier, trackingNumber }: Pick<ShippedParcel, 'orderNumber' | 'carrier' | 'trackingNumber'>,
  pieces: readonly Counted[] = [],
): [string, string][] {
  return [[t('Order'), orderNumber], ...rowsOf(pieces), [t('Carrier'), carrier], [t('Tracking number'), trackingNumber]]
}

function trackingLink({ url }: Pick<ShippedParcel, 'url'>): EmailPart[] {
  return url === null ? [] : [{ href: url, label: t('Track your parcel') }]
}

function rowsOf(list: readonly Counted[]): [string, string][] {
  return list.map(([label, count]) => [label, String(count)])
}
