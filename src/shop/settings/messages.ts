import { roundRs } from '#platform/money.ts'
import type { SharedSettings } from './rules.ts'

type Charges = Pick<SharedSettings, 'order.delivery' | 'order.taxPercent' | 'tax.pricesInclude'> & {
  /** By the tax table there is no one rate to name. */
  taxVaries: boolean
}

const taxOf = (charges: Charges) => (charges.taxVaries ? 'GST' : `${charges['order.taxPercent']}% GST`)

/** What a price leaves out, beside the price and the subtotal. */
export function addedLater(charges: Charges): string {
  const delivery = charges['order.delivery']
  if (charges['tax.pricesInclude'])
    return `GST included, ${delivery === 0 ? 'delivery is free' : `${roundRs(delivery)} delivery added at checkout`}`
  return delivery === 0
    ? `${taxOf(charges)} added at checkout, delivery is free`
    : `${taxOf(charges)} and ${roundRs(delivery)} delivery added at checkout`
}

/** The same in the footer (Consumer Protection (E-Commerce) Rules, 2020: charges beyond the price). */
export function pricesLeaveOut(charges: Charges): string {
  const delivery = charges['order.delivery']
  const tax = `${taxOf(charges)} and Service Tax`
  if (charges['tax.pricesInclude'])
    return `Prices include GST. Delivery is ${delivery === 0 ? 'free' : `${roundRs(delivery)}, shown before you pay`}.`
  return delivery === 0
    ? `Prices leave out ${tax}, which is shown before you pay. Delivery is free.`
    : `Prices leave out ${tax} and the flat ${roundRs(delivery)} delivery; both are shown before you pay.`
}
