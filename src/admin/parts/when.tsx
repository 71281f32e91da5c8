import { INDIAN_ZONE, indianDay, readableTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'

/** A moment by the clock in India: "today, 10:30", "29 Mar, 10:30", or with the year if that isn't this one. The exact time is its tooltip. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={t('{time} (IST)', { time: readableTime(at) })} className="whitespace-nowrap">
      {whenText(at)}
    </time>
  )
}

/** The words of a moment. `now`: the time to compare it with. */
export function whenText(at: string, now = new Date()): string {
  const moment = new Date(at)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: INDIAN_ZONE } as const
  const time = new Intl.DateTimeFormat('en-IN', clock).format(moment)
  const day = indianDay(moment)
  const days = Math.round((Date.parse(indianDay(now)) - Date.parse(day)) / 86_400_000)
  if (days === 0) return t('today, {time}', { time })
  if (days === 1) return t('yesterday, {time}', { time })
  if (days === -1) return t('tomorrow, {time}', { time })
  return `${dayText(day, now)}, ${time}`
}

/** A day in India, such as 2026-11-26: "26 Nov", or "26 Nov 2025" in another year. `now`: the time to compare it with. */
export function dayText(day: string, now = new Date()): string {
  const year = day.startsWith(indianDay(now).slice(0, 4)) ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
