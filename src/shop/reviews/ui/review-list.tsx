import { type ReactNode, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { CheckIcon } from '#ui/shop-icons.tsx'
import { Stars } from '#ui/stars.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { Review, ReviewSummary } from '../contract.ts'
import { filterReviews, NO_FILTER } from '../review-filter.ts'
import { FIT_NAMES, fitSentence } from '../rules.ts'
import { formatReviewDate } from './format-review-date.ts'
import { HelpfulButton, useVotes } from './helpful-button.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewPhotos } from './review-photos.tsx'

const INITIAL_COUNT = 6
type ListProps = { productId: string; reviews: readonly Review[]; active: boolean }

/** The other customers' reviews, matching as the shopper likes: the first few, then all on a press. */
export function ReviewList({ productId, reviews, active }: ListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const [filter, setFilter] = useState(NO_FILTER)
  const votes = useVotes(productId, active)
  // By the counts as loaded, so that a vote doesn't move reviews under the pointer.
  const matching = filterReviews(reviews, filter)
  const shown = isExpanded ? matching : matching.slice(0, INITIAL_COUNT)
  return (
    <div className="grid gap-2">
      {reviews.length > 1 ? (
        <ReviewFilters reviews={reviews} count={matching.length} value={filter} onChange={setFilter} />
      ) : null}
      <ul>
        {shown.map((review) => (
          <li key={review._id} className="border-b border-line py-5 first:pt-0 last:border-0">
            <ReviewText
              review={review}
              action={
                <>
                  <ReviewPhotos review={review} photos={review.photos ?? []} />
                  <HelpfulButton review={review} votes={votes} />
                </>
              }
            />
          </li>
        ))}
      </ul>
      {matching.length > shown.length ? (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setExpanded(true)}>
          {t('{count, plural, one {Show # more review} other {Show # more reviews}}', {
            count: matching.length - shown.length,
          })}
        </Button>
      ) : null}
    </div>
  )
}

/** One review with the shop's answer; `action` is shown below. */
export function ReviewText({ review, action }: { review: Review; action: ReactNode }) {
  return (
    <article className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-3 max-sm:w-full">
          <Stars value={review.stars} />
          <p className="font-bold wrap-anywhere">{review.userId?.name || t('A shopper')}</p>
        </div>
        {review.verified ? (
          <p className="inline-flex items-center gap-1 text-sm text-ok">
            <CheckIcon size={16} />
            {t('Verified purchase')}
          </p>
        ) : null}
        {review.sample ? <p className="text-sm text-ink-3">{t('Sample review')}</p> : null}
        <p className="text-sm text-ink-3">{formatReviewDate(review.createdAt)}</p>
        <p className="text-sm text-ink-2">{fitText(review)}</p>
      </div>
      <p className="max-w-160 wrap-anywhere whitespace-pre-line text-pretty text-ink-2">{review.comment}</p>
      {review.answer ? (
        <div className="max-w-160 border-l-2 border-line-strong pl-4">
          <p className="text-sm font-bold">{t('Reply from the shop')}</p>
          <p className="wrap-anywhere whitespace-pre-line text-pretty text-ink-2">{review.answer}</p>
        </div>
      ) : null}
      {action}
    </article>
  )
}

/** How it fitted and in which size, as far as they said. */
function fitText({ fit, size }: Review): string {
  if (fit === null || fit === undefined) return size ? t('Size {size}', { size: valueName(size) }) : ''
  return size
    ? t('{fit, select, small {Runs small} true {True to size} other {Runs large}} in {size}', {
        fit,
        size: valueName(size),
      })
    : FIT_NAMES[fit]
}

/** The average, the number of reviews, and the count by stars. */
export function ReviewFigures({ overall }: { overall: ReviewSummary['overallReview'] }) {
  const all = Math.max(1, overall.totalReviews)
  return (
    <div className="grid content-start gap-3">
      <p className="flex items-center gap-3">
        <span className="font-wide text-3xl font-extrabold tabular-nums">{overall.avgRating}</span>
        <span className="grid gap-0.5">
          <Stars value={overall.avgRating} className="h-5" />
          <span className="text-sm text-ink-2">
            {t('{count, plural, one {# review} other {# reviews}}', { count: overall.totalReviews })}
          </span>
        </span>
      </p>
      <FitLines overall={overall} />
      {overall.spread ? (
        <ul className="grid gap-1.5 text-sm">
          {[5, 4, 3, 2, 1].map((stars) => {
            const count = overall.spread[stars - 1] ?? 0
            return (
              <li key={stars} className="grid grid-cols-[3.5rem_1fr_2rem] items-center gap-2 tabular-nums">
                <span>{t('{stars, plural, one {# star} other {# stars}}', { stars })}</span>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
                  <rect width="100" height="8" className="fill-sunk" />
                  <rect width={(count / all) * 100} height="8" className="fill-ink" />
                </svg>
                <span className="text-right text-ink-2">{count}</span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}

/** What buyers say about the fit: for all sizes together, and for each size with enough answers. */
function FitLines({ overall: { fit, fitBySize = [] } }: { overall: ReviewSummary['overallReview'] }) {
  const all = fit ? fitSentence(fit) : null
  if (all === null) return null
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="font-bold">{all}</p>
      {fitBySize.map(({ size, ...counts }) => {
        const sentence = fitSentence(counts)
        return sentence === null ? null : (
          <p key={size} className="text-ink-2">
            {valueName(size)}: {sentence}
          </p>
        )
      })}
    </div>
  )
}
