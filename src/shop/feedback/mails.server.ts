import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { withLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { pictureOf } from '../cart/sql.server.ts'
import { productPath } from '../catalog/product-path.ts'
import type { Sender } from '../email-parts.ts'
import { greeting, mailPiece } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'
import type { AskedProduct } from './sql.server.ts'

interface Recipient extends Sender {
  to: string
  name: string
  unsubscribeToken: string
}

/** Asks for reviews of what an order brought, once, with one-click unsubscribe (RFC 8058). */
export function reviewMail(
  products: readonly AskedProduct[],
  { to, name, unsubscribeToken, publicUrl, settings }: Recipient,
): Mail {
  const unsubscribe = withLanguage(`${publicUrl}/reviews/leave?token=${unsubscribeToken}`)
  const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const reviewOf = ({ productId, color }: AskedProduct) =>
    `${publicUrl}${localPath(productPath(productId, color))}#reviews`
  const [first] = products
  return writeMail({ to, subject: t('How do you like it?'), headers, settings, publicUrl }, [
    greeting(name),
    t('You’ve had your order for a while. How does it fit and wear? A few words help others to choose.'),
    {
      pieces: products.map((goods) =>
        mailPiece({ ...goods, picture: pictureOf(goods.pictures, goods.color) }, publicUrl),
      ),
    },
    ...(products.length === 1 && first
      ? [{ button: { href: reviewOf(first), label: t('Write a review') } }]
      : [
          {
            links: products.map((goods) => ({
              href: reviewOf(goods),
              label: t('Review {name}', { name: goods.name }),
            })),
          },
        ]),
    t('This is the only mail about it.'),
    { links: [{ href: unsubscribe, label: t('Don’t ask me for reviews') }] },
  ])
}
