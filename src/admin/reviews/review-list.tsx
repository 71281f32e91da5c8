import { useEffect, useMemo, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { REVIEW_STATES, type ReviewState } from '#shop/reviews/rules.ts'
import { useActions } from '../actions.ts'
import { load } from '../api.ts'
import { countText } from '../parts/count-text.ts'
import { ListFrame } from '../parts/list-frame.tsx'
import { stateText } from './labels.ts'
import { ReviewCard } from './review-card.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [state, product, cursor] = [query.get('state'), query.get('product'), query.get('cursor')]
  return load('GET /reviews', {
    query: {
      limit: 20,
      // Safe cast: the server refuses another state with a sentence.
      ...(state === null ? {} : { state: state as ReviewState }),
      ...(product === null ? {} : { product }),
      ...(cursor === null ? {} : { cursor }),
    },
  })
}

/** `/admin/reviews`: reviews to answer, and photos to approve, one after the other by keys. */
export function Component() {
  const { items, next, counts } = useLoaderData<typeof loader>()
  const { current, choose, isChosenBy } = useCurrent(items)
  const views = REVIEW_STATES.map((name) => ({
    label: stateText(name),
    search: `?state=${name}`,
    count: countText(counts[name]),
  }))
  return (
    <ListFrame
      title={t('Reviews')}
      views={[{ label: t('All'), search: '' }, ...views]}
      isEmpty={items.length === 0}
      next={next}
      empty={{ title: t('No reviews here'), line: t('What buyers write about products appears here.') }}
      filters={
        <p className="pb-4 text-sm text-ink-2">
          {counts.photos === 0
            ? null
            : `${t('{count, plural, one {# photo waits} other {# photos wait}} to be approved.', { count: counts.photos })} `}
          <span className="hidden lg:inline">
            {t('Keys: J next, K back, A answer, H hide, P approve the photo, X reject it.')}
          </span>
        </p>
      }
    >
      <ul ref={isChosenBy} className="grid max-w-240 gap-3">
        {items.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} isCurrent={review.id === current} onFocus={() => choose(review.id)} />
          </li>
        ))}
      </ul>
    </ListFrame>
  )
}

/** Which review the keys are for. J and K lead on and back; if it leaves the list, the one in its place is next. */
function useCurrent(items: readonly { id: string }[]) {
  const [position, setPosition] = useState(0)
  const [id, setId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const found = items.findIndex((item) => item.id === id)
  const at = Math.min(found < 0 ? position : found, items.length - 1)
  const current = items[at]?.id ?? null
  useEffect(() => setPosition(Math.max(at, 0)), [at])
  const move = useMemo(
    () => (step: number) => {
      const to = items[Math.max(0, Math.min(items.length - 1, at + step))]
      if (to === undefined) return
      setId(to.id)
      const card = list.current?.querySelector<HTMLElement>(`[data-review="${to.id}"]`)
      card?.focus()
      card?.scrollIntoView({ block: 'start' })
    },
    [items, at],
  )
  useActions(
    useMemo(
      () =>
        items.length === 0
          ? []
          : [
              { id: 'next', label: t('Next review'), keys: 'j', run: () => move(1) },
              { id: 'back', label: t('Previous review'), keys: 'k', run: () => move(-1) },
            ],
      [items.length, move],
    ),
  )
  return { current, choose: setId, isChosenBy: list }
}
