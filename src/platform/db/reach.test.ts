import { expect, test } from 'vitest'
import { createReach } from './reach.server.ts'

function atTime() {
  let time = 0
  return { reach: createReach(() => time), pass: (ms: number) => (time += ms) }
}

test('a connection that is late while the server answers others changes nothing', () => {
  const { reach, pass } = atTime()
  pass(60_000)
  reach.heard()
  pass(1500)
  reach.lost()
  expect(reach.mayAsk()).toBe(true)
})

test('while the server is away one query a second sets out, and its answer lets everybody in again', () => {
  const { reach, pass } = atTime()
  pass(3000)
  reach.lost()
  expect(reach.mayAsk()).toBe(false)
  pass(1000)
  expect([reach.mayAsk(), reach.mayAsk()]).toEqual([true, false])
  reach.lost()
  pass(1000)
  expect([reach.mayAsk(), reach.mayAsk()]).toEqual([true, false])
  reach.heard()
  expect([reach.mayAsk(), reach.mayAsk()]).toEqual([true, true])
})
