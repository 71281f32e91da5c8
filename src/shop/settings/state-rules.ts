/** States by their GST codes: the name in addresses, the abbreviation (of number plates), and other names. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  '01': ['Jammu and Kashmir', 'JK'],
  '02': ['Himachal Pradesh', 'HP'],
  '03': ['Punjab', 'PB'],
  '04': ['Chandigarh', 'CH'],
  '05': ['Uttarakhand', 'UK', 'Uttaranchal'],
  '06': ['Haryana', 'HR'],
  '07': ['Delhi', 'DL', 'New Delhi', 'NCT of Delhi'],
  '08': ['Rajasthan', 'RJ'],
  '09': ['Uttar Pradesh', 'UP'],
  '10': ['Bihar', 'BR'],
  '11': ['Sikkim', 'SK'],
  '12': ['Arunachal Pradesh', 'AR'],
  '13': ['Nagaland', 'NL'],
  '14': ['Manipur', 'MN'],
  '15': ['Mizoram', 'MZ'],
  '16': ['Tripura', 'TR'],
  '17': ['Meghalaya', 'ML'],
  '18': ['Assam', 'AS'],
  '19': ['West Bengal', 'WB'],
  '20': ['Jharkhand', 'JH'],
  '21': ['Odisha', 'OD', 'Orissa'],
  '22': ['Chhattisgarh', 'CG', 'Chattisgarh'],
  '23': ['Madhya Pradesh', 'MP'],
  '24': ['Gujarat', 'GJ'],
  '26': ['Dadra and Nagar Haveli and Daman and Diu', 'DD', 'Daman and Diu', 'Dadra and Nagar Haveli'],
  '27': ['Maharashtra', 'MH'],
  '29': ['Karnataka', 'KA'],
  '30': ['Goa', 'GA'],
  '31': ['Lakshadweep', 'LD'],
  '32': ['Kerala', 'KL'],
  '33': ['Tamil Nadu', 'TN', 'Tamilnadu'],
  '34': ['Puducherry', 'PY', 'Pondicherry'],
  '35': ['Andaman and Nicobar Islands', 'AN', 'Andaman and Nicobar'],
  '36': ['Telangana', 'TS', 'TG'],
  '37': ['Andhra Pradesh', 'AP'],
  '38': ['Ladakh', 'LA'],
}

/** GST's code for places outside India. */
export const ABROAD = '96'

const CODES = new Map(
  Object.entries(STATES).flatMap(([code, names]) => [code, ...names].map((name) => [plainName(name), code] as const)),
)

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]/g, '')
}

/** The names of all states. */
export const STATE_NAMES: readonly string[] = Object.values(STATES).map(([name = '']) => name)

/** The two digits of a state, from its code, name or abbreviation; null for anything else. */
export function stateCode(text: string): string | null {
  return CODES.get(plainName(text)) ?? null
}

/** The name of a state by its code; empty for an unknown code. */
export function stateName(code: string): string {
  return code === ABROAD ? 'Other country' : (STATES[code]?.[0] ?? '')
}

/** A state's abbreviation by its code, such as MH; empty for an unknown code and abroad. */
export function stateLetters(code: string): string {
  return STATES[code]?.[1] ?? ''
}

/** Union territories without a legislature: there the second half of the tax is UTGST (UTGST Act, 2017). */
export function isUnionTerritory(code: string): boolean {
  return ['04', '26', '31', '35', '38'].includes(code)
}
