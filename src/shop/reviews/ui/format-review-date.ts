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
/** India has one time zone, five and a half hours ahead of UTC, and no summer time. */
const INDIA_MS = 5.5 * 3_600_000

/** The day of a review in India: "3 Nov 2026". Formatted by hand, since server and browser may abbreviate months differently. */
export function formatReviewDate(createdAt: string): string {
  const time = Date.parse(createdAt)
  if (Number.isNaN(time)) return ''
  const day = new Date(time + INDIA_MS)
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}
