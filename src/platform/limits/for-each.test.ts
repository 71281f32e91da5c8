import { expect, test } from 'vitest'
import { forEachLimited } from './for-each.ts'

test('every item has its turn, and no more are under way than allowed', async () => {
  const done: number[] = []
  let underWay = 0
  let most = 0
  await forEachLimited([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay--
    done.push(item)
  })
  expect([done, most]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('after a failure nothing more begins, and what had begun ends before it throws', async () => {
  const slow = Promise.withResolvers<void>()
  const events: string[] = []
  const all = forEachLimited(['fails', 'slow', 'never'], 2, async (item) => {
    events.push(`${item} begins`)
    if (item === 'fails') throw new Error(item)
    await slow.promise
    events.push(`${item} ends`)
  }).catch((error: Error) => events.push(`${error.message}: thrown`))
  await Promise.resolve()
  slow.resolve()
  await all
  expect(events).toEqual(['fails begins', 'slow begins', 'slow ends', 'fails: thrown'])
})
