import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice } from '#platform/money.ts'
import { dayTime } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import type { EmailPart, MailLink } from '../email-parts.ts'
import { mailPiece } from '../email-pieces.server.ts'
import type { Exchange, Order } from '../orders/contract.ts'
import { replacementText } from '../orders/line-text.ts'
import { linePieces, steps } from '../orders/mail-parts.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import { exchangeStages } from '../orders/progress.ts'
import type { OrderStatus } from '../orders/rules.ts'
import { chargeText, differenceText } from './messages.ts'
import type { ParcelDirection, StoredParcel } from './sql.server.ts'

const statusText = (status: OrderStatus | 'cancelled'): { subject: string; message: string } =>
  ({
    ordered: {
      subject: t('We’ve received your exchange request'),
      message: t('We’ve received your exchange request. Please keep the item ready with all tags intact.'),
    },
    packaging: {
      subject: t('Your exchange is being packed'),
      message: t('Your replacement is being packed.'),
    },
    ontheway: {
      subject: t('Your exchange is on the way'),
      message: t('Your replacement is on its way to you.'),
    },
    delivered: { subject: t('Your exchange has been delivered'), message: t('Your exchange has been delivered.') },
    cancelled: { subject: t('Your exchange has been cancelled'), message: t('Your exchange has been cancelled.') },
  })[status]

/** The exchange that a mail is about. */
export interface ExchangeAbout {
  order: Order
  exchange: Exchange
}

/** The exchange has reached a stage, or its customer cancelled it. */
export function exchangeMail(about: ExchangeAbout, status: OrderStatus | 'cancelled', recipient: Recipient): Mail {
  const { subject, message } = statusText(status)
  const { priceDifference, isDifferencePaid, fee } = about.exchange
  if (status !== 'ordered' || priceDifference === 0) return mailAbout(about, { subject, message }, recipient)
  const difference = differenceText(priceDifference, isDifferencePaid, fee)
  return mailAbout(about, { subject, message: `${message} ${difference}` }, recipient)
}

/** The link by which what the replacement costs more is paid. */
export function differenceLinkMail(
  about: ExchangeAbout,
  { link, until }: { link: string; until: Date },
  recipient: Recipient,
): Mail {
  const { priceDifference, fee } = about.exchange
  const amount = formatPrice(priceDifference)
  const last = dayTime(until.toISOString()) ?? ''
  const message = `${chargeText(priceDifference, fee)} ${t('Tax is included. We hold the replacement for you, and send it once that is paid. You can pay until {until}.', { until: last })}`
  const subject = t('Please pay {amount} for your exchange', { amount })
  return mailAbout(about, { subject, message, button: { href: link, label: t('Pay now') } }, recipient)
}

/** What the replacement costs more is paid. */
export function differencePaidMail(about: ExchangeAbout, recipient: Recipient): Mail {
  const { priceDifference, fee } = about.exchange
  const message = `${differenceText(priceDifference, true, fee)} ${t('The document for your records is attached to this e-mail. We’ll tell you once your exchange is approved.')}`
  return mailAbout(about, { subject: t('We’ve received your payment for the replacement'), message }, recipient)
}

/** The shop refuses the exchange, with a reason. */
export function refusedMail(about: ExchangeAbout, refusal: string, recipient: Recipient): Mail {
  const message = `${t('We’ve reviewed your request and can’t exchange this item.')} ${refusal}`
  return mailAbout(about, { subject: t('We can’t exchange this item'), message }, recipient)
}

/** The replacement was said to have arrived, by mistake. */
export function notArrivedMail(about: ExchangeAbout, recipient: Recipient): Mail {
  const message = t('We wrote that your exchange was delivered. That was a mistake: it’s still on its way to you.')
  return mailAbout(about, { subject: t('Your exchange hasn’t been delivered yet'), message }, recipient)
}

/** The exchanged piece has come back. */
export function receivedMail(about: ExchangeAbout, recipient: Recipient): Mail {
  const message = t('We’ve received the item you sent back. Thank you.')
  return mailAbout(about, { subject: t('We’ve received your old item'), message }, recipient)
}

/** A parcel of an exchange has a tracking number; `direction`: it brings the replacement or returns the old piece. */
export function parcelMail(
  about: ExchangeAbout,
  direction: ParcelDirection,
  { carrier, trackingNumber, url }: StoredParcel,
  recipient: Recipient,
): Mail {
  const pickup = () => ({
    subject: t('We’re picking up your old item'),
    message: t(
      'Your exchange has been approved. The courier will pick up the old item. Please have it ready with all tags intact.',
    ),
  })
  const text = direction === 'outbound' ? statusText('ontheway') : pickup()
  const rows: [string, string][] = [
    [t('Carrier'), carrier],
    [t('Tracking number'), trackingNumber],
  ]
  const button = url === null ? null : { href: url, label: t('Track with {carrier}', { carrier }) }
  return mailAbout(about, { ...text, rows, button }, recipient)
}

function mailAbout(
  { order, exchange }: ExchangeAbout,
  { rows = [], ...text }: { subject: string; message: string; rows?: [string, string][]; button?: MailLink | null },
  recipient: Recipient,
): Mail {
  const { isCancelled, exchangeStatus, statusDates, arrivalDate } = exchange
  const about: [string, string][] = [[t('Order'), order.orderNumber]]
  const progress = isCancelled ? [] : [steps(exchangeStages(statusDates), exchangeStatus, arrivalDate)]
  const parts = [...progress, { rows: [...about, ...rows] }, exchanged({ order, exchange }, recipient)]
  return statusMail({ ...text, parts, orderId: order._id, number: order.orderNumber }, recipient)
}

/** The pieces that go back, each with what comes instead. */
function exchanged({ order, exchange }: ExchangeAbout, { publicUrl }: Recipient): EmailPart {
  const { pieces, productId, picture } = exchange
  if (pieces.length > 0)
    return linePieces(
      order,
      publicUrl,
      ({ _id }) => pieces.find(({ lineId }) => lineId === _id)?.quantity ?? 0,
      (line) => replacementText(line, exchange),
    )
  return {
    pieces: [mailPiece({ productId: productId._id, name: productId.name, color: '', size: '', picture }, publicUrl)],
  }
}
