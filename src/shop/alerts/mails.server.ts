import type { Mail } from '#platform/mail/mail.ts'
import { cardPrice, paise, toRupees } from '#platform/money.ts'
import type { Variant } from '../cart/store.server.ts'
import { type EmailPart, renderEmail } from '../email-template.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { PriceDrop } from './price-store.server.ts'

interface Recipient {
  to: string
  /** Of the link to leave. */
  leaveToken: string
  publicUrl: string
  settings: Settings
}

type Goods = Variant & { name: string }

/** Asks whether the owner of the mailbox wants to be told. */
export function confirmMail(goods: Goods, token: string, recipient: Recipient): Mail {
  return alertMail(recipient, `Please confirm: ${goods.name} in ${goods.color}, ${goods.size}`, [
    'Hello,',
    `Somebody, hopefully you, asked us to write to this address once, when ${nameOf(goods)} is back. If you want that, please say so here:`,
    { href: `${recipient.publicUrl}/alerts/confirm?token=${token}`, label: 'Yes, tell me' },
    'If not, you can forget this mail: without a yes we send nothing more.',
  ])
}

/** Tells that pieces are back. */
export function backInStockMail(goods: Goods & { price_paise: number }, recipient: Recipient): Mail {
  return alertMail(recipient, `Back: ${goods.name} in ${goods.color}, ${goods.size}`, [
    'Hello,',
    `${nameOf(goods)} is back, for ${priceOf(goods.price_paise)}. You asked us to tell you, and this is the one mail about it.`,
    { href: linkTo(goods, recipient.publicUrl), label: 'See it' },
    'No piece is held for you: who orders first has it. If it is gone again, you can ask again on its page.',
  ])
}

/** Tells of lower prices on a wishlist. */
export function priceDropMail(drops: readonly PriceDrop[], recipient: Recipient): Mail {
  const [first] = drops
  const subject =
    drops.length === 1 && first ? `Now ${priceOf(first.price_paise)}: ${first.name}` : 'Lower prices on your wishlist'
  return alertMail(recipient, subject, [
    'Hello,',
    'You asked us to tell you when something on your wishlist becomes cheaper:',
    ...drops.flatMap((drop) => [
      `${nameOf(drop)}: ${priceOf(drop.price_paise)}, it was ${priceOf(drop.was_paise)}.`,
      { href: linkTo(drop, recipient.publicUrl), label: 'See it' },
    ]),
  ])
}

/** A mail of alerts; mail programs end them with one press (RFC 8058). */
function alertMail({ to, leaveToken, publicUrl, settings }: Recipient, subject: string, parts: EmailPart[]): Mail {
  const leave = `${publicUrl}/alerts/leave?token=${leaveToken}`
  const { text, html } = renderEmail(
    [
      ...parts,
      `${settings['shop.legalName']}, ${settings['shop.address']}`,
      { href: leave, label: 'No more of these mails' },
    ],
    settings,
  )
  return {
    to,
    subject,
    text,
    html,
    headers: { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function nameOf({ name, color, size }: Goods): string {
  return `${name} in ${color}, size ${size}`
}

function linkTo({ productId, color }: Variant, publicUrl: string): string {
  return `${publicUrl}/product-details/${productId}?colour=${encodeURIComponent(color.toLowerCase())}`
}

function priceOf(amount: number): string {
  return cardPrice(toRupees(paise(amount)))
}
