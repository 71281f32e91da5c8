/** SPEC 9. */
export const COUNTRIES = ['India', 'USA'] as const

export type Country = (typeof COUNTRIES)[number]

/** Addresses that one customer can keep. */
export const MOST_ADDRESSES = 50

/** Longest values, in characters. */
export const LENGTHS = { name: 80, phone: 20, street: 200, place: 80, zip: 12 } as const

/** What a phone number may be written with; whether it rings is not ours to say. */
export const PHONE = /^[+0-9 ()-]*$/

/**
 * Whether a saved address is the default one: the first always is, and a customer's only default can't be switched
 * off, only moved by choosing another (CONTRACT: exactly one default when there are any).
 */
export function becomesDefault(asked: boolean | undefined, now: { isDefault: boolean; others: number }): boolean {
  return now.isDefault || now.others === 0 || asked === true
}

/** The parts of an address on one line, without the empty ones. */
export function addressLine(address: {
  streetAddress: string
  townCity: string
  state: string
  zipCode: string
  country: string
}): string {
  const place = [address.state, address.zipCode].filter(Boolean).join(' ')
  const street = address.streetAddress.replace(/\s*\n\s*/g, ', ')
  return [street, address.townCity, place, address.country].filter(Boolean).join(', ')
}

/** What an address form holds; every field is optional (SPEC section 5). */
export interface AddressDraft {
  firstName: string
  lastName: string
  phoneNumber: string
  email: string
  streetAddress: string
  country: Country
  townCity: string
  state: string
  zipCode: string
}

export const EMPTY_ADDRESS: AddressDraft = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  email: '',
  streetAddress: '',
  country: 'India',
  townCity: '',
  state: '',
  zipCode: '',
}

/** Who an address is for; the street's first line where no name was given. */
export function addressTitle(address: AddressDraft): string {
  const name = `${address.firstName} ${address.lastName}`.trim()
  return name || address.streetAddress.split('\n')[0] || address.townCity || 'Address'
}
