import { Link } from 'react-router'
import { prefetchOn } from '#platform/browser/save-data.ts'
import { t } from '#platform/text/t.ts'
import { Picture } from '#ui/picture.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { FilterOptions } from '../contract.ts'
import { type Filters, toggleValue } from '../rules.ts'
import { listingPath } from './use-filters.ts'

type Props = { filters: Filters; options: FilterOptions | null }

// A kind that is cut fades away, so that the row is seen to go on; its padding brings the last one clear of that.
const ROW =
  '[scrollbar-width:none] -mx-4 flex gap-3 overflow-x-auto pt-1 pr-12 pb-3 pl-4 md:mx-0 md:gap-4 md:pl-1 [mask-image:linear-gradient(to_right,#000_calc(100%-3rem),#0000)]'
const ITEM = 'grid w-18 shrink-0 content-start justify-items-center gap-1.5 text-center md:w-20'
const DISC = 'aspect-square w-14 rounded-full md:w-16'

/**
 * The subcategories as pictures of the catalogue, each a link that chooses only this one. Not for a search, which has
 * named what it wants.
 */
export function KindRow({ filters, options }: Props) {
  if (filters.q !== '') return null
  if (options === null) return <Placeholders />
  if (options.kinds.length < 2) return null
  return (
    <nav aria-label={t('Kinds')}>
      <ul className={ROW}>
        {options.kinds.map(({ value, image }) => {
          const isChosen = filters.subcategory.includes(value)
          const others = { ...filters, subcategory: isChosen ? filters.subcategory : [] }
          return (
            <li key={value}>
              <Link
                to={listingPath(toggleValue(others, 'subcategory', value))}
                preventScrollReset
                prefetch={prefetchOn('intent')}
                aria-current={isChosen || undefined}
                className={`group ${ITEM} rounded-sm text-ink no-underline`}
              >
                <Picture
                  src={image}
                  alt=""
                  sizes="64px"
                  className={`${DISC} ${isChosen ? 'ring-3 ring-ink' : 'ring-1 ring-line group-hover:ring-line-strong'}`}
                />
                <span className={`text-2xs wrap-anywhere ${isChosen ? 'font-bold' : 'font-semibold'}`}>
                  {valueName(value)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Holds the row's place. */
function Placeholders() {
  return (
    <div aria-hidden="true" className={`${ROW} overflow-x-hidden`}>
      {Array.from({ length: 8 }, (_, index) => index).map((index) => (
        <span key={index} className={ITEM}>
          <Skeleton className={DISC} />
          <Skeleton className="h-4 w-12" />
        </span>
      ))}
    </div>
  )
}
