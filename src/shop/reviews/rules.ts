import { t } from '#platform/text/t.ts'

/** A review's bounds (SPEC 5 and 9). */
export const MIN_STARS = 1
export const MAX_STARS = 5
/** The form's initial value (SPEC 9). */
export const DEFAULT_STARS = 5
export const MAX_COMMENT = 2000
/** How a product fitted: small, true to size, or large. */
export const FITS = ['small', 'true', 'large'] as const

/** What staff do with a review: CONTRACT part three, States. */
export const REVIEW_STATES = ['waiting', 'answered', 'hidden'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export type Fit = (typeof FITS)[number]

export const FIT_NAMES: Record<Fit, string> = {
  small: t('Runs small'),
  true: t('True to size'),
  large: t('Runs large'),
}

/**
 * The most frequent answer about the fit, as a sentence. Null if fewer than three answered, or two answers are tied.
 */
export function fitSentence(counts: Readonly<Record<Fit, number>>): string | null {
  const all = FITS.reduce((sum, fit) => sum + counts[fit], 0)
  const [first, second] = FITS.toSorted((a, b) => counts[b] - counts[a])
  if (all < MIN_FIT_ANSWERS || !first || !second || counts[first] === counts[second]) return null
  return t('{fit, select, small {Runs small} true {True to size} other {Runs large}}, say {count} of {all}', {
    fit: first,
    count: counts[first],
    all,
  })
}

const MIN_FIT_ANSWERS = 3
/** How often a customer may mark reviews as helpful or undo that. */
export const VOTE_LIMITS = [{ max: 60, seconds: 600 }]
/** The photos of one review, their bytes, and how many a customer may upload. */
export const MAX_PHOTOS = 3
export const MAX_PHOTO_BYTES = 6 * 1024 * 1024
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const PHOTO_LIMITS = [{ max: 12, seconds: 86_400 }]
/** Reviews in one summary. */
export const MAX_REVIEWS_SHOWN = 100

/** The mean of all stars to one decimal, 0 without reviews. Half a tenth rounds up. `counts[0]` is one star. */
export function averageStars(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
  return Math.floor((stars * 20 + total) / (2 * total)) / 10
}
