/** India has one time zone without daylight saving time, five and a half hours ahead of UTC. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** For `Intl` and PostgreSQL. */
export const INDIAN_ZONE = 'Asia/Kolkata'

/** An instant shifted so that its UTC fields are those of the clock in India; whole `days` later. */
export function toIndianTime(instant: Date, days = 0): Date {
  return new Date(instant.getTime() + OFFSET_MS + days * DAY_MS)
}

/** The day of an instant in India, as 2026-11-26. */
export function indianDay(instant: Date): string {
  return toIndianTime(instant).toISOString().slice(0, 10)
}

/** The hour of an instant in India, 0 to 23. */
export function indianHour(instant: Date): number {
  return toIndianTime(instant).getUTCHours()
}

/** An instant by the clock in India, as 2026-11-26 15:30:09, which spreadsheets read as a time. */
export function indianTimestamp(instant: Date): string {
  return toIndianTime(instant).toISOString().slice(0, 19).replace('T', ' ')
}

/** An instant for people, by the clock in India: 21 Nov 2026, 10:30. */
export function readableTime(instant: Date | string): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-IN', { ...parts, hourCycle: 'h23', timeZone: INDIAN_ZONE }).format(
    new Date(instant),
  )
}

/** What a written time means: a moment, twice, or a whole day from its first moment to that of the next day. */
export interface WrittenTime {
  from: Date
  to: Date
}

const WRITTEN =
  /^(?<day>(?:19|2\d)\d\d-\d\d-\d\d)(?:[T ]+(?<hour>\d?\d):(?<rest>\d\d(?::\d\d(?:\.\d+)?)?) ?(?<zone>Z|IST|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Parses a day (2026-11-26), which is a whole day in India, or a time (2026-11-26 15:30, with T or a space), which is
 * India's unless it has a zone. The zone of the machine never counts. Null for other text and for days that don't
 * exist.
 */
export function parseIndianTime(text: string): WrittenTime | null {
  const { day = '', hour, rest = '', zone = '+05:30' } = WRITTEN.exec(text.trim())?.groups ?? {}
  // Date.parse takes 31 November for 1 December.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  const start = midnight - OFFSET_MS
  if (hour === undefined) return { from: new Date(start), to: new Date(start + DAY_MS) }
  const offset = zone
    .toUpperCase()
    .replace('IST', '+05:30')
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const moment = Date.parse(`${day}T${hour.padStart(2, '0')}:${rest}${offset}`)
  return Number.isNaN(moment) ? null : { from: new Date(moment), to: new Date(moment) }
}
