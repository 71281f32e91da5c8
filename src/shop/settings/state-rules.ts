import { readPin } from './pin-rules.ts'

/** States by their GST codes: the name in addresses, the abbreviation (of number plates), and other names. */
const STATES: Readonly<Record<string, readonly [name: string, ...others: string[]]>> = {
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

/** The two digits of a state, from its code, name or abbreviation; null for anything else. */
export function stateCode(text: string): string | null {
  return CODES.get(plainName(text)) ?? null
}

/** The name of a code; empty for an unknown one. */
export function stateName(code: string): string {
  return code === ABROAD ? 'Other country' : (STATES[code]?.[0] ?? '')
}

/** Union territories without a legislature: there the second half of the tax is UTGST (UTGST Act, 2017). */
export function isUnionTerritory(code: string): boolean {
  return ['04', '26', '31', '35', '38'].includes(code)
}

/** The first digits of PIN codes by state (India Post); the longest match counts, and a circle that spans two states gives the larger. */
const PINS: Readonly<Record<string, string>> = {
  '01': '18 19',
  '02': '17',
  '03': '14 15',
  '04': '160',
  '05': '246 248 249 263',
  '06': '12 13',
  '07': '11',
  '08': '30 31 32 33 34',
  '09': '20 21 22 23 24 25 26 27 28',
  '10': '80 81 84 85',
  '11': '737',
  '12': '790 791 792',
  '13': '797 798',
  '14': '795',
  '15': '796',
  '16': '799',
  '17': '793 794',
  '18': '78',
  '19': '70 71 72 73 74',
  '20': '814 815 816 82 83',
  '21': '75 76 77',
  '22': '49',
  '23': '45 46 47 48',
  '24': '36 37 38 39',
  '26': '3962 3961 362520 362540 362570',
  '27': '40 41 42 43 44',
  '29': '56 57 58 59',
  '30': '403',
  '31': '68255',
  '32': '67 68 69',
  '33': '60 61 62 63 64',
  '34': '6050 60700 60901 60960',
  '35': '744',
  '36': '50',
  '37': '51 52 53',
  '38': '194',
}
const STATE_OF_PIN = new Map(
  Object.entries(PINS).flatMap(([code, starts]) => starts.split(' ').map((start) => [start, code] as const)),
)

/** The state that a PIN code lies in; null where it has not six digits or is an army post office's. */
export function stateOfPin(pin: string): string | null {
  const digits = readPin(pin)
  if (digits === null) return null
  for (let length = 6; length >= 2; length--) {
    const code = STATE_OF_PIN.get(digits.slice(0, length))
    if (code) return code
  }
  return null
}
