import type { Mail } from '#platform/mail/mail.ts'
import { renderEmail } from '../email-template.server.ts'
import type { Recipient } from '../orders/mails.server.ts'
import type { OrderStatus } from '../orders/rules.ts'

const STATUS_TEXTS: Record<OrderStatus | 'cancelled', { subject: string; sentence: string }> = {
  ordered: {
    subject: 'Your exchange request has arrived',
    sentence: 'Your exchange request has arrived. Please keep the piece ready, with all tags intact.',
  },
  packaging: { subject: 'Your exchange is being packed', sentence: 'The piece you get in exchange is being packed.' },
  ontheway: { subject: 'Your exchange is on the way', sentence: 'The piece you get in exchange is on its way to you.' },
  delivered: { subject: 'Your exchange has been delivered', sentence: 'Your exchange has been delivered.' },
  cancelled: { subject: 'Your exchange has been cancelled', sentence: 'Your exchange has been cancelled.' },
}

/** The exchange has reached a stage, or was cancelled. */
export function exchangeMail(
  { exchangeId, productName }: { exchangeId: string; productName: string },
  status: OrderStatus | 'cancelled',
  { to, name, publicUrl }: Recipient,
): Mail {
  const { subject, sentence } = STATUS_TEXTS[status]
  const { text, html } = renderEmail([
    `Hello ${name},`,
    sentence,
    {
      rows: [
        ['Exchange', exchangeId],
        ['Of', productName],
      ],
    },
    { href: `${publicUrl}/my-orders`, label: 'See your orders' },
  ])
  return { to, subject: `${subject} (Fourth ProgressStep)`, text, html }
}
