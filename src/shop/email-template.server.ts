import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice } from '#platform/money.ts'
import { emailHtml } from './email-html.server.ts'
import type { EmailPart, MailLink, MailPiece, Sender } from './email-parts.ts'

/**
 * A mail of the shop with these parts, as HTML and as plain text with the same facts; the other fields are passed on.
 * Texts are escaped. It loads nothing but pictures of the shop's own origin, the same for every reader.
 */
export function writeMail(
  { settings, publicUrl, ...mail }: Omit<Mail, 'text' | 'html'> & Sender,
  parts: readonly EmailPart[],
): Mail {
  const sender = { settings, publicUrl }
  const text = [...parts.map(textOf), `-- \n${sellerLines(sender).join('\n')}`].filter((part) => part !== '')
  return { ...mail, text: `${text.join('\n\n')}\n`, html: emailHtml(mail.subject, parts, sender) }
}

/**
 * The same for a mail about an account. Its foot has no postal address, because a PIN could be taken for the code, by
 * people and by programs.
 */
export function writeAccountMail(mail: Parameters<typeof writeMail>[0], parts: readonly EmailPart[]): Mail {
  return writeMail({ ...mail, settings: { ...mail.settings, 'shop.address': '' } }, parts)
}

/** The seller at the foot of a mail: name, motto, legal name and address, and how to write and call. */
function sellerLines({ settings, publicUrl }: Sender): string[] {
  const address = [settings['shop.legalName'], settings['shop.address']].filter(Boolean).join(', ')
  const contact = [settings['shop.email'], settings['shop.phone']].filter(Boolean).join(', ')
  return [settings['shop.name'], settings['shop.motto'], address, contact, publicUrl].filter((line) => line !== '')
}

function textOf(part: EmailPart): string {
  if (typeof part === 'string') return part
  if ('heading' in part) return part.heading
  if ('code' in part) return part.code
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('button' in part) return linkText(part.button)
  if ('links' in part) return part.links.map(linkText).join('\n\n')
  if ('rows' in part) return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('pieces' in part) return part.pieces.map(pieceText).join('\n')
  if ('sums' in part) return part.sums.map(({ label, amount }) => `${label}: ${amount}`).join('\n')
  if ('steps' in part)
    return part.steps
      .map(({ label, detail, reached }) => `[${reached ? 'x' : ' '}] ${label}${detail ? `, ${detail}` : ''}`)
      .join('\n')
  return part.text
}

function linkText({ label, href }: MailLink): string {
  return `${label}:\n${href}`
}

/** "Boxy Tee (Black, L): 2 × Rs. 599.00"; "Boxy Tee (Black, L): 1, L → XL" */
function pieceText({ name, variant, count, price, note, change }: MailPiece): string {
  const amount = [count > 0 ? String(count) : '', price === null ? '' : formatPrice(price)].filter(Boolean).join(' × ')
  const first = `${name}${variant === '' ? '' : ` (${variant})`}${amount === '' ? '' : `: ${amount}`}`
  return [first, change, note].filter(Boolean).join(', ')
}
