import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readAhead, runAhead } from './read-ahead.ts'

test('results come in their order, eight reads at a time', async () => {
  let [running, most] = [0, 0]
  const read = async (item: number) => {
    most = Math.max(most, ++running)
    for (let turns = (item * 7) % 5; turns >= 0; turns--) await turn()
    running--
    return item * 2
  }
  const items = Array.from({ length: 30 }, (_, index) => index)
  const found: number[] = []
  for await (const result of readAhead(items, read)) found.push(result)
  expect(found).toEqual(items.map((item) => item * 2))
  expect(most).toBe(8)
})

test('a failed task fails the end, which waits for the others', async () => {
  const tasks = runAhead()
  let ended = 0
  await tasks.add(() => Promise.reject(new Error('no room')))
  await tasks.add(async () => {
    await turn()
    ended++
  })
  await expect(tasks.end()).rejects.toThrow('no room')
  expect(ended).toBe(1)
  await tasks.end()
})
