import type { Mail } from '#platform/mail/mail.ts'
import { renderEmail } from '../email-template.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import type { OrderStatus } from '../orders/rules.ts'

const STATUS_TEXTS: Record<OrderStatus | 'cancelled', { subject: string; message: string }> = {
  ordered: {
    subject: 'Your exchange request has arrived',
    message: 'Your exchange request has arrived. Please keep the piece ready, with all tags intact.',
  },
  packaging: { subject: 'Your exchange is being packed', message: 'The piece you get in exchange is being packed.' },
  ontheway: { subject: 'Your exchange is on the way', message: 'The piece you get in exchange is on its way to you.' },
  delivered: { subject: 'Your exchange has been delivered', message: 'Your exchange has been delivered.' },
  cancelled: { subject: 'Your exchange has been cancelled', message: 'Your exchange has been cancelled.' },
}

/** The exchange that a mail is about. */
export interface ExchangeAbout {
  exchangeId: string
  orderId: string
  productName: string
}

/** The exchange has reached a stage, or was cancelled. */
export function exchangeMail(about: ExchangeAbout, status: OrderStatus | 'cancelled', recipient: Recipient): Mail {
  return statusMail({ ...STATUS_TEXTS[status], rows: rowsOf(about), link: linkOf(about) }, recipient)
}

/** How an exchange ended at the shop: refused with a reason, or the old piece has come back. */
export function endedMail(
  about: ExchangeAbout,
  end: { refusal: string } | { received: true },
  recipient: Recipient,
): Mail {
  const text =
    'refusal' in end
      ? {
          subject: 'We can’t exchange this piece',
          message: `We looked at your request and can’t exchange this piece. ${end.refusal}`,
        }
      : {
          subject: 'Your old piece is back with us',
          message: 'The piece you sent back has arrived with us. Thank you.',
        }
  return statusMail({ ...text, rows: rowsOf(about), link: linkOf(about) }, recipient)
}

/** A parcel of an exchange: the one that brings the replacement (`out`), or that fetches the old piece (`back`). */
export function parcelMail(
  about: ExchangeAbout,
  way: 'out' | 'back',
  { carrier, trackingNumber, url }: { carrier: string; trackingNumber: string; url: string | null },
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const { subject, message } =
    way === 'out'
      ? STATUS_TEXTS.ontheway
      : {
          subject: 'We are fetching your old piece',
          message:
            'Your exchange is accepted. The carrier fetches the old piece; please have it ready, with all tags intact.',
        }
  const link = linkOf(about)
  const { text, html } = renderEmail(
    [
      `Hello ${name},`,
      message,
      { rows: [...rowsOf(about), ['Carrier', carrier], ['Tracking number', trackingNumber]] },
      ...(url === null ? [] : [{ href: url, label: `Track with ${carrier}` }]),
      { ...link, href: `${publicUrl}${link.href}` },
    ],
    settings,
  )
  return { to, subject: `${subject} (${settings['shop.name']})`, text, html }
}

function rowsOf({ exchangeId, productName }: ExchangeAbout): [string, string][] {
  return [
    ['Exchange', exchangeId],
    ['Of', productName],
  ]
}

function linkOf({ orderId }: ExchangeAbout) {
  return { href: `/my-orders?order=${orderId}`, label: 'See your order' }
}
