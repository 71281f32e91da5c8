import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs, type Job } from './jobs.server.ts'

const lines: { job: string }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
type Context = { log: typeof log }

/** A job whose rounds report the numbers in `due`, then repeat the last one. */
function jobOf(events: string[], name: string, due: readonly unknown[] = [0]): Job<Context> {
  let round = 0
  return {
    name,
    everyMs: 1,
    async run() {
      await sleep(0)
      events.push(name)
      const count = due[Math.min(round, due.length - 1)]
      round += 1
      return count
    },
  }
}

test('a job wakes its rows before the first round, rounds do not overlap, and failures of either stop nothing', async () => {
  const events: string[] = []
  const step = async (name: string) => {
    events.push(`${name} begins`)
    await sleep(30)
    events.push(`${name} ends`)
    throw new Error(name)
  }
  const job: Job<Context> = { name: 'work', everyMs: 1, run: () => step('round'), wakeAll: () => step('start') }
  const jobs = createJobs({ log }, [job])
  jobs.start()
  jobs.start()
  await expect.poll(() => events.length).toBeGreaterThanOrEqual(6)
  await jobs.stop()
  const begun = events.length
  const meanwhile: string[] = []
  const others = createJobs({ log }, [jobOf(meanwhile, 'other')])
  others.start()
  await expect.poll(() => meanwhile.length).toBeGreaterThan(3)
  await others.stop()
  expect(events).toHaveLength(begun)
  expect(events.slice(0, 2)).toEqual(['start begins', 'start ends'])
  expect(events.slice(2).every((event, index) => event === `round ${index % 2 === 0 ? 'begins' : 'ends'}`)).toBe(true)
  expect(new Set(lines.map(({ job }) => job))).toEqual(new Set(['work: start', 'work']))
})

test('a hanging job delays no other job', async () => {
  const events: string[] = []
  const hanging = Promise.withResolvers<void>()
  const jobs = createJobs({ log }, [{ name: 'hangs', everyMs: 1, run: () => hanging.promise }, jobOf(events, 'works')])
  jobs.start()
  await expect.poll(() => events.length).toBeGreaterThan(3)
  hanging.resolve()
  await jobs.stop()
})

test('a tick runs each job in the order of the list, and again at once while something was due', async () => {
  const events: string[] = []
  const jobs = createJobs({ log }, [
    jobOf(events, 'batches', [20, 3, 0]),
    jobOf(events, 'once', [undefined]),
    { name: 'fails', everyMs: 1, run: () => Promise.reject(new Error('fails')) },
    jobOf(events, 'last'),
  ])
  await jobs.tick()
  expect(events).toEqual(['batches', 'batches', 'batches', 'once', 'last'])
})

test('stopping ends a job that always has something due', async () => {
  const events: string[] = []
  const jobs = createJobs({ log }, [jobOf(events, 'endless', [1])])
  jobs.start()
  await expect.poll(() => events.length).toBeGreaterThan(3)
  await jobs.stop()
})
