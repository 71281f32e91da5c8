import { INDIAN_ZONE } from '../india-time.ts'
import { language, locale } from './t.ts'

/*
 * Days and times as both sites and mails write them, by the clock in India, so that they agree wherever they're read:
 * 3 Dec, Thu, 3 Dec, 3 Dec 2026 and 3 Dec, 5:30 pm (docs/terms.md). A date is an instant, or a day such as 2026-12-03.
 */

/** Hindi has no usual short names of months. */
const dayParts = () => ({ day: 'numeric', month: language() === 'hi' ? 'long' : 'short' }) as const

/** "3 Dec", or null for an invalid date. */
export function shortDay(date: string | null): string | null {
  return formatDay(date, dayParts())
}

/** "Thu, 3 Dec": a day that somebody waits for. Null for an invalid date. */
export function weekDay(date: string | null): string | null {
  return formatDay(date, { weekday: 'short', ...dayParts() })
}

/** "3 Dec 2026", or null for an invalid date. */
export function fullDay(date: string | null): string | null {
  return formatDay(date, { ...dayParts(), year: 'numeric' })
}

/** "3 Dec, 5:30 pm", or null for an invalid date. */
export function dayTime(date: string | null): string | null {
  return formatDay(date, { ...dayParts(), hour: 'numeric', minute: '2-digit' })
}

/** "5:30 pm", or null for an invalid date. */
export function clockTime(date: string | null): string | null {
  return formatDay(date, { timeStyle: 'short' })
}

/** A date in any other form. Null for an invalid one. */
export function formatDay(date: string | null, parts: Intl.DateTimeFormatOptions, inLocale = locale()): string | null {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time)) return null
  return new Intl.DateTimeFormat(inLocale, { ...parts, timeZone: INDIAN_ZONE }).format(time)
}
