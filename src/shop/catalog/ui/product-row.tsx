import { type RefObject, Suspense, useId, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { prefetchOn } from '#platform/browser/save-data.ts'
import { useResolved } from '#platform/browser/use-resolved.ts'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { CardSkeletons } from '#ui/skeleton.tsx'
import type { Card } from '../card.ts'
import type { Loaded } from '../client.ts'
import { ProductCard } from './product-card.tsx'

type Row = Loaded<Card[]>
type Props = {
  title: string
  row: Row | Promise<Row>
  /** The listing that goes on where the row ends. */
  more?: string | undefined
}

const CARD_SIZES = '(min-width: 1280px) 288px, (min-width: 769px) 30vw, 44vw'

/** A titled row of products that scrolls sideways (SPEC sections 1 and 2, Home). */
export function ProductRow({ title, row, more }: Props) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  return (
    <section aria-labelledby={id} className="py-6 md:py-8">
      <div className="page flex min-h-11 items-center justify-between gap-4 pb-4">
        <h2 id={id} className="font-wide text-xl font-extrabold tracking-display md:text-2xl">
          {title}
        </h2>
        <div className="flex shrink-0 items-center gap-4">
          {more === undefined ? null : (
            <Link
              to={more}
              prefetch={prefetchOn('intent')}
              aria-label={t('View all: {title}', { title })}
              className="inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4"
            >
              {t('View all')}
            </Link>
          )}
          <RowButtons title={title} list={list} />
        </div>
      </div>
      <Suspense fallback={<RowFallback />}>
        <RowProducts row={row} list={list} />
      </Suspense>
    </section>
  )
}

/** The labels name the row, because on Home the buttons Previous and Next belong to the testimonials (CONTRACT). */
function RowButtons({ title, list }: { title: string; list: RefObject<HTMLUListElement | null> }) {
  const scroll = (direction: -1 | 1) => () =>
    list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <div className="hidden gap-2 md:flex">
      <IconButton label={t('Back in {title}', { title })} className="border border-line-strong" onClick={scroll(-1)}>
        <ChevronLeftIcon size={20} />
      </IconButton>
      <IconButton label={t('More in {title}', { title })} className="border border-line-strong" onClick={scroll(1)}>
        <ChevronRightIcon size={20} />
      </IconButton>
    </div>
  )
}

function RowProducts({ row, list }: { row: Row | Promise<Row>; list: RefObject<HTMLUListElement | null> }) {
  const loaded = useResolved(row)
  if (!loaded.ok) return <RowProblem message={loaded.message} />
  return (
    // On screens wider than the page's grid the cards are cut where the grid ends, with room for a focus outline.
    <ul
      ref={list}
      className="[scrollbar-width:none] page flex snap-x snap-mandatory scroll-px-4 md:scroll-px-6 xl:scroll-px-10 min-[85rem]:w-[calc(100%-4rem)] min-[85rem]:max-w-[calc(var(--page-width)-4rem)] min-[85rem]:scroll-px-2 min-[85rem]:px-2 gap-2.5 overflow-x-auto -mt-2 py-2 md:gap-4.5"
    >
      {loaded.value.map((product) => (
        <li key={product._id} className="w-[44vw] max-w-72 shrink-0 snap-start md:w-[30vw]">
          <ProductCard product={product} sizes={CARD_SIZES} />
        </li>
      ))}
    </ul>
  )
}

function RowProblem({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="page">
      <RetryNotice message={message} pending={state === 'loading'} onRetry={() => void revalidate()} />
    </div>
  )
}

function RowFallback() {
  return (
    <div className="page">
      <p className="pb-3 text-ink-2">{t('Loading products...')}</p>
      <CardSkeletons count={4} className="md:grid-cols-4" />
    </div>
  )
}
