import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Waiting } from '#shop/owner/staff-contract.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { useBadges } from '../live.ts'
import { PageHead } from '../parts/page-head.tsx'
import { When } from '../parts/when.tsx'
import { LastDays, LowStock, NewestOrders, useGlance } from './at-a-glance.tsx'
import { ALARMS, UNCOUNTED, waitingWords } from './labels.ts'
import { Sales } from './sales.tsx'
import { SetUp } from './set-up.tsx'

export const loader = () => load('GET /home')

/** `/admin`: what to do now, each a link to its list, and how the shop is doing. */
export function Component() {
  const home = useLoaderData<typeof loader>()
  const { waiting, sales: all, setUp } = home
  // Who sets the shop up and has sold nothing yet isn't shown two zeros.
  const sales = setUp !== null && all !== null && Object.values(all).every(({ orders }) => orders === 0) ? null : all
  useFreshHome()
  const glance = useGlance(home)
  return (
    <div className="page">
      <PageHead title={t('Today')} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          {setUp === null ? null : <SetUp steps={setUp} />}
          {waiting.length === 0 && setUp !== null ? null : (
            <section aria-label={t('To do')}>{waiting.length === 0 ? <Nothing /> : <ToDo waiting={waiting} />}</section>
          )}
          {glance === null ? null : <NewestOrders orders={glance.orders} />}
        </div>
        <div className="grid min-w-0 gap-6 empty:hidden">
          {sales === null ? null : <Sales sales={sales} />}
          {glance === null ? null : (
            <>
              <LastDays days={glance.days} />
              <LowStock low={glance.low} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function ToDo({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
      {waiting.map((one) => (
        <li key={one.kind}>
          <Row waiting={one} />
        </li>
      ))}
    </ul>
  )
}

function Row({ waiting: { kind, count, to, oldest, detail } }: { waiting: Waiting }) {
  const { verb, what } = waitingWords(kind, count)
  const isAlarm = ALARMS.has(kind)
  return (
    <Link
      to={to}
      className="flex min-h-12 items-center gap-3 py-2 pr-2 pl-4 no-underline -outline-offset-2 hover:bg-sunk"
    >
      <span className="sr-only">{UNCOUNTED.has(kind) ? `${verb}: ${what}` : `${verb} ${count} ${what}`}</span>
      <span
        aria-hidden="true"
        className={`min-w-10 text-right text-xl font-bold tabular-nums ${isAlarm ? 'text-bad' : ''}`}
      >
        {UNCOUNTED.has(kind) ? '!' : count > 999 ? '999+' : count}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 wrap-anywhere">
        <span aria-hidden="true">
          <b>{verb}</b> {what}
        </span>
        {detail === null && oldest === null ? null : (
          <span className="text-sm text-ink-3">
            {kind === 'pack' && detail !== null ? <Tag tone="bad">{detail}</Tag> : detail}{' '}
            {oldest === null ? null : (
              <>
                {t('Oldest:')} <When at={oldest} />
              </>
            )}
          </span>
        )}
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
    </Link>
  )
}

function Nothing() {
  return (
    <div className="rounded-md border border-line bg-card px-5 py-8">
      <p className="text-lg font-bold">{t('All caught up.')}</p>
      <p className="pt-1 text-ink-2">{t('New orders, exchanges and messages appear here.')}</p>
    </div>
  )
}

/** Home is read again when a count of the menu changes, and when the page comes back into view. */
function useFreshHome(): void {
  const { revalidate } = useRevalidator()
  const counts = JSON.stringify(useBadges())
  const last = useRef(counts)
  useEffect(() => {
    // The first counts are those that Home has already.
    const isFirst = last.current === '{}'
    const isNew = last.current !== counts
    last.current = counts
    if (isNew && !isFirst) void revalidate()
  }, [counts, revalidate])
  useEffect(() => {
    const onView = () => void (document.visibilityState === 'visible' && revalidate())
    document.addEventListener('visibilitychange', onView)
    return () => document.removeEventListener('visibilitychange', onView)
  }, [revalidate])
}
