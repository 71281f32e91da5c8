import { afterEach, expect, test, vi } from 'vitest'
import { createAhead } from './ahead.ts'

afterEach(() => vi.unstubAllGlobals())

/** A store whose clock the test moves, and what was fetched and given up. */
function scene(most = 2) {
  const clock = { now: 0 }
  const fetched: string[] = []
  const stopped: string[] = []
  const ahead = createAhead<string>({ keepMs: 30_000, most, now: () => clock.now })
  const prepare = (key: string) =>
    ahead.prepare(key, (signal) => {
      fetched.push(key)
      signal.addEventListener('abort', () => stopped.push(key))
      return Promise.resolve(`${key}!`)
    })
  return { ahead, prepare, clock, fetched, stopped }
}

test('what was prepared is handed out once, and fetched once', async () => {
  const { ahead, prepare, fetched } = scene()
  prepare('tee')
  prepare('tee')
  expect(fetched).toEqual(['tee'])
  expect(await ahead.take('tee')).toBe('tee!')
  expect(ahead.take('tee')).toBeNull()
  expect(ahead.take('hoodie')).toBeNull()
})

test('what is too old is not handed out, but fetched again', async () => {
  const { ahead, prepare, clock, fetched } = scene()
  prepare('tee')
  clock.now = 30_000
  expect(ahead.take('tee')).toBeNull()
  prepare('tee')
  clock.now = 60_000
  prepare('tee')
  clock.now = 60_001
  expect(await ahead.take('tee')).toBe('tee!')
  expect(fetched).toEqual(['tee', 'tee', 'tee'])
})

test('the oldest makes room, and all is given up on demand', () => {
  const { ahead, prepare, stopped } = scene()
  for (const key of ['a', 'b', 'c']) prepare(key)
  expect(stopped).toEqual(['a'])
  expect(ahead.take('a')).toBeNull()
  ahead.drop()
  expect(stopped).toEqual(['a', 'b', 'c'])
  expect(ahead.take('c')).toBeNull()
})

test('nothing is fetched ahead for who saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const { ahead, prepare, fetched } = scene()
  prepare('tee')
  expect(fetched).toEqual([])
  expect(ahead.take('tee')).toBeNull()
})
