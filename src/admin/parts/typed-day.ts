import { INDIAN_ZONE } from '#platform/india-time.ts'

const DAY_MS = 86_400_000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const NEAR: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }

interface Options {
  /** The day in India, as 2026-11-29. */
  today: string
  /** A day without a year lies behind, as in a report; else it's the nearest one. */
  isPast?: boolean
}

/**
 * A day as people write it, such as 30 Oct 2026, 30/10, Oct 30, tomorrow, fri or 2026-10-30, as 2026-10-30. The day stands before the
 * month. Null for anything else, and for days that don't exist.
 */
export function parseDay(text: string, { today, isPast = false }: Options): string | null {
  const words = text.trim().toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' ')
  const near = NEAR[words]
  if (near !== undefined) return moved(today, near)
  const weekday = WEEKDAYS.findIndex((name) => [name, name.slice(0, 3), `next ${name}`].includes(words))
  if (weekday >= 0) return nextWeekday(weekday, today, isPast)
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(words)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  // Of "Thu, 3 Dec" the weekday only repeats the day.
  const plain = words.replace(/^(sun|mon|tue|wed|thu|fri|sat)[a-z]* (?=.)/, '')
  const digits = /^(\d\d?)[/. -](\d\d?)(?:[/. -](\d\d|\d{4}))?\.?$/.exec(plain)
  if (digits) return withYear(digits[1], digits[2], digits[3], today, isPast)
  const named =
    /^(?<day>\d\d?)(?:st|nd|rd|th)?[ -]?(?<month>[a-z]{3,9})\.?[ -]?(?<year>\d\d|\d{4})?$/.exec(plain) ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d\d?)(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(plain)
  const { day, month = '', year } = named?.groups ?? {}
  const number = MONTHS.indexOf(month.slice(0, 3)) + 1
  return number === 0 ? null : withYear(day, String(number), year, today, isPast)
}

/** A day with a time, such as tomorrow 9 am, as 2026-11-30T09:00 in India; a time alone is today's, a day alone begins at midnight. */
export function parseDayTime(text: string, options: Options): string | null {
  const { day = '', hour, minute, half } = TIMED.exec(text.trim().toLowerCase())?.groups ?? {}
  if (minute === undefined && half === undefined) return at(parseDay(text, options), '00:00')
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0)
  const isTime =
    hours < 24 && Number(minute ?? 0) < 60 && (half === undefined || (Number(hour) >= 1 && Number(hour) <= 12))
  const time = `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
  return isTime ? at(day === '' ? options.today : parseDay(day, options), time) : null
}

const TIMED =
  /^(?<day>.*?)(?:,? at |, ?| |t(?=\d)|^)(?<hour>\d\d?)(?::(?<minute>\d\d)(?::00)?)? ?(?<half>[ap]\.?m\.?)?$/

const at = (day: string | null, time: string) => (day === null ? null : `${day}T${time}`)

/** How such a value is shown: 30 Oct 2026, or 30 Oct 2026, 09:00. Other text stays as it is. */
export function shownDay(value: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(value) ?? []
  const moment = Date.parse(`${day}T12:00:00+05:30`)
  if (day === undefined || Number.isNaN(moment)) return value
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: INDIAN_ZONE } as const
  const text = new Intl.DateTimeFormat('en-IN', parts).format(moment)
  return time === undefined ? text : `${text}, ${time}`
}

function withYear(day = '', month = '', year: string | undefined, today: string, isPast: boolean): string | null {
  if (year !== undefined) return dayOf(year.length === 2 ? `20${year}` : year, month, day)
  const now = Date.parse(today)
  const thisYear = Number(today.slice(0, 4))
  const days = [-1, 0, 1]
    .flatMap((step) => dayOf(String(thisYear + step), month, day) ?? [])
    .filter((one) => !isPast || one <= today)
  const distance = (one: string) => Math.abs(Date.parse(one) - now)
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

/** A day that exists, as 2026-10-30. */
function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text ? null : text
}

function nextWeekday(weekday: number, today: string, isPast: boolean): string {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7 || 7
  return moved(today, isPast ? (ahead === 7 ? -7 : ahead - 7) : ahead)
}

const moved = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
