// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { carrierChoices, lastCarrier, noteCarrier } from './last-carriers.ts'

test('the carrier used last comes first, once, by the name that the shop knows', () => {
  expect(lastCarrier()).toBe('')
  const known = carrierChoices()
  for (const name of ['Ravi on his scooter', ' dtdc ', 'DTDC']) noteCarrier(name)
  expect(lastCarrier()).toBe('DTDC')
  expect(carrierChoices().slice(0, 2)).toEqual(['DTDC', 'Ravi on his scooter'])
  expect(carrierChoices()).toHaveLength(known.length)
  expect(new Set(carrierChoices()).size).toBe(known.length)
})
