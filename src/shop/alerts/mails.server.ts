import type { Mail } from '#platform/mail/mail.ts'
import { formatRupees, paise, toRupees } from '#platform/money.ts'
import { localPath } from '#platform/text/local-path.ts'
import { withLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { pictureOf, type Variant } from '../cart/sql.server.ts'
import type { Picture } from '../catalog/contract.ts'
import { productPath } from '../catalog/product-path.ts'
import { valueName } from '../catalog/value-names.ts'
import type { EmailPart, Sender } from '../email-parts.ts'
import { greeting, mailPiece } from '../email-pieces.server.ts'
import { writeMail } from '../email-template.server.ts'
import type { PriceDrop } from './price-sql.server.ts'

interface Recipient extends Sender {
  to: string
  unsubscribeToken: string
}

type Goods = Variant & { name: string; pictures: readonly Picture[] }

/** Asks whether the owner of the mailbox wants to be notified. */
export function confirmMail(goods: Goods, token: string, recipient: Recipient): Mail {
  const subject = t('Please confirm: {name} in {color}, {size}', textsOf(goods))
  const mail = alertMail(recipient, subject, [
    greeting(null),
    t(
      'Someone, hopefully you, asked us to e-mail this address once when {piece} is back. To confirm, open this link and press the button:',
      { piece: nameOf(goods) },
    ),
    { pieces: [pieceOf(goods, recipient.publicUrl)] },
    {
      button: { href: withLanguage(`${recipient.publicUrl}/alerts/confirm?token=${token}`), label: t('Yes, tell me') },
    },
    t('If not, ignore this e-mail and we won’t send anything else.'),
  ])
  return { ...mail, question: token }
}

/** A variant is back in stock. */
export function backInStockMail(goods: Goods & { price_paise: number }, recipient: Recipient): Mail {
  return alertMail(recipient, t('Back: {name} in {color}, {size}', textsOf(goods)), [
    greeting(null),
    t('{piece} is back at {price}. You asked us to tell you. This is the only e-mail we’ll send about it.', {
      piece: nameOf(goods),
      price: priceOf(goods.price_paise),
    }),
    { pieces: [pieceOf(goods, recipient.publicUrl, { price: rupeesOf(goods.price_paise) })] },
    { button: { href: linkTo(goods, recipient.publicUrl), label: t('See it') } },
    t(
      'We can’t hold it for you: first come, first served. If it sells out again, you can set a new alert on its page.',
    ),
  ])
}

/** Lower prices on a wishlist. */
export function priceDropMail(drops: readonly PriceDrop[], recipient: Recipient): Mail {
  const [first] = drops
  const subject =
    drops.length === 1 && first
      ? t('Now {price}: {name}', { price: priceOf(first.price_paise), name: first.name })
      : t('Price drops on your wishlist')
  return alertMail(recipient, subject, [
    greeting(null),
    t('You asked us to tell you about price drops on your wishlist:'),
    {
      pieces: drops.map((drop) =>
        pieceOf(drop, recipient.publicUrl, {
          price: rupeesOf(drop.price_paise),
          note: t('it was {before}', { before: priceOf(drop.was_paise) }),
        }),
      ),
    },
    { button: { href: `${recipient.publicUrl}${localPath('/wishlist')}`, label: t('See your wishlist') } },
  ])
}

/** A mail with one-click unsubscribe (RFC 8058). The path `leave` is in mails already sent. */
function alertMail(
  { to, unsubscribeToken, publicUrl, settings }: Recipient,
  subject: string,
  parts: EmailPart[],
): Mail {
  const unsubscribe = withLanguage(`${publicUrl}/alerts/leave?token=${unsubscribeToken}`)
  const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const leave = { links: [{ href: unsubscribe, label: t('Stop these e-mails') }] }
  return writeMail({ to, subject, headers, settings, publicUrl }, [...parts, leave])
}

function nameOf(goods: Goods): string {
  return t('{name} in {color}, size {size}', textsOf(goods))
}

function textsOf({ name, color, size }: Goods) {
  return { name, color: valueName(color), size: valueName(size) }
}

function linkTo({ productId, color }: Variant, publicUrl: string): string {
  return `${publicUrl}${localPath(productPath(productId, color))}`
}

function priceOf(amount: number): string {
  return formatRupees(rupeesOf(amount))
}

function rupeesOf(amount: number): number {
  return toRupees(paise(amount))
}

function pieceOf(goods: Goods, publicUrl: string, about?: { price: number; note?: string }) {
  return mailPiece({ ...goods, picture: pictureOf(goods.pictures, goods.color) }, publicUrl, about)
}
