import { describe, expect, test } from 'vitest'
import { parseIndianTime } from '#platform/india-time.ts'
import { exchangeUntil, isExchangeOpen, nextStatus, pastExchangeEnd, stageMoment, stageProblem } from './rules.ts'

describe('stages', () => {
  test('follow in order and end with the delivery', () => {
    expect(nextStatus('ordered')).toBe('packaging')
    expect(nextStatus('packaging')).toBe('ontheway')
    expect(nextStatus('ontheway')).toBe('delivered')
    expect(nextStatus('delivered')).toBeNull()
  })
})

describe('a stage dated by staff', () => {
  const since = new Date('2026-11-24T09:00:00Z')
  const now = new Date('2026-11-26T06:00:00Z')
  const limits = { since, now, exchangeDays: 7 }
  const moment = (text: string, status: 'ontheway' | 'delivered') => {
    const written = parseIndianTime(text)
    const at = written && stageMoment(written, status, limits)
    return at && (stageProblem(at, limits) ?? at.toISOString())
  }

  test('on a day that it can have happened on is as late as it can be if delivered, else as early', () => {
    expect(moment('2026-11-24', 'ontheway')).toBe('2026-11-24T09:00:00.000Z')
    expect(moment('2026-11-25', 'ontheway')).toBe('2026-11-24T18:30:00.000Z')
    expect(moment('2026-11-24', 'delivered')).toBe('2026-11-24T18:29:59.999Z')
    expect(moment('2026-11-26', 'delivered')).toBe(now.toISOString())
    expect(moment('2026-11-25 10:00', 'delivered')).toBe('2026-11-25T04:30:00.000Z')
  })

  test.each(['ontheway', 'delivered'] as const)(
    'is neither in the future nor before the stage before: %s',
    (status) => {
      expect(moment('2026-11-27', status)).toBe('27 Nov 2026, 00:00 (in India) is in the future.')
      expect(moment('2026-11-26 11:31', status)).toBe('26 Nov 2026, 11:31 (in India) is in the future.')
      expect(moment('2026-11-23', status)).toContain('is too early: the stage before was on 24 Nov 2026, 14:30.')
      expect(moment('2026-11-24 14:29', status)).toContain('is too early')
    },
  )

  test('may be so long ago that the exchange days are over', () => {
    const old = new Date(now.getTime() - 8 * 24 * 60 * 60 * 1000)
    expect(pastExchangeEnd(old, limits)?.toISOString()).toBe('2026-11-25T06:00:00.000Z')
    expect(pastExchangeEnd(since, limits)).toBeNull()
    expect(pastExchangeEnd(old, { ...limits, exchangeDays: 0 })).toBeNull()
  })
})

describe('the exchange window', () => {
  const delivered = new Date('2026-11-21T10:00:00Z')

  test('is open for seven days to the millisecond', () => {
    const last = exchangeUntil(delivered, 7)
    expect(last.toISOString()).toBe('2026-11-28T10:00:00.000Z')
    expect(isExchangeOpen(delivered, last, 7)).toBe(true)
    expect(isExchangeOpen(delivered, new Date(last.getTime() + 1), 7)).toBe(false)
  })
})
