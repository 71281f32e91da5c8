import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('tasks of one key run in order, of two keys at once, and a failure stops none of them', async () => {
  const runExclusive = createKeyedMutex()
  const events: string[] = []
  const task =
    (name: string, fails = false) =>
    async () => {
      events.push(`${name} begins`)
      await sleep(5)
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const [a, b, c] = await Promise.allSettled([
    runExclusive('one', task('a', true)),
    runExclusive('one', task('b')),
    runExclusive('two', task('c')),
  ])
  expect(a).toMatchObject({ status: 'rejected', reason: { message: 'a' } })
  expect([b, c]).toMatchObject([{ value: 'b' }, { value: 'c' }])
  expect(events.indexOf('b begins')).toBeGreaterThan(events.indexOf('a ends'))
  expect(events.indexOf('c begins')).toBeLessThan(events.indexOf('a ends'))
})
