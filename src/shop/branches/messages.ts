import { t } from '#platform/text/t.ts'
import type { OpeningHours } from './contract.ts'
import { DAYS } from './rules.ts'

/** Opening hours as a sentence: "Monday to Saturday, 11 am to 9.30 pm; Sunday, 12 noon to 8 pm". Empty for none. */
export function openingText(opening: readonly OpeningHours[]): string {
  return opening
    .map(({ days, from, to }) =>
      t('{days}, {from} to {to}', { days: daysText(days), from: clock(from), to: clock(to) }),
    )
    .join('; ')
}

/** The hours and the owner's note beside them; either may be empty. */
export function openingSentence(hours: string, note: string): string {
  return hours === '' || note === '' ? hours + note : t('{hours}. {note}', { hours, note })
}

/** Days as ranges. The week goes on after Sunday: Wednesday to Monday. */
function daysText(days: OpeningHours['days']): string {
  const isOpen = DAYS.map((day) => days.includes(day))
  if (isOpen.every(Boolean)) return t('Every day')
  const ranges = DAYS.flatMap((_, first) => {
    if (!isOpen[first] || isOpen[(first + 6) % 7]) return []
    let length = 1
    while (isOpen[(first + length) % 7]) length++
    const [from, to] = [dayName(first), dayName((first + length - 1) % 7)]
    return [
      length === 1
        ? from
        : length === 2
          ? t('{one} and {two}', { one: from, two: to })
          : t('{from} to {to}', { from, to }),
    ]
  })
  return ranges.join(', ')
}

function dayName(index: number): string {
  const names = [t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday'), t('Sunday')]
  return names[index] ?? ''
}

/** `21:30` as people say it: 9.30 pm. Hindi names the part of the day. */
function clock(written: string): string {
  const [hour = 0, minute = 0] = written.split(':').map(Number)
  if (minute === 0 && hour === 0) return t('12 midnight')
  if (minute === 0 && hour === 12) return t('12 noon')
  const twelve = hour % 12 === 0 ? 12 : hour % 12
  const time = minute === 0 ? String(twelve) : `${twelve}.${String(minute).padStart(2, '0')}`
  const part = ['night', 'morning', 'morning', 'afternoon', 'evening', 'late'][Math.floor(hour / 4)] ?? 'late'
  return t('{time} {part, select, night {am} morning {am} other {pm}}', { time, part })
}
