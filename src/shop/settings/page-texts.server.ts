import { formatRupees } from '#platform/money.ts'
import { language, t } from '#platform/text/t.ts'
import { chargesTax } from './charge-notes.server.ts'
import { hasDefaultName, type Settings } from './definitions.ts'
import { localizeOwnerTexts } from './owner-texts.server.ts'
import { STANDARD_HINDI } from './page-texts-hindi.server.ts'
import type { PageName } from './rules.ts'

/**
 * The shop's own texts, in Markdown. What they must say: Consumer Protection (E-Commerce) Rules, 2020, rules 4 to 7.
 */
const STANDARD: Partial<Record<PageName, string>> = {
  terms: `These terms apply to every order at {shop.name}. The [shipping policy](/policies/shipping), the [exchange policy](/policies/exchanges) and the [privacy policy](/privacy-policy) form part of these terms.

## Who you are buying from
- {shop.legalName}, {shop.address}
- GSTIN: {shop.gstin}
- E-mail: [{shop.email}](mailto:{shop.email})
- Telephone: {shop.phone}
- Hours: {shop.hours}

## Prices
Prices are in Indian rupees. {taxNote} Delivery is {delivery}. Tax, delivery and the total are shown before you pay, and you pay nothing on top of that total.

The items in an order must come to at least {order.minimum}.

## Your order
An order is placed once its payment is confirmed; we then e-mail you. If we receive payment for an order that we cannot fulfil, we refund it in full to the original payment method. There is no charge for an order that is cancelled before it is placed.

## Payment
Payments are handled by {privacy.paymentProvider}, using any of the methods offered in its payment window.
Your card details never reach us.

## Exchanges and refunds
We exchange items within {exchange.days} days of delivery, with all tags intact. We do not accept returns for a refund. The [exchange policy](/policies/exchanges) explains how exchanges work, and what rights you have if an item is faulty.

## Reviews
Anyone with an account may review a product. Reviews by people who bought the product are marked as verified.

## Complaints
{grievance.title}: {grievance.name}, [{grievance.email}](mailto:{grievance.email}), {grievance.phone}. We acknowledge a complaint within 48 hours and answer it within {grievance.days} days. The National Consumer Helpline, telephone 1915, can help too.

## Law
These terms are governed by the law of India. Nothing here takes away any right that the Consumer Protection Act, 2019 gives you; you may take a complaint to the consumer commission for the place where you live or work.`,

  shipping: `## What it costs
Delivery is {delivery}. The charge is shown in your cart, before you pay.

{freeDelivery}

The items in an order must come to at least {order.minimum}.

## Where we deliver
We deliver to addresses in {countries}. Please give a telephone number, so that the courier can reach you.

## When it arrives
Your confirmation e-mail and [My Orders](/my-orders) show the date by which we expect your order to arrive. My Orders also shows each step: ordered, packed, on the way, delivered. We e-mail you at each one.

## Who delivers it
Parcels are delivered by {privacy.courier}.

## If something goes wrong
If a parcel is late, lost or damaged, write to [{shop.email}](mailto:{shop.email}) or call {shop.phone}. If our reply does not settle the matter, contact our {grievance.title}: {grievance.name}, [{grievance.email}](mailto:{grievance.email}), {grievance.phone}.`,

  exchanges: `We offer exchanges. We do not accept returns for a refund.

## Within {exchange.days} days
You may ask to exchange an item within {exchange.days} days of its delivery. All tags must be intact.

## How to ask
1. Open [My Orders](/my-orders) and choose the delivered order.
2. Choose the item, select a reason and describe the problem. If the size is wrong, choose another size; if the colour is wrong, choose another colour.
3. We collect the item from you. My Orders shows the progress of the exchange.

Each product in an order can be exchanged once. You may cancel an exchange until the new item is delivered.

## Damaged, faulty, or not what you ordered
Ask for an exchange and give that as the reason, or write to [{shop.email}](mailto:{shop.email}). Nothing here takes away any right that the Consumer Protection Act, 2019 and the Consumer Protection (E-Commerce) Rules, 2020 give you if an item is defective, spurious, not as described, or late.

## Payments we refund
If we receive payment for an order that we cannot fulfil, we refund it in full to the original payment method.

## Not satisfied?
Contact our {grievance.title}: {grievance.name}, [{grievance.email}](mailto:{grievance.email}), {grievance.phone}, who replies within {grievance.days} days.`,
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
  return fillText(settings[`page.${page}`] || (standard ?? ''), localizeOwnerTexts(settings, settings))
}

/** The shop's standard text of a page, with its `{names}`; empty if it's built into the page. */
export function standardPageText(page: PageName): string {
  return { about: ABOUT, ...STANDARD }[page] ?? ''
}

/**
 * Replaces each `{name}` by its setting. A line with an empty one is left out, so that no sentence has a gap, and so is
 * a heading that has lost all its text.
 */
function fillText(text: string, settings: Settings): string {
  const values = placeholdersOf(settings)
  const kept: string[] = []
  let isLeftOut = false
  // From the end, so that a heading knows what is left below it.
  for (const line of text.split('\n').toReversed()) {
    const isHeading = line.startsWith('#')
    const below = kept.findLast((one) => one.trim() !== '')
    const isEmptied = isHeading && isLeftOut && (below === undefined || levelOf(below) > 0)
    if (isEmptied && levelOf(below ?? '#') <= levelOf(line)) continue
    if ([...line.matchAll(NAME)].some(([, name = '']) => values.get(name) === '')) isLeftOut = true
    else kept.push(line.replace(NAME, (typed, name: string) => asWords(values.get(name)) ?? typed))
    if (isHeading) isLeftOut = false
  }
  return kept.toReversed().join('\n')
}

/** Escaped, because a setting's value isn't Markdown. */
const asWords = (value: string | undefined) => value?.replace(/[\\*_`[\]<>&~|#!]/g, '\\$&')

/** The level of a heading's line; 0 for other lines. */
function levelOf(line: string): number {
  return /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
}

const NAME = /\{([\w.]+)\}/g

/** The `{names}` in a page's text that stand for nothing, and are therefore shown as typed. */
export function unknownPlaceholders(text: string, settings: Settings): string[] {
  const values = placeholdersOf(settings)
  const names = [...text.matchAll(NAME)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !values.has(name))
}

/** The `{names}` in a page's text or its standard text that stand for something, each with what that is now. */
export function fillsOf(page: PageName, settings: Settings): { name: string; value: string }[] {
  const values = placeholdersOf(settings)
  const text = `${settings[`page.${page}`]}\n${standardPageText(page)}`
  const names = new Set([...text.matchAll(NAME)].map(([, name = '']) => name))
  return [...names].flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [{ name, value }]
  })
}

function placeholdersOf(settings: Settings): Map<string, string> {
  const minimum = settings['order.minimum']
  const plain = Object.entries(settings).filter(([, value]) => typeof value !== 'object')
  return new Map([
    ...plain.map(([name, value]) => [name, String(value)] as const),
    ['taxNote', taxNote(settings)],
    ['order.minimum', minimum === 0 ? '' : rupees(minimum)],
    ['order.delivery', rupees(settings['order.delivery'])],
    ['delivery', deliveryFees(settings)],
    ['freeDelivery', freeDelivery(settings)],
    ['countries', settings['shipping.usa'] ? t('India and the USA') : t('India')],
  ])
}

function deliveryFees(settings: Settings): string {
  const surcharge = settings['shipping.usa'] ? settings['shipping.usaSurcharge'] : 0
  const india = feesInIndia(settings)
  if (surcharge === 0) return india
  const usa = rupees(settings['order.delivery'] + surcharge)
  return t('{india} within India, and {usa} per order to the USA', { india, usa })
}

const feesOf = (settings: Settings) => [
  settings['order.delivery'],
  ...settings['shipping.zones'].flatMap(({ fee }) => fee ?? []),
]

function feesInIndia(settings: Settings): string {
  const fees = feesOf(settings)
  const [least, most] = [Math.min(...fees), Math.max(...fees)]
  if (least < most)
    return t('{least} to {most} per order, depending on the PIN code', { least: rupees(least), most: rupees(most) })
  return most === 0 ? t('free') : t('a flat {fee} per order', { fee: rupees(most) })
}

/** Empty if no sum of goods makes delivery free. */
function freeDelivery(settings: Settings): string {
  const usual = settings['delivery.freeFrom']
  if (usual === 0 || Math.max(...feesOf(settings)) === 0) return ''
  const from = rupees(usual)
  return settings['shipping.zones'].some(({ freeFrom }) => freeFrom !== undefined)
    ? t(
        'Within India delivery is free from {from} of goods after discounts, or from another sum for some PIN codes. Cancelling or exchanging a piece later doesn’t bring the charge back.',
        { from },
      )
    : t(
        'Within India delivery is free from {from} of goods after discounts. Cancelling or exchanging a piece later doesn’t bring the charge back.',
        { from },
      )
}

function taxNote(settings: Settings): string {
  if (!chargesTax(settings)) return t('No GST is added.')
  if (settings['tax.pricesInclude']) return t('They include GST.')
  const rate = settings['tax.table'].length > 0 ? '' : `${settings['order.taxPercent']}% `
  return t('They don’t include {rate}GST and Service Tax.', { rate })
}

/** With a no-break space. */
function rupees(amount: number): string {
  return formatRupees(amount).replace(' ', '\u00a0')
}
