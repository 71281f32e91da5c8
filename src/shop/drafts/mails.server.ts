import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import { dayTime } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { pictureOf } from '../cart/sql.server.ts'
import { askLink, greeting, mailPiece } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'
import type { Recipient } from '../orders/mails.server.ts'
import type { DraftRow } from './sql.server.ts'

/** The link to pay an order that staff entered. */
export function payLinkMail(
  draft: Pick<DraftRow, 'hold_until' | 'total_paise' | 'order_lines'>,
  link: string,
  { to, name, publicUrl, settings }: Recipient,
): Mail {
  const until = dayTime(draft.hold_until.toISOString()) ?? ''
  const total = formatPrice(toRupees(paise(draft.total_paise)))
  const subject = t('Your order at {shop}: {total}', { shop: settings['shop.name'], total })
  return writeMail({ to, subject, settings, publicUrl }, [
    greeting(name),
    t('We’ve put together your order and hold it for you until {until}.', { until }),
    {
      pieces: draft.order_lines.map(({ quantity, price_paise, pictures, ...line }) =>
        mailPiece({ ...line, productId: null, picture: pictureOf(pictures, line.color)?.src ?? null }, publicUrl, {
          count: quantity,
          price: toRupees(paise(price_paise)),
        }),
      ),
    },
    { sums: [{ label: t('Total'), amount: total, isTotal: true }] },
    { button: { href: link, label: t('Pay now') } },
    { links: [askLink(publicUrl)] },
  ])
}
