import { expect, test } from 'vitest'
import { createFairQueue, type QueueLimits, type Release } from './fair-queue.server.ts'

const LIMITS: QueueLimits = { running: 2, runningPerClient: 1, waiting: 6, waitingPerClient: 4 }

/** Acquires slots, and notes which tasks have started or were dropped. */
function open(limits: Partial<QueueLimits> = {}) {
  const queue = createFairQueue({ ...LIMITS, ...limits })
  const started: string[] = []
  const dropped: string[] = []
  const releases = new Map<string, Release>()
  /** `name` is the client and a number: `a1`. */
  const ask = (...names: string[]) => {
    for (const name of names)
      void queue.acquire(name.slice(0, 1)).then((release) => {
        if (release) releases.set(name, release)
        ;(release ? started : dropped).push(name)
      })
  }
  const end = (name: string) => releases.get(name)?.()
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, end, settle, started, dropped }
}

test('waiting clients take turns, however many tasks one has', async () => {
  const { ask, end, settle, started, dropped } = open({ running: 1 })
  ask('a1', 'a2', 'a3', 'b1', 'c1', 'b2')
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
    await settle()
    expect(started.at(-1)).toBe(name)
    end(name)
  }
  await settle()
  expect([started, dropped]).toEqual([['a1', 'a2', 'b1', 'c1', 'a3', 'b2'], []])
})

test('one client never has all slots', async () => {
  const { ask, end, settle, started } = open()
  ask('a1', 'a2', 'a3')
  await settle()
  expect(started).toEqual(['a1'])
  ask('b1')
  await settle()
  expect(started).toEqual(['a1', 'b1'])
  end('a1')
  end('a1')
  await settle()
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('a client with too many waiting tasks loses only its own', async () => {
  const { ask, settle, dropped } = open()
  ask('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2')
  await settle()
  expect(dropped).toEqual(['a6'])
})

test('in a full queue the longest line loses its last task to a shorter one', async () => {
  const { ask, end, settle, started, dropped } = open({ running: 1 })
  ask('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2')
  await settle()
  expect(dropped).toEqual([])
  ask('c1')
  await settle()
  expect(dropped).toEqual(['a5'])
  ask('a6')
  await settle()
  expect(dropped).toEqual(['a5', 'a6'])
  for (const name of ['a1', 'a2', 'b1', 'c1']) {
    end(name)
    await settle()
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

/** Runs a test with a clock that it sets. */
async function withClock(run: (clock: { now: number }) => Promise<void>): Promise<void> {
  const clock = { now: 0 }
  const { now } = performance
  performance.now = () => clock.now
  try {
    await run(clock)
  } finally {
    performance.now = now
  }
}

test('a client that is alone has most of the capacity, until another comes', () =>
  withClock(async (clock) => {
    const { ask, end, settle, started, dropped } = open({
      running: 8,
      runningPerClient: 2,
      waiting: 6,
      waitingPerClient: 2,
    })
    ask('a0')
    clock.now = 2000
    ask(...Array.from({ length: 13 }, (_, index) => `a${index + 1}`))
    await settle()
    // Six run, six wait, and two find no room.
    expect([started.length, dropped.length]).toEqual([6, 2])
    ask('b0', 'b1', 'b2')
    await settle()
    expect(started.filter((name) => name.startsWith('b'))).toEqual(['b0', 'b1'])
    for (const name of started.filter((one) => one.startsWith('a')).slice(0, 4)) end(name)
    await settle()
    expect(started).toHaveLength(8)
    clock.now = 4000
    end('b0')
    await settle()
    expect(started.at(-1)).toMatch(/^[ab]/)
    expect(started.length).toBeGreaterThan(8)
  }))

test('a task that waited too long is dropped, unless the queue is short', () =>
  withClock(async (clock) => {
    const { ask, end, settle, started, dropped } = open({ running: 1, waiting: 512, waitingPerClient: 512 })
    ask(...Array.from({ length: 101 }, (_, index) => `a${index}`))
    await settle()
    clock.now = 2000
    end('a0')
    await settle()
    expect([started, dropped.length]).toEqual([['a0', 'a37'], 36])
  }))
