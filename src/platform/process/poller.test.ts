import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createPoller } from './poller.server.ts'

const lines: { job: string }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })

test('onStart ends before the first round, rounds do not overlap, and failures of either stop nothing', async () => {
  const events: string[] = []
  const step = async (name: string) => {
    events.push(`${name} begins`)
    await sleep(30)
    events.push(`${name} ends`)
    throw new Error(name)
  }
  const poller = createPoller({
    log,
    name: 'work',
    everyMs: 1,
    tick: () => step('round'),
    onStart: () => step('start'),
  })
  poller.start()
  poller.start()
  await vi.waitUntil(() => events.length >= 6)
  await poller.stop()
  const begun = events.length
  await sleep(20)
  expect(events).toHaveLength(begun)
  expect(events.slice(0, 2)).toEqual(['start begins', 'start ends'])
  expect(events.slice(2).every((event, index) => event === `round ${index % 2 === 0 ? 'begins' : 'ends'}`)).toBe(true)
  expect(new Set(lines.map(({ job }) => job))).toEqual(new Set(['work: start', 'work']))
})
