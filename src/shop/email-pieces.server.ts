import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { Picture } from './catalog/contract.ts'
import { productPath } from './catalog/product-path.ts'
import { valueName } from './catalog/value-names.ts'
import type { EmailPart, MailLink, MailPiece } from './email-parts.ts'

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
  return { href: `${publicUrl}${localPath('/contact-us')}`, label: t('Questions? Write to us') }
}

/** A word that isn't a name by itself: an initial, or a title. */
const NO_FIRST_NAME = /^(?:\p{L}|dr|prof|mr|mrs|ms|md|shri|smt|kum)\.?$/iu

/** How a mail begins, as its heading: its subject says the rest. By the first name, if there is one. */
export function greeting(name: string | null): EmailPart {
  return { heading: name ? t('Hello {name},', { name: firstName(name) }) : t('Hello,') }
}

/** "Nisha" of "Nisha Rao"; all of "K. Raman" and "Dr Rao". */
export function firstName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return NO_FIRST_NAME.test(first) ? name : first
}
