import { t } from '#platform/text/t.ts'
import { GSTIN, gstinProblem } from '../settings/detail-rules.ts'
import { stateCode, stateName } from '../settings/state-rules.ts'

/** A GSTIN as it's stored: without spaces, in capitals. */
export function plainGstin(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

/** What is wrong with a buyer's GSTIN, as a sentence; null if nothing is, or it's empty. */
export function buyerGstinProblem(gstin: string): string | null {
  return GSTIN.test(gstin) && gstinProblem(gstin) === null
    ? null
    : t('This GSTIN has a typing error. Please compare its 15 characters with your registration.')
}

/**
 * What a GSTIN of another state than the place of delivery means for the buyer's input credit, as a sentence; null if it's
 * of that state. If shop and delivery are in one state, the tax is that state's, which no other state credits (CGST Act,
 * section 16, with GSTR-2B: "POS and supplier state are same but recipient state is different").
 */
export function creditNotice(gstin: string, deliveryState: string, sellerState: string): string | null {
  const [place, code] = [stateCode(deliveryState), gstin.slice(0, 2)]
  if (buyerGstinProblem(gstin) !== null || gstin === '' || place === null || place === code) return null
  const buyer = stateName(code)
  return place === sellerState
    ? t(
        'This GSTIN is of {buyer}, but the parcel goes to {place}. Its CGST and SGST can’t be claimed as input credit in {buyer}.',
        { buyer, place: stateName(place) },
      )
    : t(
        'This GSTIN is of {buyer}, but the parcel goes to {place}, the place of supply on the invoice. Please ask your accountant whether {buyer} gives input credit for it.',
        { buyer, place: stateName(place) },
      )
}
