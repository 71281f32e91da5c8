import { roundRs } from '#platform/money.ts'
import type { Settings } from './rules.ts'

type Charges = Pick<
  Settings,
  'order.delivery' | 'order.taxPercent' | 'tax.pricesInclude' | 'tax.table' | 'shipping.zones'
>

/** What prices leave out, in words. They come from the server, so that a page carries the sentence and not its rules. */
export interface ChargeNotes {
  /** Beside a price and the subtotal. */
  addedLater: string
  /** In the footer (Consumer Protection (E-Commerce) Rules, 2020: charges beyond the price). */
  leftOut: string
}

/** Whether places have delivery fees of their own. */
export const deliveryVaries = ({ 'shipping.zones': zones }: Charges) => zones.some(({ fee }) => fee !== undefined)

/** The sentences for the owner's charges; by a tax table there is no one rate to name, by zones no one fee. */
export function chargeNotes(charges: Charges): ChargeNotes {
  const tax = charges['tax.table'].length > 0 ? 'GST' : `${charges['order.taxPercent']}% GST`
  const included = charges['tax.pricesInclude']
  const fee = charges['order.delivery']
  if (deliveryVaries(charges))
    return {
      addedLater: included ? 'GST included, delivery added at checkout' : `${tax} and delivery added at checkout`,
      leftOut: included
        ? 'Prices include GST. Delivery depends on the PIN code, shown before you pay.'
        : `Prices leave out ${tax} and Service Tax, and delivery by PIN code; both are shown before you pay.`,
    }
  const delivery = fee === 0 ? 'delivery is free' : `${roundRs(fee)} delivery added at checkout`
  if (included)
    return {
      addedLater: `GST included, ${delivery}`,
      leftOut: `Prices include GST. Delivery is ${fee === 0 ? 'free' : `${roundRs(fee)}, shown before you pay`}.`,
    }
  return {
    addedLater: fee === 0 ? `${tax} added at checkout, ${delivery}` : `${tax} and ${delivery}`,
    leftOut:
      fee === 0
        ? `Prices leave out ${tax} and Service Tax, which is shown before you pay. Delivery is free.`
        : `Prices leave out ${tax} and Service Tax and the flat ${roundRs(fee)} delivery; both are shown before you pay.`,
  }
}
