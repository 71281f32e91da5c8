import { formatRupees } from '#platform/money.ts'
import { language, t } from '#platform/text/t.ts'
import { hasDefaultName, type Settings } from './definitions.ts'
import { STANDARD_HINDI } from './page-texts-hindi.server.ts'
import type { PageName } from './rules.ts'

/**
 * The shop's own texts, in Markdown. What they must say: Consumer Protection (E-Commerce) Rules, 2020, rules 4 to 7.
 */
const STANDARD: Partial<Record<PageName, string>> = {
  terms: `These terms hold for every order at {shop.name}. The [shipping policy](/policies/shipping), the [exchange policy](/policies/exchanges) and the [privacy policy](/privacy-policy) belong to them.

## Who sells
- {shop.legalName}, {shop.address}
- GSTIN: {shop.gstin}
- E-mail: [{shop.email}](mailto:{shop.email})
- Telephone: {shop.phone}
- Hours: {shop.hours}

## Prices
Prices are in Indian rupees. {taxNote} Delivery is {delivery}. Tax, delivery and the total are shown before you pay, and you pay nothing beyond that total.

The least sum of goods in an order is {order.minimum}.

## Your order
An order is placed once its payment is confirmed; we then send you a mail. If a payment arrives for an order that cannot be sent, we return it whole to where it came from. We charge nothing for an order that is cancelled before it is placed.

## Payment
Payments go through {privacy.paymentProvider}, by the methods that its payment window offers. Your card details never reach us.

## Exchanges and refunds
We exchange within {exchange.days} days of delivery, with all tags intact. We do not take returns for a refund. The [exchange policy](/policies/exchanges) says how it is done, and which rights you have if a piece is faulty.

## Reviews
Anyone with an account may review a product. Reviews of people who bought the product are marked as verified.

## Complaints
{grievance.title}: {grievance.name}, [{grievance.email}](mailto:{grievance.email}), {grievance.phone}. We confirm a complaint within 48 hours and answer it within {grievance.days} days. The National Consumer Helpline, telephone 1915, helps too.

## Law
The law of India applies. Nothing here takes away a right that the Consumer Protection Act, 2019 gives you; you may take a complaint to the consumer commission of the place where you live or work.`,

  shipping: `## What it costs
Delivery is {delivery}. The sum is shown in the cart, before you pay.

The least sum of goods in an order is {order.minimum}.

## Where we send
To addresses in the countries that the address form offers. Please give a telephone number, so that the courier can reach you.

## When it arrives
The mail that confirms your order, and [My Orders](/my-orders), show the date by which we expect it. My Orders also shows each step: ordered, packed, on the way, delivered. We write to you at each of them.

## Who brings it
Parcels are carried by {privacy.courier}.

## If something goes wrong
If a parcel is late, lost or damaged, write to [{shop.email}](mailto:{shop.email}) or call {shop.phone}. If our answer does not help, our {grievance.title} is {grievance.name}, [{grievance.email}](mailto:{grievance.email}), {grievance.phone}.`,

  exchanges: `We exchange. We do not take returns for a refund.

## Within {exchange.days} days
You may ask for an exchange of a piece within {exchange.days} days of its delivery. All tags must be intact.

## How to ask
1. Open [My Orders](/my-orders) and choose the delivered order.
2. Choose the piece, give the reason and describe it. For a wrong size you choose another size, for a wrong colour another colour.
3. We pick the piece up from you. My Orders shows where the exchange stands.

Each piece can be exchanged once. You may cancel an exchange until the new piece is delivered.

## Damaged, faulty, or not what you ordered
Ask for an exchange and say so in the reason, or write to [{shop.email}](mailto:{shop.email}). Nothing here takes away a right that the Consumer Protection Act, 2019 and the Consumer Protection (E-Commerce) Rules, 2020 give you where a piece is defective, spurious, not as described, or late.

## Payments that we return
A payment for an order that we cannot send is returned whole to where it came from.

## Not content?
{grievance.title}: {grievance.name}, [{grievance.email}](mailto:{grievance.email}), {grievance.phone}, who answers within {grievance.days} days.`,
}

const ABOUT = `{shop.description}

## Who we are
- {shop.legalName}, {shop.address}
- GSTIN: {shop.gstin}
- E-mail: [{shop.email}](mailto:{shop.email})
- Telephone: {shop.phone}
- Hours: {shop.hours}`

/**
 * A page's text in Markdown, the owner's or the standard one, with settings for their `{names}`. Empty if it's built
 * into the page.
 */
export function pageText(page: PageName, settings: Settings): string {
  const texts = language() === 'hi' ? { ...STANDARD_HINDI } : { about: ABOUT, ...STANDARD }
  // The About page has the demonstration's text built in.
  const standard = page === 'about' && hasDefaultName(settings) ? '' : texts[page]
  return fillText(settings[`page.${page}`] || (standard ?? ''), settings)
}

/** Replaces each `{name}` by its setting. A line with an empty one is left out, so that no sentence has a gap. */
function fillText(text: string, settings: Settings): string {
  const values = placeholdersOf(settings)
  return text
    .split('\n')
    .filter((line) => ![...line.matchAll(NAME)].some(([, name = '']) => values.get(name) === ''))
    .map((line) => line.replace(NAME, (typed, name: string) => values.get(name) ?? typed))
    .join('\n')
}

const NAME = /\{([\w.]+)\}/g

function placeholdersOf(settings: Settings): Map<string, string> {
  const minimum = settings['order.minimum']
  const plain = Object.entries(settings).filter(([, value]) => typeof value !== 'object')
  return new Map([
    // Escaped, because a value isn't Markdown.
    ...plain.map(([name, value]) => [name, String(value).replace(/[\\*[\]]/g, '\\$&')] as const),
    ['taxNote', taxNote(settings)],
    ['order.minimum', minimum === 0 ? '' : rupees(minimum)],
    ['order.delivery', rupees(settings['order.delivery'])],
    ['delivery', deliveryFees(settings)],
  ])
}

function deliveryFees(settings: Settings): string {
  const fees = [settings['order.delivery'], ...settings['shipping.zones'].flatMap(({ fee }) => fee ?? [])]
  const [least, most] = [Math.min(...fees), Math.max(...fees)]
  if (least < most)
    return t('{least} to {most} for each order, by PIN code', { least: rupees(least), most: rupees(most) })
  return most === 0 ? t('free') : t('a flat {fee} for each order', { fee: rupees(most) })
}

function taxNote(settings: Settings): string {
  if (settings['tax.pricesInclude']) return t('They include GST.')
  const rate = settings['tax.table'].length > 0 ? '' : `${settings['order.taxPercent']}% `
  return t('They don’t include {rate}GST and Service Tax.', { rate })
}

/** With a no-break space. */
function rupees(amount: number): string {
  return formatRupees(amount).replace(' ', '\u00a0')
}
