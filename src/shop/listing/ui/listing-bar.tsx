import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { FilterIcon } from '#ui/shop-icons.tsx'
import { useSettings } from '../../settings/client.ts'
import { type Filters, MORE_SORTS, type SortBy, sortOf } from '../rules.ts'
import { SearchCombobox } from './search-combobox.tsx'

type BarProps = {
  filters: Filters
  chosen: number
  onFilter: () => void
  onChange: (next: Filters) => void
}

/** Filter and Sort, side by side on narrow screens, where the bar stays under the header. */
export function ListingBar({ filters, chosen, onFilter, onChange }: BarProps) {
  return (
    <div className="sticky top-[calc(3.5rem+var(--notice,0px))] z-20 -mx-4 flex flex-wrap border-y border-line bg-paper md:static md:mx-0 md:ml-auto md:flex md:shrink-0 md:border-0">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onFilter}
        className="flex min-h-13 flex-[2_1_7rem] cursor-pointer items-center justify-center gap-2.5 border-r border-line font-bold sm:flex-1 md:hidden"
      >
        <FilterIcon size={18} />
        {chosen > 0 ? t('Filter ({chosen})', { chosen }) : t('Filter')}
      </button>
      <SortSelect filters={filters} onChange={onChange} />
    </div>
  )
}

const MORE_TEXTS = { newest: t('Newest'), popular: t('Popular'), bestRated: t('Best rated') }

/** SPEC's two sort orders; with a search text, Best match before them. Others are there if the owner offers them, or while one is chosen. */
function SortSelect({ filters, onChange }: Pick<BarProps, 'filters' | 'onChange'>) {
  const id = useId()
  const options: [SortBy, string][] = [
    ['lowToHigh', t('Low to High')],
    ['highToLow', t('High to Low')],
  ]
  if (filters.q !== '') options.unshift(['relevance', t('Best match')])
  const isOffered = useSettings()['listing.sorts']
  // Without the setting, where it was asked for: by the menu or the home page.
  for (const sort of MORE_SORTS) if (isOffered || filters.sortBy === sort) options.push([sort, MORE_TEXTS[sort]])
  return (
    <div className="relative flex min-h-13 min-w-0 flex-[3_1_10rem] md:min-h-11 items-center sm:flex-1 md:flex-none justify-center gap-1 font-bold sm:gap-2 md:rounded-sm md:border md:border-line-strong md:bg-card md:pl-4">
      <label htmlFor={id}>{t('Sort')}</label>
      <select
        id={id}
        name="sortBy"
        value={sortOf(filters)}
        // Safe cast: the options below have no other values.
        onChange={(event) => onChange({ ...filters, sortBy: event.currentTarget.value as SortBy })}
        className="min-w-0 cursor-pointer self-stretch appearance-none bg-transparent pr-5 pl-1 text-base font-bold text-ink md:pr-10"
      >
        {options.map(([value, label]) => (
          <option key={value} value={value} className="bg-card">
            {label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} className="pointer-events-none -ml-4 md:-ml-9 md:mr-4" />
    </div>
  )
}

/**
 * The listing's own search, which keeps the filters. Suggestions show as the shopper types. On narrow screens the header's search comes
 * first, and this one shows what was searched for.
 */
export function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLElement>(null)
  return (
    <search
      ref={box}
      className={`relative w-full md:max-w-96 ${text === '' ? 'max-lg:hidden noscript:block' : ''}`}
      onBlur={({ relatedTarget }) => setOpen((now) => now && box.current?.contains(relatedTarget) === true)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <SearchCombobox
        key={text}
        label={t('Search products')}
        find={t('Find')}
        placeholder={t('Name, colour, fabric…')}
        initial={text}
        open={open}
        onOpen={setOpen}
        onSearch={onSearch}
        onPath={(path) => void navigate(path)}
        className="absolute inset-x-0 top-full z-30 max-h-[60dvh] overflow-y-auto border border-line bg-paper px-3 pb-3 shadow-pop"
      />
    </search>
  )
}
