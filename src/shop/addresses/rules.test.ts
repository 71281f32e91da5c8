import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressLine, becomesDefault, EMPTY_ADDRESS, PHONE } from './rules.ts'

describe('becomesDefault', () => {
  it('keeps exactly one default through any series of additions and changes', () => {
    const step = fc.record({ at: fc.nat(10), asked: fc.option(fc.boolean(), { nil: undefined }), add: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const list: boolean[] = []
        for (const { at, asked, add } of steps) {
          const index = add || list.length === 0 ? list.push(false) - 1 : at % list.length
          const chosen = becomesDefault(asked, { isDefault: list[index] === true, others: list.length - 1 })
          if (chosen) list.fill(false)
          list[index] = chosen
          expect(list.filter(Boolean)).toHaveLength(1)
        }
      }),
    )
  })
})

it('writes an address on one line, without its empty parts', () => {
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

it('takes phone numbers as people write them', () => {
  for (const phone of ['', '+91 98765 43210', '(022) 2640-0000']) expect(PHONE.test(phone)).toBe(true)
  for (const phone of ['call me', '98765;drop', '<b>']) expect(PHONE.test(phone)).toBe(false)
})
