import { expect, it } from 'vitest'
import { addressLine, EMPTY_ADDRESS, PHONE } from './rules.ts'

it('formats an address on one line, without its empty parts', () => {
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

it('accepts phone numbers as people write them', () => {
  for (const phone of ['', '+91 98765 43210', '(022) 2640-0000']) expect(PHONE.test(phone)).toBe(true)
  for (const phone of ['call me', '98765;drop', '<b>']) expect(PHONE.test(phone)).toBe(false)
})
