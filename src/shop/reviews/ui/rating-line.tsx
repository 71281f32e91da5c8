import { Suspense, use } from 'react'
import { t } from '#platform/text/t.ts'
import { Stars } from '#ui/stars.tsx'
import type { ReviewSummary } from '../contract.ts'

type Source = ReviewSummary | null | Promise<ReviewSummary | null>

/** Stars, average and a link to the reviews, beside a product's price. */
export function RatingLine({ summary, onOpen }: { summary: Source; onOpen: () => void }) {
  return (
    <Suspense fallback={null}>
      <Rating summary={summary} onOpen={onOpen} />
    </Suspense>
  )
}

function Rating({ summary, onOpen }: { summary: Source; onOpen: () => void }) {
  const loaded = summary instanceof Promise ? use(summary) : summary
  const { avgRating = 0, totalReviews = 0 } = loaded?.overallReview ?? {}
  if (totalReviews === 0) return <span className="text-ink-3">{t('No reviews yet')}</span>
  return (
    <>
      <Stars value={avgRating} />
      <span aria-hidden="true" className="font-bold tabular-nums">
        {avgRating}
      </span>
      <button
        type="button"
        onClick={onOpen}
        className="-my-2 inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
      >
        {t('{count, plural, one {# review} other {# reviews}}', { count: totalReviews })}
      </button>
    </>
  )
}
