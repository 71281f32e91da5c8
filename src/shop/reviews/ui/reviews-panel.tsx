import { Suspense, use, useEffect, useState } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { ReviewInput } from '../client.ts'
import type { Review, ReviewSummary } from '../contract.ts'
import { REVIEW_NOT_SENT } from '../messages.ts'
import { ReviewFigures, ReviewList } from './review-list.tsx'

type Props = {
  productId: string
  summary: ReviewSummary | null | Promise<ReviewSummary | null>
  /** True if the tab is open. Only then is the shopper's own review loaded. */
  active: boolean
}

const OwnReview = lazyComponent(async () => (await import('./own-review.tsx')).OwnReview)

/** The API client and the calls, loaded when the tab is open. */
async function importCalls() {
  const [{ api }, reviews] = await Promise.all([import('../../api.ts'), import('../client.ts')])
  return { api, ...reviews }
}

/** SPEC section 8. */
const SUBMIT_FAILED = t('Review submission failed.')

/** The Reviews tab: figures, the shopper's own review, and the others' (SPEC sections 3 and 6). */
export function ReviewsPanel({ productId, summary, active }: Props) {
  const initial = summary instanceof Promise ? use(summary) : summary
  const [reloaded, setReloaded] = useState<ReviewSummary | null>(null)
  const userId = useSession()?.user.id ?? null
  const { own, changeOwn } = useOwnReview(productId, userId, active)
  const shown = reloaded ?? initial
  const others = shown?.topReviews.filter((review) => review._id !== own?._id && review.userId?._id !== userId) ?? []

  async function save(input: ReviewInput): Promise<string | null> {
    if (userId === null) return t('Please log in again.')
    const { api, loadReviews, saveReview } = await importCalls()
    const saved = await saveReview(api, { productId, userId }, input, own === null)
    if (!saved.ok) {
      showToast(SUBMIT_FAILED, { tone: 'bad' })
      return saved.message || REVIEW_NOT_SENT
    }
    changeOwn(() => saved.review)
    showToast(saved.message, { tone: 'ok' })
    // Not awaited: the form is done, and may be opened again before it resolves.
    void loadReviews(api, productId).then((summary) => setReloaded((before) => summary ?? before))
    return null
  }
  const figures = shown && shown.overallReview.totalReviews > 0 ? shown.overallReview : null
  return (
    <div className={`grid gap-8 ${figures ? 'md:grid-cols-[18rem_minmax(0,1fr)] md:gap-16' : ''}`}>
      {figures ? <ReviewFigures overall={figures} /> : null}
      <div className="grid content-start gap-8">
        {active ? (
          <Suspense fallback={<Skeleton className="h-28 w-full" />}>
            <OwnReview
              loggedIn={userId !== null}
              review={own}
              productId={productId}
              onPhotos={(change) => changeOwn((own) => own && { ...own, photos: [...change(own.photos ?? [])] })}
              onSave={save}
            />
          </Suspense>
        ) : null}
        {others.length > 0 ? (
          <ReviewList productId={productId} reviews={others} active={active} />
        ) : (
          <NoReviews own={own} failed={shown === null} />
        )}
      </div>
    </div>
  )
}

function NoReviews({ own, failed }: { own: Review | null; failed: boolean }) {
  if (failed) return <p className="text-ink-2">{t('We couldn’t load the reviews. Please try again later.')}</p>
  if (own !== null) return null
  return (
    <EmptyState
      title={t('No reviews available for this product.')}
      line={t('Be the first to review it.')}
      className="py-6"
    />
  )
}

function useOwnReview(productId: string, userId: string | null, active: boolean) {
  const [loaded, setLoaded] = useState<{ key: string; review: Review | null } | null>(null)
  const key = `${userId} ${productId}`
  const isKnown = loaded?.key === key
  useEffect(() => {
    if (userId === null || !active || isKnown) return
    const request = importCalls().then(({ api, loadOwnReview }) => loadOwnReview(api, { productId, userId }))
    return whenResolved(request, (review) => setLoaded({ key, review }))
  }, [productId, userId, active, isKnown, key])
  return {
    own: isKnown ? loaded.review : null,
    /** Takes a function of the current review, so that neither of two nearly simultaneous changes is lost. */
    changeOwn: (change: (own: Review | null) => Review | null) =>
      setLoaded((before) => ({ key, review: change(before?.key === key ? before.review : null) })),
  }
}
