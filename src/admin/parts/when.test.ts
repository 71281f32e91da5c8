import { expect, test } from 'vitest'
import { whenText } from './when.tsx'

/** 23:59 of 31 March in India, which is another day in Auckland and in Los Angeles. */
const NOW = new Date('2026-03-31T18:29:00Z')

test.each([
  ['2026-03-31T18:28:59Z', 'today, 23:58'],
  ['2026-03-30T18:30:00Z', 'today, 00:00'],
  ['2026-03-30T18:29:59Z', 'yesterday, 23:59'],
  ['2026-03-29T18:30:00Z', 'yesterday, 00:00'],
  ['2026-03-29T18:29:59Z', '29 Mar, 23:59'],
  ['2026-03-31T18:30:00Z', 'tomorrow, 00:00'],
  ['2026-04-01T18:30:00Z', '2 Apr, 00:00'],
  ['2025-12-31T18:29:59Z', '31 Dec 2025, 23:59'],
  ['2025-12-31T18:30:00Z', '1 Jan, 00:00'],
])('%s is %s by the days of India, whatever the zone of the machine', (at, text) => {
  const zone = process.env.TZ
  try {
    for (const name of ['Pacific/Auckland', 'America/Los_Angeles']) {
      process.env.TZ = name
      expect(whenText(at, NOW)).toBe(text)
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
