import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { CardSkeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { ProductCard } from '../../catalog/ui/product-card.tsx'
import type { ListingPage } from '../client.ts'
import type { SearchExplanation } from '../contract.ts'
import { type Filters, PAGE_SIZE } from '../rules.ts'
import { clearFilters, filterChips } from './format-filters.ts'
import { nearestSearches, nothingFound } from './format-search.ts'
import type { ListingView } from './use-listing.ts'

const PopularInstead = lazyComponent(async () => (await import('./popular-instead.tsx')).PopularInstead)

type Props = {
  view: ListingView
  filters: Filters
  /** How the search text was understood. Null while that isn't known. */
  search: SearchExplanation | null
  onChange: (next: Filters) => void
  onMore: () => Promise<boolean>
  /** Called when the end of the list is near. */
  onNear: () => void
}

const CARD_SIZES = '(min-width: 1280px) 240px, (min-width: 769px) 22vw, (min-width: 720px) 31vw, 45vw'
/** The next page is fetched when the end of the list is two screens away. */
const NEAR_MARGIN = '0px 0px 200% 0px'

/** The list while loading, on error, empty and filled (SPEC section 2). */
export function ListingResults({ view, filters, search, onChange, onMore, onNear }: Props) {
  if (view.status === 'error') return <ListingProblem message={view.message} />
  if (view.status === 'loading') {
    return (
      <div>
        <p role="status" className="pb-3 text-ink-2">
          {t('Loading products...')}
        </p>
        <CardSkeletons count={12} />
      </div>
    )
  }
  if (view.page.products.length === 0) return <NothingFound {...{ filters, search, onChange }} />
  return (
    <>
      {search?.spelled ? (
        <p className="pb-3 text-ink-2">{t('Showing “{spelled}”', { spelled: search.spelled })}</p>
      ) : null}
      <ProductGrid page={view.page} onMore={onMore} onNear={onNear} />
    </>
  )
}

type GridProps = { page: ListingPage } & Pick<Props, 'onMore' | 'onNear'>

function ProductGrid({ page, onMore, onNear }: GridProps) {
  return (
    <div>
      <ul
        aria-label={t('Products')}
        className="grid grid-cols-2 gap-x-2.5 gap-y-6 tablet:grid-cols-3 md:gap-x-4.5 md:gap-y-8 xl:grid-cols-4 2xl:grid-cols-5"
      >
        {page.products.map((product, at) => (
          <li key={product._id}>
            <ProductCard product={product} sizes={CARD_SIZES} priority={at === 0} />
          </li>
        ))}
      </ul>
      <ShowMore page={page} onMore={onMore} onNear={onNear} />
    </div>
  )
}

function ShowMore({ page, onMore, onNear }: GridProps) {
  const [pending, setPending] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  useNear(end, page.next, onNear)
  const shown = page.products.length
  async function loadMore(): Promise<void> {
    setPending(true)
    const loaded = await onMore()
    setPending(false)
    if (!loaded) showToast(t('We couldn’t load more products. Please try again.'), { tone: 'bad' })
  }
  return (
    <div ref={end} className="grid grid-cols-1 justify-items-center gap-3 pt-10">
      <p aria-live="polite" className="text-sm text-ink-2 tabular-nums">
        {t('{shown} of {total}', { shown, total: page.total })}
      </p>
      {page.next === null ? null : (
        <Button variant="outline" pending={pending} onClick={loadMore} className="w-60 max-w-full">
          {t('Show {count} more', { count: Math.max(1, Math.min(PAGE_SIZE, page.total - shown)) })}
        </Button>
      )}
    </div>
  )
}

/** Calls back when an element nears the screen: once per cursor, never after the last page. */
function useNear(element: RefObject<Element | null>, cursor: string | null, onNear: () => void): void {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (cursor === null || element.current === null) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && near(), { rootMargin: NEAR_MARGIN })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, cursor])
}

function ListingProblem({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <RetryNotice
      message={t('Error: {message}', { message })}
      pending={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  )
}

function NothingFound({ filters, search, onChange }: Pick<Props, 'filters' | 'search' | 'onChange'>) {
  const last = filterChips(filters).at(-1)
  const nearest = search ? nearestSearches(filters, search) : []
  return (
    <>
      <EmptyState
        title={search ? nothingFound(filters, search) : t('No items match.')}
        line={nearest.length > 0 ? t('Closest matches:') : t('Try removing a filter.')}
        action={
          last ? (
            <div className="flex flex-wrap justify-center gap-3">
              {nearest.map(({ label, filters: next }) => (
                <Button key={label} className="wrap-anywhere" onClick={() => onChange(next)}>
                  {label}
                </Button>
              ))}
              {nearest.length > 0 ? null : (
                <Button className="wrap-anywhere" onClick={() => onChange(last.without)}>
                  {t('Without {label}', { label: last.label })}
                </Button>
              )}
              <Button variant="outline" onClick={() => onChange(clearFilters(filters))}>
                {t('Start over')}
              </Button>
            </div>
          ) : null
        }
      />
      <Suspense>
        <PopularInstead />
      </Suspense>
    </>
  )
}
