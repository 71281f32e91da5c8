import type { Mail } from '#platform/mail/mail.ts'
import { type Paise, rsPrice, toRupees } from '#platform/money.ts'
import { writeLetter } from '../letter.server.ts'

const WHY = {
  late: 'It arrived after the pieces of your order had gone to others.',
  second: 'This order had been paid already.',
  mismatch: 'Its amount is not the amount of your order.',
}

/** Says that money which could not pay for an order is on its way back. */
export function paymentReturnedMail(
  { orderId, amount, reason }: { orderId: string; amount: Paise; reason: keyof typeof WHY },
  { to, name }: { to: string; name: string },
): Mail {
  const { text, html } = writeLetter([
    `Hello ${name},`,
    'A payment of yours could not be used, and we are sending it back. Your bank shows it within a few days.',
    WHY[reason],
    {
      rows: [
        ['Order', orderId],
        ['Amount', rsPrice(toRupees(amount))],
      ],
    },
  ])
  return { to, subject: 'Your payment is being returned (Fourth Seat)', text, html }
}
