import type { Mail } from '#platform/mail/mail.ts'
import { formatRupees } from '#platform/money.ts'
import { weekDay } from '#platform/text/dates.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { EmailPart, MailLink, Sender } from '../email-parts.ts'
import { firstName, greeting } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'
import type { Order } from './contract.ts'
import { linePieces, orderLinks, steps, sums } from './mail-parts.server.ts'
import { stagesOf } from './progress.ts'
import { addressLines, type LaterStatus } from './rules.ts'
import type { SignTracking } from './track-link.server.ts'

/** The recipient of an email, and the shop that sends it. */
export interface Recipient extends Sender {
  to: string
  name: string
  /** Signs links that show an order's state without a login; null if the owner doesn't want that. */
  signTracking?: SignTracking | null
}

/** The order is placed: its lines, its totals, and its delivery address. `confirmToken`: of the link that confirms it. */
export function orderPlacedMail(order: Order, recipient: Recipient, confirmToken: string | null = null): Mail {
  const day = weekDay(order.estimatedDate) ?? ''
  const isAsked = order.toConfirm && confirmToken !== null
  const number = order.orderNumber
  const name = firstName(recipient.name)
  const expected = t('It should arrive by {day}.', { day })
  return orderMail(
    {
      orderId: order._id,
      subject: isAsked
        ? t('Please confirm your order {number}', { number })
        : t('Order {number}: arriving by {day}', { number, day }),
      heading:
        order.payment.state === 'due' ? t('Thanks, {name}.', { name }) : t('Thanks, {name}. It’s yours.', { name }),
      message: `${placedText(order, isAsked)} ${expected}`,
      ...(confirmToken === null ? {} : { button: confirmButton(confirmToken, recipient) }),
      parts: [
        orderSteps(order),
        linePieces(order, recipient.publicUrl),
        sums(order),
        {
          rows: [
            [t('Order'), order.orderNumber],
            [t('Delivering to'), addressLines(order.address).join('\n')],
          ],
        },
      ],
    },
    recipient,
  )
}

function confirmButton(token: string, { publicUrl }: Recipient): MailLink {
  return { href: `${publicUrl}${localPath(`/confirm/${token}`)}`, label: t('Confirm your order') }
}

function placedText({ payment, toConfirm }: Order, isAsked: boolean): string {
  const due = formatRupees(payment.due)
  if (toConfirm)
    return isAsked
      ? t('Please confirm your order, so that we can pack it. You pay {due} in cash when it arrives.', { due })
      : t('We’ll call you to confirm your order before we pack it. You pay {due} in cash when it arrives.', { due })
  return payment.state === 'due'
    ? t('We’ve got your order. Please have {due} ready in cash when it arrives.', { due })
    : t('Your payment has arrived, and we’ll pack your order next.')
}

/** `days`: null if its products have different ones. */
const statusText = (status: LaterStatus, days: number | null): { subject: string; message: string } =>
  ({
    packaging: { subject: t('Your order is being packed'), message: t('Your order is being packed.') },
    ontheway: {
      subject: t('Your order is on the way'),
      message: t('Your order has been shipped and is on its way to you.'),
    },
    delivered: {
      subject: t('Your order has been delivered'),
      message:
        days === null
          ? t('Your order has been delivered. My Orders says until when each item can be exchanged.')
          : t(
              'Your order has been delivered. If something does not fit, it can be exchanged for {days} days with all tags intact.',
              { days },
            ),
    },
  })[status]

/** The order has reached its next stage. */
export function orderMovedMail(order: Order, status: LaterStatus, recipient: Recipient): Mail {
  const days = order.productDetails.every(({ exchangeDays }) => exchangeDays === undefined) ? order.exchangeDays : null
  const parts = [
    orderSteps(order),
    { rows: [[t('Order'), order.orderNumber]] satisfies [string, string][] },
    linePieces(order, recipient.publicUrl),
  ]
  return statusMail({ ...statusText(status, days), parts, orderId: order._id, number: order.orderNumber }, recipient)
}

/** The order was said to be delivered, by mistake. */
export function notDeliveredMail(order: Order, recipient: Recipient): Mail {
  const message = t('We wrote that your order was delivered. That was a mistake: it’s still on its way to you.')
  const parts = [orderSteps(order), { rows: [[t('Order'), order.orderNumber]] satisfies [string, string][] }]
  const subject = t('Your order hasn’t been delivered yet')
  return statusMail({ subject, message, parts, orderId: order._id, number: order.orderNumber }, recipient)
}

/** Where an order stands; none for a cancelled one. */
export function orderSteps({ orderStatus, statusDates, estimatedDate }: Order): EmailPart {
  return orderStatus === 'cancelled' ? '' : steps(stagesOf(statusDates), orderStatus, estimatedDate)
}

interface OrderNews {
  orderId: string
  /** Its number: FS-10482. */
  number: string
  subject: string
  message: string
  parts: readonly EmailPart[]
  /** Instead of the link to the order, which then comes below. */
  button?: MailLink | null
}

/** An email about news of an order, with a link to the order. Its number keeps the mails of two orders apart. */
export function statusMail({ number, ...news }: OrderNews, recipient: Recipient): Mail {
  return orderMail({ ...news, subject: `${news.subject} (${number})` }, recipient)
}

type Written = Omit<OrderNews, 'number'> & { heading?: string }

function orderMail(news: Written, recipient: Recipient): Mail {
  const { to, name, publicUrl, settings } = recipient
  const { orderId, subject, heading, message, parts, button } = news
  const { order, help } = orderLinks(orderId, recipient)
  return writeMail({ to, subject, settings, publicUrl }, [
    heading === undefined ? greeting(name) : { heading },
    message,
    ...parts,
    { button: button ?? order },
    { links: button ? [order, ...help] : help },
  ])
}
