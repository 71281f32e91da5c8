import { expect, test } from 'vitest'
import { createWriteGate } from './write-gate.server.ts'

function open(max = 16) {
  let time = 0
  const gate = createWriteGate(max, () => time)
  const begin = (count: number) => Array.from({ length: count }, () => gate.begin())
  const pass = (ms: number) => {
    time += ms
  }
  return { gate, begin, pass }
}

test('half of the connections are left to reads while commits hang', () => {
  const { gate, begin, pass } = open()
  const ends = begin(8)
  expect(gate.allows()).toBe(true)
  pass(2_500)
  expect(gate.allows()).toBe(false)
  ends[0]?.()
  expect(gate.allows()).toBe(true)
})

test('writes that wait for each other go on as long as some are committed', () => {
  const { gate, begin, pass } = open()
  begin(12)
  pass(2_500)
  expect(gate.allows()).toBe(false)
  gate.committed()
  expect(gate.allows()).toBe(true)
  pass(2_500)
  expect(gate.allows()).toBe(false)
})

test('after a quiet time a burst of writes begins', () => {
  const { gate, begin, pass } = open()
  pass(60_000)
  begin(16)
  pass(500)
  expect(gate.allows()).toBe(true)
})

test('a small pool has no reads to leave room to', () => {
  const { gate, begin, pass } = open(2)
  begin(2)
  pass(60_000)
  expect(gate.allows()).toBe(true)
})
