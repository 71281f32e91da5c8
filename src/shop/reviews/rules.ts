/** A review's bounds (SPEC 5 and 9). */
export const MIN_STARS = 1
export const MAX_STARS = 5
/** The form's initial value (SPEC 9). */
export const DEFAULT_STARS = 5
export const MAX_COMMENT = 2000
/** Reviews in one summary. */
export const MAX_REVIEWS_SHOWN = 100

/** The mean of all stars to one decimal, 0 where nobody reviewed; half a tenth rounds up. `counts[0]` is one star. */
export function averageStars(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
  return Math.floor((stars * 20 + total) / (2 * total)) / 10
}
