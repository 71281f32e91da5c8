import type { Mail } from '#platform/mail/mail.ts'
import { renderEmail } from '../email-template.server.ts'
import type { OrderStatus } from '../orders/rules.ts'

interface Reader {
  to: string
  name: string
  publicUrl: string
}

interface About {
  exchangeId: string
  productName: string
}

const SENTENCES: Record<OrderStatus | 'cancelled', { subject: string; sentence: string }> = {
  ordered: {
    subject: 'Your exchange request has arrived',
    sentence: 'Your exchange request has arrived. Please keep the piece ready, with all tags intact.',
  },
  packaging: { subject: 'Your exchange is being packed', sentence: 'The piece you get in exchange is being packed.' },
  ontheway: { subject: 'Your exchange is on the way', sentence: 'The piece you get in exchange is on its way to you.' },
  delivered: { subject: 'Your exchange has been delivered', sentence: 'Your exchange has been delivered.' },
  cancelled: { subject: 'Your exchange has been cancelled', sentence: 'Your exchange has been cancelled.' },
}

/** Says what became of an exchange. */
export function exchangeMail(
  { exchangeId, productName }: About,
  news: OrderStatus | 'cancelled',
  { to, name, publicUrl }: Reader,
): Mail {
  const { subject, sentence } = SENTENCES[news]
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
  return { to, subject: `${subject} (Fourth Seat)`, text, html }
}
