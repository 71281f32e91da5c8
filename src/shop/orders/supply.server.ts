import { stateOfPin } from '../delivery/directory.server.ts'
import { ABROAD, stateCode } from '../settings/state-rules.ts'
import type { OrderAddress } from './contract.ts'

/** Where goods come from and go to for GST, each as the two digits of a state. */
export interface Supply {
  /** The seller's state, or empty if unknown. */
  seller: string
  place: string
  /** True for IGST; false for CGST and SGST. */
  interstate: boolean
}

/** The seller's state and the place of supply of an order. */
export function supplyOf(
  address: Pick<OrderAddress, 'state' | 'country' | 'zipCode'>,
  settings: { 'shop.gstin': string; 'shop.state': string },
): Supply {
  const seller = sellerState(settings)
  const place = placeOfSupply(address, { pinState: stateOfPin(address.zipCode), seller })
  return { seller, place, interstate: place !== seller }
}

/**
 * The place of supply: the state of the address by its name, or else that of its PIN code, `pinState`. Without either
 * it is the seller's (IGST Act, section 10(1)(ca)).
 */
export function placeOfSupply(
  address: Pick<OrderAddress, 'state' | 'country'>,
  { pinState, seller }: { pinState: string | null; seller: string },
): string {
  if (address.country !== 'India') return ABROAD
  return stateCode(address.state) ?? pinState ?? seller
}

/** The seller's state: from the GSTIN, whose first two digits are its code, or else from the setting. */
export function sellerState(settings: { 'shop.gstin': string; 'shop.state': string }): string {
  return settings['shop.gstin'].slice(0, 2) || (stateCode(settings['shop.state']) ?? '')
}
