import { stateCode, stateName } from './state-rules.ts'

// What may be wrong with the shop's details, as the end of a sentence that starts with the setting's name, or null.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The check character of a GSTIN's first 14 characters (Luhn's algorithm modulo 36, GSTN). */
export function gstinCheckCharacter(start: string): string {
  const sum = Array.from(start, (character, index) => DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2))
    .map((product) => Math.floor(product / 36) + (product % 36))
    .reduce((total, part) => total + part, 0)
  return DIGITS.charAt((36 - (sum % 36)) % 36)
}

/** Two digits of the state, ten of the PAN, entity, Z, check character (CBIC, form of a GSTIN), or empty. */
export const GSTIN = /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/

/** The form is the schema's to check. */
export function gstinProblem(gstin: string): string | null {
  if (gstin === '') return null
  if (stateName(gstin.slice(0, 2)) === '') return `begins with ${gstin.slice(0, 2)}, which is no state’s code`
  if (gstinCheckCharacter(gstin.slice(0, 14)) === gstin.at(14)) return null
  return 'has a typing error: its last character doesn’t fit the others. Compare it with the registration certificate'
}

/** What is wrong with a GSTIN and a state together, as a sentence; null for an empty one. */
export function gstinStateProblem(gstin: string, state: string): string | null {
  const code = gstin.slice(0, 2)
  if (gstin === '' || state === '' || stateCode(state) === code) return null
  return `The GSTIN begins with ${code}, which is ${stateName(code)}, but the state that GST is charged from is ${stateName(stateCode(state) ?? '')}. Change the wrong one, or both at once.`
}

/** Ten digits, or with the country's code up to fifteen (E.164). */
export function phoneProblem(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  const isIndian = /^\+\s*91/.test(phone)
  const isForm = /^\+?[\d ()./-]+$/.test(phone) && (isIndian ? digits.length === 12 : /^\d{10,15}$/.test(digits))
  return isForm ? null : 'must be a phone number with its area code, such as +91 141 400 0000 or 98765 43210'
}

/** The PIN code in an address, without a space, or null. */
export function pinOf(address: string): string | null {
  return /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/.exec(address)?.[0].replace(' ', '') ?? null
}

export function postalAddressProblem(address: string): string | null {
  return pinOf(address) === null
    ? 'must contain the PIN code, as in 12 Hill Road, Bandra West, Mumbai 400050, Maharashtra'
    : null
}

/** The city of an address: the words before its PIN code. */
export function cityOf(address: string): string | undefined {
  return /(?:^|,)\s*([\p{L}][\p{L} .]*?)\s*[-–]?,?\s*\d{3} ?\d{3}\b/u.exec(address)?.[1]
}

export function cityProblem(city: string): string | null {
  return /^[\p{L}\p{M} .’'()-]*$/u.test(city) ? null : 'must be the name of a city, such as Jaipur'
}
