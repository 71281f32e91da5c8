import { readPin } from './pin-rules.ts'

/**
 * States by their GST codes. `names`: the name in addresses, the abbreviation (of number plates), and other names. `pins`: the
 * first digits of their PIN codes (India Post); the longest match counts, and where a prefix covers two states it is the larger one's.
 */
const STATES: Readonly<Record<string, { pins: string; names: readonly string[] }>> = {
  '01': { pins: '18 19', names: ['Jammu and Kashmir', 'JK'] },
  '02': { pins: '17', names: ['Himachal Pradesh', 'HP'] },
  '03': { pins: '14 15', names: ['Punjab', 'PB'] },
  '04': { pins: '160', names: ['Chandigarh', 'CH'] },
  '05': { pins: '246 248 249 263', names: ['Uttarakhand', 'UK', 'Uttaranchal'] },
  '06': { pins: '12 13', names: ['Haryana', 'HR'] },
  '07': { pins: '11', names: ['Delhi', 'DL', 'New Delhi', 'NCT of Delhi'] },
  '08': { pins: '30 31 32 33 34', names: ['Rajasthan', 'RJ'] },
  '09': { pins: '20 21 22 23 24 25 26 27 28', names: ['Uttar Pradesh', 'UP'] },
  '10': { pins: '80 81 84 85', names: ['Bihar', 'BR'] },
  '11': { pins: '737', names: ['Sikkim', 'SK'] },
  '12': { pins: '790 791 792', names: ['Arunachal Pradesh', 'AR'] },
  '13': { pins: '797 798', names: ['Nagaland', 'NL'] },
  '14': { pins: '795', names: ['Manipur', 'MN'] },
  '15': { pins: '796', names: ['Mizoram', 'MZ'] },
  '16': { pins: '799', names: ['Tripura', 'TR'] },
  '17': { pins: '793 794', names: ['Meghalaya', 'ML'] },
  '18': { pins: '78', names: ['Assam', 'AS'] },
  '19': { pins: '70 71 72 73 74', names: ['West Bengal', 'WB'] },
  '20': { pins: '814 815 816 82 83', names: ['Jharkhand', 'JH'] },
  '21': { pins: '75 76 77', names: ['Odisha', 'OD', 'Orissa'] },
  '22': { pins: '49', names: ['Chhattisgarh', 'CG', 'Chattisgarh'] },
  '23': { pins: '45 46 47 48', names: ['Madhya Pradesh', 'MP'] },
  '24': { pins: '36 37 38 39', names: ['Gujarat', 'GJ'] },
  '26': {
    pins: '3962 3961 362520 362540 362570',
    names: ['Dadra and Nagar Haveli and Daman and Diu', 'DD', 'Daman and Diu', 'Dadra and Nagar Haveli'],
  },
  '27': { pins: '40 41 42 43 44', names: ['Maharashtra', 'MH'] },
  '29': { pins: '56 57 58 59', names: ['Karnataka', 'KA'] },
  '30': { pins: '403', names: ['Goa', 'GA'] },
  '31': { pins: '68255', names: ['Lakshadweep', 'LD'] },
  '32': { pins: '67 68 69', names: ['Kerala', 'KL'] },
  '33': { pins: '60 61 62 63 64', names: ['Tamil Nadu', 'TN', 'Tamilnadu'] },
  '34': { pins: '6050 60700 60901 60960', names: ['Puducherry', 'PY', 'Pondicherry'] },
  '35': { pins: '744', names: ['Andaman and Nicobar Islands', 'AN', 'Andaman and Nicobar'] },
  '36': { pins: '50', names: ['Telangana', 'TS', 'TG'] },
  '37': { pins: '51 52 53', names: ['Andhra Pradesh', 'AP'] },
  '38': { pins: '194', names: ['Ladakh', 'LA'] },
}

/** GST's code for places outside India. */
export const ABROAD = '96'

const CODES = new Map(
  Object.entries(STATES).flatMap(([code, { names }]) =>
    [code, ...names].map((name) => [plainName(name), code] as const),
  ),
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

/** The name of a state by its code; empty for an unknown code. */
export function stateName(code: string): string {
  return code === ABROAD ? 'Other country' : (STATES[code]?.names[0] ?? '')
}

/** Union territories without a legislature: there the second half of the tax is UTGST (UTGST Act, 2017). */
export function isUnionTerritory(code: string): boolean {
  return ['04', '26', '31', '35', '38'].includes(code)
}

const STATE_OF_PIN = new Map(
  Object.entries(STATES).flatMap(([code, { pins }]) => pins.split(' ').map((start) => [start, code] as const)),
)

/** The code of the state that a PIN lies in; null for what is no PIN, and for the army's post offices. */
export function stateOfPin(pin: string): string | null {
  const digits = readPin(pin)
  if (digits === null) return null
  for (let length = 6; length >= 2; length--) {
    const code = STATE_OF_PIN.get(digits.slice(0, length))
    if (code) return code
  }
  return null
}
