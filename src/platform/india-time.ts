/** India has one time zone without daylight saving time, five and a half hours ahead of UTC. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000

/** For `Intl` and PostgreSQL. */
export const INDIAN_ZONE = 'Asia/Kolkata'

/** An instant shifted so that its UTC fields are those of the clock in India; whole `days` later. */
export function toIndianTime(instant: Date, days = 0): Date {
  return new Date(instant.getTime() + OFFSET_MS + days * 24 * 60 * 60 * 1000)
}

/** The day of an instant in India, as 2026-11-26. */
export function indianDay(instant: Date): string {
  return toIndianTime(instant).toISOString().slice(0, 10)
}

/** The hour of an instant in India, 0 to 23. */
export function indianHour(instant: Date): number {
  return toIndianTime(instant).getUTCHours()
}
