import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first is passed on at once, those of the next 50 ms together and once each', () => {
  const passed: (readonly string[])[] = []
  const change = gather<string>(50, (keys) => void passed.push(keys))
  change(['tee'])
  expect(passed).toEqual([['tee']])
  for (const keys of [['tee'], ['tote', 'tee'], ['tote']]) change(keys)
  vi.advanceTimersByTime(49)
  expect(passed).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(passed).toEqual([['tee'], ['tee', 'tote']])
})

test('in a rush they’re passed on once in 50 ms, and none is lost', () => {
  const passed: (readonly number[])[] = []
  const change = gather<number>(50, (keys) => void passed.push(keys))
  for (let n = 0; n < 500; n++) {
    change([n])
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(50)
  expect(passed).toHaveLength(11)
  expect(passed.flat()).toEqual(Array.from({ length: 500 }, (_, n) => n))
})

test('after a pause the next is passed on at once again', () => {
  const passed: (readonly string[])[] = []
  const change = gather<string>(50, (keys) => void passed.push(keys))
  change(['tee'])
  vi.advanceTimersByTime(50)
  change(['tote'])
  expect(passed).toEqual([['tee'], ['tote']])
})
