import { expect, test, vi } from 'vitest'
import { watchPace } from './pace.server.ts'

test('much work that is begun and grows old means that more is too much', () => {
  let time = 0
  const pace = watchPace(() => time)
  const ends = Array.from({ length: 96 }, () => pace.begin())
  expect(pace.isBehind()).toBe(false)
  time = 1500
  expect(pace.isBehind()).toBe(true)
  ends[0]?.()
  expect(pace.isBehind()).toBe(false)
  pace.end()
})

test('a few slow pieces of work send nobody away', () => {
  let time = 0
  const pace = watchPace(() => time)
  for (let count = 0; count < 20; count++) pace.begin()
  time = 60_000
  expect(pace.isBehind()).toBe(false)
  pace.end()
})

test('one long pause is no overload; long turns one after the other are', () => {
  vi.useFakeTimers()
  let time = 0
  const pace = watchPace(() => time)
  const turn = (ms: number) => {
    time += ms
    vi.advanceTimersByTime(50)
  }
  turn(5000)
  turn(50)
  time += 200
  expect(pace.isBehind()).toBe(false)
  for (let count = 0; count < 3; count++) turn(400)
  expect(pace.isBehind()).toBe(false)
  time += 150
  expect(pace.isBehind()).toBe(true)
  turn(50)
  expect(pace.isBehind()).toBe(false)
  pace.end()
  vi.useRealTimers()
})
