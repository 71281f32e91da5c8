import { expect, test } from 'vitest'
import { classOf, codeKey, isOn, stateOn } from './rules.ts'

test('a running offer counts from its first day in India to its last, and has ended after it', () => {
  const weekend = { state: 'running', from: '2026-11-28', to: '2026-11-29' } as const
  const days = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
  expect(days.map((day) => isOn(weekend, day))).toEqual([false, true, true, false])
  expect(days.map((day) => stateOn(weekend, day))).toEqual(['running', 'running', 'running', 'ended'])
  expect(stateOn({ state: 'draft', to: '2026-01-01' }, '2026-11-29')).toBe('draft')
  expect(stateOn({ state: 'stopped', to: '2026-01-01' }, '2026-11-29')).toBe('stopped')
  expect(isOn({ state: 'running' }, '2026-11-29')).toBe(true)
  expect(isOn({ state: 'stopped' }, '2026-11-29')).toBe(false)
})

test('an offer of free delivery is of the class of delivery, whatever it is of', () => {
  expect(classOf({ kind: 'delivery', of: 'products' })).toBe('delivery')
  expect(classOf({ kind: 'buy', of: 'products' })).toBe('products')
})

test.each([
  [' welcome10 ', 'WELCOME10'],
  ['save6789', 'SAVE6789'],
  ['١٦', '16'],
  ['दिवाली१०', 'दिवाली10'],
  ['TAMIL௧௦', 'TAMIL10'],
  ['bangla১০', 'BANGLA10'],
  ['ｗｅｌｃｏｍｅ１０', 'WELCOME10'],
])('the code %j is read as %j', (typed, plain) => {
  expect(codeKey(typed)).toBe(plain)
})
