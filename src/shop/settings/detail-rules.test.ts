import { expect, test } from 'vitest'
import {
  cityOf,
  cityProblem,
  gstinCheckCharacter,
  gstinProblem,
  gstinStateProblem,
  phoneProblem,
  pinOf,
  postalAddressProblem,
} from './detail-rules.ts'

test.each(['27AAPFU0939F1ZV', '29AAPFU0939F1ZR', '07AAGFF2194N1Z1', ''])('the GSTIN %s is right', (gstin) => {
  expect(gstinProblem(gstin)).toBeNull()
})

test('a GSTIN with any one character mistyped, or of no state, has a problem', () => {
  const gstin = '27AAPFU0939F1ZV'
  for (let at = 2; at < 15; at++) {
    const other = gstin[at] === '4' ? '5' : '4'
    expect(gstinProblem(gstin.slice(0, at) + other + gstin.slice(at + 1)), String(at)).not.toBeNull()
  }
  const start = '45AAPFU0939F1Z'
  expect(gstinProblem(start + gstinCheckCharacter(start))).toContain('no state’s code')
})

test('a GSTIN belongs to the state of its first two digits', () => {
  expect(gstinStateProblem('27AAPFU0939F1ZV', 'MH')).toBeNull()
  expect(gstinStateProblem('27AAPFU0939F1ZV', '')).toBeNull()
  expect(gstinStateProblem('', 'Rajasthan')).toBeNull()
  expect(gstinStateProblem('27AAPFU0939F1ZV', 'Rajasthan')).toBe(
    'The GSTIN begins with 27, which is Maharashtra, but the state that GST is charged from is Rajasthan. Change the wrong one, or both at once.',
  )
})

test('phone numbers as people write them are right', () => {
  for (const phone of ['+91 141 000 0000', '98765 43210', '(0141) 400-0000', '1800 123 4567', '+44 20 7946 0958'])
    expect(phoneProblem(phone), phone).toBeNull()
  for (const phone of ['98290', '12', '+91 1', '+91 98765 4321', 'call me', '29AAAAA0000A1Z0', '1234567890123456'])
    expect(phoneProblem(phone), phone).not.toBeNull()
})

test('an address has its PIN code, and its city before it', () => {
  expect(pinOf('5 Johari Bazaar, Jaipur 302 001, Rajasthan')).toBe('302001')
  expect(cityOf('5 Johari Bazaar, Jaipur 302 001, Rajasthan')).toBe('Jaipur')
  for (const address of ['29AAAAA0000A1Z0', '12 Hill Road', '12 Hill Road, Jaipur 30200', 'Jaipur 3020011'])
    expect(postalAddressProblem(address), address).not.toBeNull()
})

test('a street isn’t a city', () => {
  for (const city of ['', 'Jaipur', 'New Delhi', 'Thiruvananthapuram (TVM)', 'जयपुर'])
    expect(cityProblem(city), city).toBeNull()
  expect(cityProblem('12 Hill Road')).not.toBeNull()
})
