import { t } from '#platform/text/t.ts'

export function piecesText(count: number): string {
  return t('{count, plural, one {# piece} other {# pieces}}', { count })
}

/** How long a parcel should have left. Both are days in India, such as 2026-11-26. */
export function lateText(leaveBy: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(leaveBy)) / 86_400_000)
  return t('{count, plural, one {# day late} other {# days late}}', { count: Math.max(1, days) })
}
