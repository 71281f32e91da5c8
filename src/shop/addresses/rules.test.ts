import { expect, test } from 'vitest'
import { addressLine, deliveryProblems, EMPTY_ADDRESS, PHONE } from './rules.ts'

test('formats an address on one line, without its empty parts', () => {
  const address = {
    ...EMPTY_ADDRESS,
    streetAddress: '12 Hill Road',
    townCity: 'Mumbai',
    state: 'Maharashtra',
    zipCode: '400050',
  }
  expect(addressLine(address)).toBe('12 Hill Road, Mumbai, Maharashtra 400050, India')
  expect(addressLine({ ...address, streetAddress: '', state: '', zipCode: '' })).toBe('Mumbai, India')
})

test('accepts phone numbers as people write them', () => {
  for (const phone of ['', '+91 98765 43210', '(022) 2640-0000']) expect(PHONE.test(phone)).toBe(true)
  for (const phone of ['call me', '98765;drop', '<b>']) expect(PHONE.test(phone)).toBe(false)
})

test('names the fields that a delivery address still lacks', () => {
  const home = {
    ...EMPTY_ADDRESS,
    firstName: 'Asha',
    phoneNumber: '+91 98765 43210',
    streetAddress: '12 Hill Road',
    townCity: 'Mumbai',
    zipCode: '400 050',
  }
  const lacking = (part: Partial<typeof home>) => Object.keys(deliveryProblems({ ...home, ...part }))
  expect(lacking({})).toEqual([])
  expect(Object.keys(deliveryProblems(EMPTY_ADDRESS))).toEqual([
    'firstName',
    'phoneNumber',
    'zipCode',
    'streetAddress',
    'townCity',
  ])
  expect(lacking({ firstName: ' ', lastName: 'Kale' })).toEqual([])
  for (const phoneNumber of ['12345', '98765 4321', '+1 212 555 0100', '00000 00000'])
    expect(lacking({ phoneNumber })).toEqual(['phoneNumber'])
  for (const phoneNumber of ['(022) 2640-0000', '09876543210', '919876543210'])
    expect(lacking({ phoneNumber })).toEqual([])
  for (const phoneNumber of ['\u202a+91\u00a098765\u00a043210\u202c', '98765\u201143210', '९८७६५ ४३२१०'])
    expect(lacking({ phoneNumber })).toEqual([])
  for (const zipCode of ['400\u00a0050', '\u200e400050', '४०००५०']) expect(lacking({ zipCode })).toEqual([])
  for (const invisible of ['\u200b', '\u2800', '\u200d\u00ad'])
    expect(lacking({ firstName: invisible, townCity: invisible })).toEqual(['firstName', 'townCity'])
  for (const zipCode of ['0123', '040005', '4000501', 'abcdef']) expect(lacking({ zipCode })).toEqual(['zipCode'])
  expect(lacking({ country: 'USA' as 'India', phoneNumber: '(212) 555-0100', zipCode: '' })).toEqual([])
})
