import type { Mail } from '#platform/mail/mail.ts'
import { formatRupees, type Paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { MailLink } from '../email-parts.ts'
import type { Order } from '../orders/contract.ts'
import { linePieces } from '../orders/mail-parts.server.ts'
import { orderSteps, type Recipient, statusMail } from '../orders/mails.server.ts'
import { addressLines } from '../orders/rules.ts'

/** A parcel and the order that it belongs to. */
interface Parcel {
  order: Order
  carrier: string
  trackingNumber: string
  url: string | null
}

/** The content of a parcel's mail. */
export interface ShippedParcel extends Parcel {
  /** How many of each line of the order are in it, by the line's id. */
  sent: ReadonlyMap<string, number>
  /** How many of each have not left yet. */
  left: ReadonlyMap<string, number>
  isFirst: boolean
  /** What is collected at the door. */
  collect: Paise
}

/** The mail about a parcel that has left: its contents, its tracking number, and the carrier's page about it. */
export function shippedMail(parcel: ShippedParcel, recipient: Recipient): Mail {
  const { order, sent, left, isFirst, collect } = parcel
  const isPart = left.size > 0
  const [subject, message] = isPart
    ? [t('Part of your order is on the way'), t('Part of your order has been shipped and is on its way to you.')]
    : isFirst
      ? [t('Your order is on the way'), t('Your order has been shipped and is on its way to you.')]
      : [
          t('The rest of your order is on the way'),
          t('The rest of your order has been shipped and is on its way to you.'),
        ]
  const piecesOf = (counts: ReadonlyMap<string, number>) =>
    linePieces(order, recipient.publicUrl, ({ _id }) => counts.get(_id) ?? 0)
  const stillToCome = isPart ? [t('Still to come in a separate parcel:'), piecesOf(left)] : []
  const ready = t('Please have {due} ready in cash when it arrives.', { due: formatRupees(toRupees(collect)) })
  const parts = [orderSteps(order), parcelRows(parcel), ...(collect > 0 ? [ready] : []), piecesOf(sent), ...stillToCome]
  return statusMail(
    { subject, message, parts, button: trackingLink(parcel), orderId: order._id, number: order.orderNumber },
    recipient,
  )
}

/** The mail with the right tracking number, or the right link (`isNumber` false), after a wrong one. */
export function correctedMail(parcel: Parcel & { isNumber: boolean }, recipient: Recipient): Mail {
  return statusMail(
    {
      subject: t('Your parcel’s tracking number'),
      message: parcel.isNumber
        ? t('We’re sorry, the tracking number we sent you was wrong. This is the right one.')
        : t('We’re sorry, the link we sent you was wrong. This is the right one.'),
      parts: [parcelRows(parcel)],
      button: trackingLink(parcel),
      orderId: parcel.order._id,
      number: parcel.order.orderNumber,
    },
    recipient,
  )
}

/** A parcel came back, and what was in it is sent again. */
export function resentMail(order: Order, recipient: Recipient): Mail {
  return statusMail(
    {
      subject: t('We’re sending your order again'),
      message: t('Your parcel came back to us, so we’re sending it again. You’ll get a mail when it leaves.'),
      parts: [
        {
          rows: [
            [t('Order'), order.orderNumber],
            [t('Delivering to'), addressLines(order.address).join('\n')],
          ],
        },
      ],
      button: null,
      orderId: order._id,
      number: order.orderNumber,
    },
    recipient,
  )
}

function parcelRows({ order, carrier, trackingNumber }: Parcel): { rows: [string, string][] } {
  return {
    rows: [
      [t('Order'), order.orderNumber],
      [t('Carrier'), carrier],
      [t('Tracking number'), trackingNumber],
    ],
  }
}

function trackingLink({ url }: Parcel): MailLink | null {
  return url === null ? null : { href: url, label: t('Track your parcel') }
}
