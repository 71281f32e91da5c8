import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work of one key happens in turn, of two keys at once, and a failure stops nobody', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`)
      await sleep(5)
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const [a, b, c] = await Promise.allSettled([
    inTurn('one', work('a', true)),
    inTurn('one', work('b')),
    inTurn('two', work('c')),
  ])
  expect(a).toMatchObject({ status: 'rejected', reason: { message: 'a' } })
  expect([b, c]).toMatchObject([{ value: 'b' }, { value: 'c' }])
  expect(seen.indexOf('b begins')).toBeGreaterThan(seen.indexOf('a ends'))
  expect(seen.indexOf('c begins')).toBeLessThan(seen.indexOf('a ends'))
})
