import { toIndianTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'

const MONTHS = [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
]

/** The day of a review in India: "3 Nov 2026". Formatted by hand, since server and browser may abbreviate months differently. */
export function formatReviewDate(createdAt: string): string {
  const time = Date.parse(createdAt)
  if (Number.isNaN(time)) return ''
  const day = toIndianTime(new Date(time))
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}
