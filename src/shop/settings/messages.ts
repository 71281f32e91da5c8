import { roundRs } from '#platform/money.ts'
import type { Settings } from './rules.ts'

type Charges = Pick<Settings, 'order.delivery' | 'order.taxPercent'>

/** What a price leaves out, beside the price and the subtotal. */
export function addedLater(charges: Charges): string {
  const delivery = charges['order.delivery']
  const tax = `${charges['order.taxPercent']}% GST`
  return delivery === 0
    ? `${tax} added at checkout, delivery is free`
    : `${tax} and ${roundRs(delivery)} delivery added at checkout`
}

/** The same in the footer (Consumer Protection (E-Commerce) Rules, 2020: charges beyond the price). */
export function pricesLeaveOut(charges: Charges): string {
  const delivery = charges['order.delivery']
  const tax = `${charges['order.taxPercent']}% GST and Service Tax`
  return delivery === 0
    ? `Prices leave out ${tax}, which is shown before you pay. Delivery is free.`
    : `Prices leave out ${tax} and the flat ${roundRs(delivery)} delivery; both are shown before you pay.`
}
