import { INDIAN_ZONE, indianDay, readableTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'

/** A moment by the clock in India: "today 10:30", "yesterday 10:30", or its date. The exact time is its tooltip. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={t('{time}, Indian time', { time: readableTime(at) })}>
      {whenText(at, new Date())}
    </time>
  )
}

/** The words of a moment. `now`: the time to compare it with. */
export function whenText(at: string, now: Date): string {
  const moment = new Date(at)
  const time = new Intl.DateTimeFormat('en-IN', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: INDIAN_ZONE,
  }).format(moment)
  const days = Math.round((Date.parse(indianDay(now)) - Date.parse(indianDay(moment))) / 86_400_000)
  if (days === 0) return t('today {time}', { time })
  if (days === 1) return t('yesterday {time}', { time })
  return readableTime(moment)
}
