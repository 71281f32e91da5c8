import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { Picture } from './catalog/contract.ts'
import { productPath } from './catalog/product-path.ts'
import { valueName } from './catalog/value-names.ts'
import type { MailLink, MailPiece } from './email-parts.ts'

/** A product of a mail. Without `productId`, its page isn't linked. */
interface Goods {
  productId: string | null
  name: string
  color: string
  size: string
  /** A picture's URL, and its background if known. */
  picture: string | Pick<Picture, 'src' | 'tone'> | null
}

/** A product in a colour and size, in a mail: its name, its picture and a link to its page. */
export function mailPiece(
  { productId, name, color, size, picture }: Goods,
  publicUrl: string,
  {
    count = 0,
    price = null,
    note = '',
    change = '',
  }: Partial<Pick<MailPiece, 'count' | 'price' | 'note' | 'change'>> = {},
): MailPiece {
  const { src, tone = null } = typeof picture === 'string' ? { src: picture } : (picture ?? { src: '' })
  return {
    name,
    variant: [valueName(color), valueName(size)].filter(Boolean).join(', '),
    count,
    price,
    note,
    change,
    href: productId === null ? null : `${publicUrl}${localPath(productPath(productId, color || null))}`,
    // JPEG, because a mail provider's proxy may pass on to one client what it fetched for another.
    picture: src.startsWith('/media/') ? `${publicUrl}${src}${src.includes('?') ? '&' : '?'}w=180&as=jpeg` : null,
    tone,
  }
}

/** The way to ask the shop. */
export function askLink(publicUrl: string): MailLink {
  return { href: `${publicUrl}${localPath('/contact-us')}`, label: t('Ask us about it') }
}
