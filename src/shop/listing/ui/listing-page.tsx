import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import type { Loaded } from '../../catalog/client.ts'
import type { ListingPage as Page } from '../client.ts'
import type { FilterOptions } from '../contract.ts'
import { listingLine } from '../landing.ts'
import { withNamedFilters } from '../rules.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { countFilters } from './format-filters.ts'
import { KindRow } from './kind-row.tsx'
import { ListingBar, SearchBox } from './listing-bar.tsx'
import { ListingResults } from './listing-results.tsx'
import { useFilters, useNavigationCategory } from './use-filters.ts'
import { useListing } from './use-listing.ts'

/** Loaded when opened; only narrow screens have it. */
const FilterDrawer = lazyComponent(async () => (await import('./filter-drawer.tsx')).FilterDrawer)

type Props = {
  page: Loaded<Page> | Promise<Loaded<Page>>
  options: FilterOptions | null | Promise<FilterOptions | null>
}

/** The product listing (SPEC section 2, Categories). Its state is in the URL; every change reloads the list. */
export function ListingPage({ page, options }: Props) {
  useNavigationCategory()
  const { filters, apply } = useFilters()
  const latestOptions = useLatest(options)
  // The explanation of the previous search may still be there, while the new one loads.
  const search = latestOptions?.search?.q === filters.q ? latestOptions.search : null
  const named = withNamedFilters(filters, search)
  const { view, showMore, prefetchMore } = useListing(page, filters, search)
  const [drawer, setDrawer] = useState<boolean | null>(null)
  const panel = { filters: named, options: latestOptions, products: view.page?.products ?? [], onChange: apply }
  return (
    <div className="page pb-16">
      <ListingHead
        total={view.page?.total ?? null}
        line={listingLine(filters)}
        text={filters.q}
        onSearch={(q) => apply({ ...filters, q, sortBy: 'relevance' })}
      />
      {latestOptions?.text ? <p className="max-w-prose pb-5 wrap-anywhere">{latestOptions.text}</p> : null}
      <div className="md:grid md:grid-cols-[264px_minmax(0,1fr)] md:gap-10">
        <aside aria-label={t('Filters')} className="hidden md:block">
          <form action="/categories">
            <FilterPanel {...panel} />
            <noscript>
              <Button type="submit" wide className="mt-4">
                {t('Apply')}
              </Button>
            </noscript>
          </form>
        </aside>
        <div className="min-w-0">
          <KindRow filters={filters} options={latestOptions} />
          <div className="contents md:flex md:flex-row-reverse md:items-start md:justify-between md:gap-4">
            <ListingBar
              filters={filters}
              chosen={countFilters(named)}
              onFilter={() => setDrawer(true)}
              onChange={apply}
            />
            <FilterChips filters={named} options={latestOptions} onChange={apply} />
          </div>
          <div className="pt-2 md:pt-4" aria-busy={view.status === 'loading'}>
            <ListingResults {...{ view, filters, search }} onChange={apply} onMore={showMore} onNear={prefetchMore} />
          </div>
        </div>
      </div>
      {drawer === null ? null : (
        <Suspense>
          <FilterDrawer
            open={drawer}
            onClose={() => setDrawer(false)}
            total={view.status === 'ready' ? view.page.total : null}
            {...panel}
          />
        </Suspense>
      )}
    </div>
  )
}

type HeadProps = { total: number | null; line: string; text: string; onSearch: (text: string) => void }

function ListingHead({ total, line, text, onSearch }: HeadProps) {
  return (
    <div className="grid grid-cols-1 gap-4 pt-3 pb-3 md:flex md:items-end md:justify-between md:pt-5 md:pb-5">
      <div className="grid gap-1 wrap-anywhere md:gap-2">
        <nav aria-label={t('Breadcrumb')} className="text-sm text-ink-3">
          <ol>
            <li className="inline">
              <Link to="/" className="-mx-1 -my-2.5 inline-block px-1 py-3 hover:underline">
                {t('Home')}
              </Link>
              {' > '}
            </li>
            <li aria-current="page" className="inline">
              {t('Categories')}
            </li>
          </ol>
        </nav>
        <div className="grid gap-1">
          <p className="text-sm font-bold">{line}</p>
          <h1 className="font-wide text-2xl font-extrabold tracking-display tabular-nums">
            {total === null ? t('All Items') : t('All Items - {total}', { total })}
          </h1>
        </div>
      </div>
      <SearchBox text={text} onSearch={onSearch} />
    </div>
  )
}

/** The latest resolved value, so that the shown counts stay while the next ones load. */
function useLatest<T>(source: T | Promise<T>): T | null {
  const [latest, setLatest] = useState<T | null>(source instanceof Promise ? null : source)
  useEffect(() => whenResolved(Promise.resolve(source), setLatest), [source])
  return latest
}
