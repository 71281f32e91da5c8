import { t } from '#platform/text/t.ts'
import { plainCode, visibleText } from '#platform/text/typed.ts'
import { readPin } from '../settings/pin-rules.ts'
import { NAME_MISSING, PHONE_MISSING, PIN_MISSING, STREET_MISSING, TOWN_MISSING } from './messages.ts'

/** SPEC 9. */
export const COUNTRIES = ['India', 'USA'] as const

export type Country = (typeof COUNTRIES)[number]

/** The most addresses one customer can store. */
export const MAX_ADDRESSES = 50

/** The most characters of each field. */
export const LENGTHS = { name: 80, phone: 20, street: 200, place: 80, zip: 12 } as const

/** The characters allowed in a phone number, once `plainCode` has read it. */
export const PHONE = /^[+0-9 ()-]*$/

/**
 * True if a saved address is the default one: the first always is, and the default can only be moved to another address
 * (CONTRACT: exactly one default when there are any).
 */
export function becomesDefault(requested: boolean | undefined, now: { isDefault: boolean; others: number }): boolean {
  return now.isDefault || now.others === 0 || requested === true
}

/** An address on one line, without its empty parts. */
export function addressLine(address: PostalAddress): string {
  const place = [address.state, address.zipCode].filter(Boolean).join(' ')
  const street = address.streetAddress.replace(/\s*\n\s*/g, ', ')
  return [street, address.townCity, place, address.country].filter(Boolean).join(', ')
}

/** Phone numbers, without separators, that a courier of the country can call. */
const CALLABLE: Record<Country, RegExp> = { India: /^(?:\+?91|0)?[1-9]\d{9}$/, USA: /^(?:\+?1)?[2-9]\d{9}$/ }

/**
 * What this address lacks for a delivery, by field. Empty if an order can go there (CONTRACT part two, Orders after
 * payment).
 */
export function deliveryProblems(address: PostalAddress): Partial<Record<keyof PostalAddress, string>> {
  const { firstName, lastName, phoneNumber, streetAddress, townCity, zipCode, country } = address
  const isPinMissing = country === 'India' && readPin(zipCode) === null
  return {
    ...(visibleText(`${firstName}${lastName}`) === '' ? { firstName: NAME_MISSING } : {}),
    ...(CALLABLE[country].test(plainCode(phoneNumber).replace(/[ ()-]/g, '')) ? {} : { phoneNumber: PHONE_MISSING }),
    ...(isPinMissing ? { zipCode: PIN_MISSING } : {}),
    ...(visibleText(streetAddress) === '' ? { streetAddress: STREET_MISSING } : {}),
    ...(visibleText(townCity) === '' ? { townCity: TOWN_MISSING } : {}),
  }
}

/** A new address form; every field is optional (SPEC section 5). */
export const EMPTY_ADDRESS = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  email: '',
  streetAddress: '',
  country: 'India' as Country,
  townCity: '',
  state: '',
  zipCode: '',
  gstin: '',
}

export type AddressDraft = typeof EMPTY_ADDRESS

/** Where a parcel goes. */
type PostalAddress = Omit<AddressDraft, 'gstin'>

/** What decides on the delivery fee of an address. */
export type Destination = Pick<AddressDraft, 'zipCode' | 'country' | 'state'>

/** The heading of an address: the name, or else the street's first line, the town, or "Address". */
export function addressTitle(address: PostalAddress): string {
  const name = `${address.firstName} ${address.lastName}`.trim()
  return name || address.streetAddress.split('\n')[0] || address.townCity || t('Address')
}
