import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#platform/browser/session.ts'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { ThumbIcon } from '#ui/shop-icons.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { Review } from '../contract.ts'

const NOT_SAVED = t('Your vote hasn’t been saved. Please try again.')
const LOG_IN = t('Please log in to vote.')

/** Which reviews the shopper has marked in this list, and the counts that changed with that. */
export interface Votes {
  isMarked(id: string): boolean
  countOf(review: Review): number
  press(review: Review): Promise<void>
}

/** The shopper's votes for a product's reviews. They are loaded while the list is `active`. */
export function useVotes(productId: string, active: boolean): Votes {
  const userId = useSession()?.user.id ?? null
  const navigate = useNavigate()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    setMarked(new Set())
    if (userId === null || !active) return
    const loaded = import('../votes.ts').then(({ loadVotes }) => loadVotes(productId))
    return whenResolved(loaded, (ids) => setMarked(new Set(ids)))
  }, [productId, userId, active])
  return {
    isMarked: (id) => marked.has(id),
    countOf: (review) => counts.get(review._id) ?? review.helpful ?? 0,
    async press({ _id }) {
      const helpful = !marked.has(_id)
      const { markHelpful, saveWaitingVote } = await import('../votes.ts')
      const outcome = await markHelpful(_id, helpful)
      if (outcome.kind === 'saved') {
        setMarked((before) => new Set(helpful ? [...before, _id] : [...before].filter((id) => id !== _id)))
        setCounts((before) => new Map(before).set(_id, outcome.count))
      } else if (outcome.kind === 'no-user') {
        const { pathname, search } = window.location
        saveWaitingVote(_id, `${pathname}${search}#reviews`)
        showToast(LOG_IN, { tone: 'bad' })
        void navigate('/login')
      } else showToast(outcome.message || NOT_SAVED, { tone: 'bad' })
    },
  }
}

/** The Helpful button of a review, with the number of votes. */
export function HelpfulButton({ review, votes }: { review: Review; votes: Votes }) {
  const [pending, setPending] = useState(false)
  const isMarked = votes.isMarked(review._id)
  const count = votes.countOf(review)
  const name = review.userId?.name
  async function press(): Promise<void> {
    setPending(true)
    // Its code may fail to load.
    await votes.press(review).catch(() => showToast(NOT_SAVED, { tone: 'bad' }))
    setPending(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button
        variant="text"
        size="sm"
        className={`-ml-4 ${isMarked ? 'text-ok' : ''}`}
        aria-pressed={isMarked}
        aria-label={name ? t('Helpful: the review by {name}', { name }) : t('Helpful: the review by a shopper')}
        pending={pending}
        onClick={() => void press()}
      >
        <ThumbIcon size={18} className={isMarked ? 'fill-ok-soft' : ''} />
        {t('Helpful')}
      </Button>
      <p aria-live="polite" className="text-sm text-ink-3">
        {count === 0 ? '' : t('{count} found this helpful', { count })}
      </p>
    </div>
  )
}
