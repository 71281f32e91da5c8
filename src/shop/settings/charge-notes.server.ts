import { formatRupees, productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Settings } from './rules.ts'

type Charges = Pick<
  Settings,
  | 'order.delivery'
  | 'delivery.freeFrom'
  | 'order.taxPercent'
  | 'tax.pricesInclude'
  | 'tax.table'
  | 'shipping.zones'
  | 'shipping.usa'
  | 'shipping.usaSurcharge'
>

/** Sentences about charges not included in prices. The server makes them, so that pages need no rules for them. */
export interface ChargeNotes {
  /** Beside a price and the subtotal. */
  addedLater: string
  /** In the footer (Consumer Protection (E-Commerce) Rules, 2020: charges beyond the price). */
  leftOut: string
}

/** True if places have their own delivery fees, or sums from which it's free. */
export const deliveryVaries = (charges: Charges) =>
  charges['shipping.zones'].some(({ fee, freeFrom }) => fee !== undefined || freeFrom !== undefined) ||
  (charges['shipping.usa'] && charges['shipping.usaSurcharge'] > 0)

/** False if the shop charges no GST, as one whose owner isn't registered. */
export const chargesTax = (charges: Pick<Charges, 'order.taxPercent' | 'tax.table'>) =>
  charges['order.taxPercent'] > 0 || charges['tax.table'].length > 0

/**
 * The sentences for the owner's charges; with a tax table there's no single rate to name, and with zones no single fee.
 */
export function chargeNotes(charges: Charges): ChargeNotes {
  if (!chargesTax(charges)) return deliveryNotes(charges)
  const tax = charges['tax.table'].length > 0 ? 'GST' : `${charges['order.taxPercent']}% GST`
  const included = charges['tax.pricesInclude']
  if (deliveryVaries(charges))
    return included
      ? {
          addedLater: t('GST included, delivery added at checkout'),
          leftOut: t('Prices include GST. Delivery depends on the address, shown before you pay.'),
        }
      : {
          addedLater: t('{tax} and delivery added at checkout', { tax }),
          leftOut: t(
            'Prices don’t include {tax} and Service Tax, or delivery, which depends on your address. Both are shown before you pay.',
            { tax },
          ),
        }
  if (charges['order.delivery'] === 0)
    return included
      ? { addedLater: t('GST included, delivery is free'), leftOut: t('Prices include GST. Delivery is free.') }
      : {
          addedLater: t('{tax} added at checkout, delivery is free', { tax }),
          leftOut: t('Prices don’t include {tax} and Service Tax, which are shown before you pay. Delivery is free.', {
            tax,
          }),
        }
  const fee = formatRupees(charges['order.delivery'])
  return included
    ? {
        addedLater: t('GST included, {fee} delivery added at checkout', { fee }),
        leftOut: t('Prices include GST. Delivery is {fee}, shown before you pay.', { fee }),
      }
    : {
        addedLater: t('{tax} and {fee} delivery added at checkout', { tax, fee }),
        leftOut: t(
          'Prices don’t include {tax} and Service Tax or the flat {fee} delivery charge. Both are shown before you pay.',
          { tax, fee },
        ),
      }
}

function deliveryNotes(charges: Charges): ChargeNotes {
  if (deliveryVaries(charges))
    return {
      addedLater: t('Delivery added at checkout'),
      leftOut: t('Delivery depends on the address, shown before you pay.'),
    }
  if (charges['order.delivery'] === 0) return { addedLater: t('Delivery is free'), leftOut: t('Delivery is free.') }
  const fee = formatRupees(charges['order.delivery'])
  return {
    addedLater: t('{fee} delivery added at checkout', { fee }),
    leftOut: t('Delivery is {fee}, shown before you pay.', { fee }),
  }
}

/** The strip above the pages of an owner who has written none: days to exchange, and what delivery costs. */
export function standardAnnouncement(settings: Charges & Pick<Settings, 'exchange.days'>): string {
  const days = settings['exchange.days']
  const delivery = settings['order.delivery']
  if (deliveryVaries(settings)) {
    const least = Math.min(delivery, ...settings['shipping.zones'].flatMap(({ fee }) => fee ?? []))
    return least === 0
      ? t('{days}-day easy exchange', { days })
      : t('{days}-day easy exchange · Delivery from ₹{least}', { days, least })
  }
  if (delivery === 0) return t('{days}-day easy exchange · Free delivery', { days })
  const freeFrom = settings['delivery.freeFrom']
  if (freeFrom > 0)
    return t('{days}-day easy exchange · Free delivery from {from}', { days, from: productCardPrice(freeFrom) })
  return t('{days}-day easy exchange · Flat ₹{delivery} delivery', { days, delivery })
}

/**
 * The footer's sentences: the exchange policy with the charges not included in prices, and the seller, with `{email}`
 * for the link.
 */
export function footerNotes(settings: Settings): { policy: string; seller: string } {
  const policy = t(
    'Our policy: exchanges within {days} days of delivery with tags intact, picked up from you. No returns for a refund.',
    { days: settings['exchange.days'] },
  )
  const from = settings['delivery.freeFrom']
  const free =
    from === 0 || settings['order.delivery'] === 0
      ? ''
      : ` ${t('Within India delivery is free from {from} of goods.', { from: formatRupees(from) })}`
  const gstin = settings['shop.gstin']
  return {
    policy: `${policy} ${chargeNotes(settings).leftOut}${free}`,
    seller: [
      t('Sold by {seller}, {address}.', { seller: settings['shop.legalName'], address: settings['shop.address'] }),
      ...(gstin === '' ? [] : [`GSTIN ${gstin}.`]),
      `${settings['grievance.title']}: ${settings['grievance.name']}, {email}.`,
      t('Country of origin: India, unless a product says otherwise.'),
    ].join(' '),
  }
}
