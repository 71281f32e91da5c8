import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { prefetchOn } from '#platform/browser/save-data.ts'
import { t } from '#platform/text/t.ts'
import { ChevronDownIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '../../api.ts'
import { valueName } from '../../catalog/value-names.ts'
import { loadOptions } from '../client.ts'
import type { FilterOptions } from '../contract.ts'
import { categoryName, landingOf } from '../landing.ts'
import { NO_FILTERS } from '../rules.ts'
import { listingPath } from './use-filters.ts'

type Props = { onPress: () => void }

/** The options of the whole catalogue, kept for the next time the menu is opened. */
let known: FilterOptions | null = null

/**
 * The new products, the categories that have products, each unfolding to its subcategories, and the whole catalogue.
 */
export function CategoryMenu({ onPress }: Props) {
  const [options, setOptions] = useState(known)
  const [isLoading, setLoading] = useState(known === null)
  useEffect(() => {
    const stop = new AbortController()
    void loadOptions(api, NO_FILTERS, stop.signal).then((loaded) => {
      if (stop.signal.aborted) return
      known = loaded ?? known
      setOptions(known)
      setLoading(false)
    })
    return () => stop.abort()
  }, [])
  if (isLoading) return <MenuSkeleton />
  const categories = options?.categories.filter(({ count }) => count > 0) ?? []
  return (
    <nav aria-label={t('Products')}>
      <ul className="grid">
        <li>
          <Link to={listingPath({ ...NO_FILTERS, sortBy: 'newest' })} onClick={onPress} className={ROW}>
            {t('New')}
            <ChevronRightIcon size={18} className="text-ink-3" />
          </Link>
        </li>
        {categories.map(({ value }) => (
          <CategoryRow
            key={value}
            category={value}
            subcategories={options?.subcategories[value]?.map((one) => one.value) ?? []}
            onPress={onPress}
          />
        ))}
        <li>
          <Link to="/categories" state={{ category: 'All' }} onClick={onPress} className={ROW}>
            {t('All products')}
            <ChevronRightIcon size={18} className="text-ink-3" />
          </Link>
        </li>
      </ul>
    </nav>
  )
}

const ROW =
  'flex min-h-13 cursor-pointer list-none items-center justify-between gap-2 font-wide text-lg font-extrabold -outline-offset-3'

type RowProps = Props & { category: string; subcategories: readonly string[] }

function CategoryRow({ category, subcategories, onPress }: RowProps) {
  const choice = { ...NO_FILTERS, categories: [category] }
  return (
    <li>
      <details name="menu-category" className="group">
        <summary className={ROW}>
          {categoryName(category)}
          <ChevronDownIcon size={18} className="text-ink-3 transition-transform group-open:rotate-180" />
        </summary>
        <ul className="grid grid-cols-2 gap-x-3 pb-3">
          <li className="col-span-2">
            <Link to={listingPath(choice)} onClick={onPress} className="flex min-h-11 items-center text-sm font-bold">
              {landingOf(choice)?.title}
            </Link>
          </li>
          {subcategories.map((value) => (
            <li key={value}>
              <Link
                to={listingPath({ ...choice, subcategory: [value] })}
                prefetch={prefetchOn('intent')}
                onClick={onPress}
                className="flex min-h-11 items-center text-sm wrap-anywhere"
              >
                {valueName(value)}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** Rows for the new products, SPEC section 9's categories and the whole catalogue. */
function MenuSkeleton() {
  return (
    <>
      <p className="sr-only">{t('Loading')}</p>
      {['w-14', 'w-16', 'w-24', 'w-20', 'w-32'].map((width) => (
        <div key={width} className="flex min-h-13 items-center">
          <Skeleton className={`h-5 ${width}`} />
        </div>
      ))}
    </>
  )
}
