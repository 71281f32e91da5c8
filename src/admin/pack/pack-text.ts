import { t } from '#platform/text/t.ts'

export function piecesText(count: number): string {
  return t('{count, plural, one {# piece} other {# pieces}}', { count })
}

/** A day of the server, such as 2026-11-26, in words. */
export function dayText(day: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-IN', parts).format(new Date(`${day}T00:00:00Z`))
}
