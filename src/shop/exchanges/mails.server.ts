import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { renderEmail } from '../email-template.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import type { OrderStatus } from '../orders/rules.ts'

const statusText = (status: OrderStatus | 'cancelled'): { subject: string; message: string } =>
  ({
    ordered: {
      subject: t('Your exchange request has arrived'),
      message: t('Your exchange request has arrived. Please keep the piece ready, with all tags intact.'),
    },
    packaging: {
      subject: t('Your exchange is being packed'),
      message: t('The piece you get in exchange is being packed.'),
    },
    ontheway: {
      subject: t('Your exchange is on the way'),
      message: t('The piece you get in exchange is on its way to you.'),
    },
    delivered: { subject: t('Your exchange has been delivered'), message: t('Your exchange has been delivered.') },
    cancelled: { subject: t('Your exchange has been cancelled'), message: t('Your exchange has been cancelled.') },
  })[status]

/** The exchange that a mail is about. */
export interface ExchangeAbout {
  exchangeId: string
  orderId: string
  productName: string
}

/** The exchange has reached a stage, or was cancelled. */
export function exchangeMail(about: ExchangeAbout, status: OrderStatus | 'cancelled', recipient: Recipient): Mail {
  return statusMail({ ...statusText(status), rows: rowsOf(about), link: linkOf(about) }, recipient)
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
          subject: t('We can’t exchange this piece'),
          message: `${t('We looked at your request and can’t exchange this piece.')} ${end.refusal}`,
        }
      : {
          subject: t('Your old piece is back with us'),
          message: t('The piece you sent back has arrived with us. Thank you.'),
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
      ? statusText('ontheway')
      : {
          subject: t('We are fetching your old piece'),
          message: t(
            'Your exchange is accepted. The carrier fetches the old piece; please have it ready, with all tags intact.',
          ),
        }
  const link = linkOf(about)
  const { text, html } = renderEmail(
    [
      t('Hello {name},', { name }),
      message,
      { rows: [...rowsOf(about), [t('Carrier'), carrier], [t('Tracking number'), trackingNumber]] },
      ...(url === null ? [] : [{ href: url, label: t('Track with {carrier}', { carrier }) }]),
      { ...link, href: `${publicUrl}${localPath(link.href)}` },
    ],
    settings,
  )
  return { to, subject: `${subject} (${settings['shop.name']})`, text, html }
}

function rowsOf({ exchangeId, productName }: ExchangeAbout): [string, string][] {
  return [
    [t('Exchange'), exchangeId],
    [t('Of'), productName],
  ]
}

function linkOf({ orderId }: ExchangeAbout) {
  return { href: `/my-orders?order=${orderId}`, label: t('See your order') }
}
