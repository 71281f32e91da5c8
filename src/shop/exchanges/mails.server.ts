import type { Mail } from '#platform/mail/mail.ts'
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

/** The exchange has reached a stage, or was cancelled. */
export function exchangeMail(
  { exchangeId, productName }: { exchangeId: string; productName: string },
  status: OrderStatus | 'cancelled',
  recipient: Recipient,
): Mail {
  const rows: [string, string][] = [
    ['Exchange', exchangeId],
    ['Of', productName],
  ]
  return statusMail(
    { ...STATUS_TEXTS[status], rows, link: { href: '/my-orders', label: 'See your orders' } },
    recipient,
  )
}
