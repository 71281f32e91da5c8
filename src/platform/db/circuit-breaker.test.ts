import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.server.ts'

function createWithClock() {
  let time = 0
  return { breaker: createCircuitBreaker(() => time), advance: (ms: number) => (time += ms) }
}

test('a timeout while the server responds to other queries does not open the circuit', () => {
  const { breaker, advance } = createWithClock()
  advance(60_000)
  breaker.responded()
  advance(1500)
  breaker.timedOut()
  expect(breaker.allows()).toBe(true)
})

test('an open circuit allows one attempt a second, and a response closes it', () => {
  const { breaker, advance } = createWithClock()
  advance(3000)
  breaker.timedOut()
  expect(breaker.allows()).toBe(false)
  advance(1000)
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  breaker.timedOut()
  advance(1000)
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  breaker.responded()
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true])
})
