import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '#platform/text/t.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { Picture } from '#ui/picture.tsx'
import { priceText } from '../../catalog/card.ts'
import { productPath } from '../../catalog/product-path.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { Suggestions } from '../contract.ts'
import { recentSearches } from '../recent-searches.ts'
import { type Filters, isFiltered, NO_FILTERS } from '../rules.ts'
import { loadSuggestions } from '../suggestions.ts'
import { filtersFromParams } from './format-filters.ts'
import { nearestSearches, nothingFound } from './format-search.ts'
import { listingPath } from './use-filters.ts'

/** Keys within this time send one request. */
const DEBOUNCE_MS = 120

/** A suggestion: a text to search for, or a product with its path. */
export type SearchOption = { text: string; path?: string; product?: Suggestions['products'][number] }
type Group = { title: string; options: SearchOption[] }

type Props = {
  /** The id of the list. An option's adds its number: `id-0`. */
  id: string
  text: string
  active: number
  leavesFilters: boolean
  onOptions: (options: readonly SearchOption[]) => void
  onChoose: (option: SearchOption) => void
  className?: string | undefined
}

/** Suggestions below a search field: groups of searches and products. The field handles the keys. */
export function SearchOptions({ id, text, active, leavesFilters, onOptions, onChoose, className }: Props) {
  const [recent, setRecent] = useState(recentSearches.read)
  const { found, isCurrent } = useSuggestions(text.trim())
  const groups = useMemo(() => groupsOf(text.trim(), recent, found), [text, recent, found])
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups])
  useEffect(() => onOptions(options), [options, onOptions])
  const nothing = isCurrent ? found.nothing : null
  return (
    <div className={className}>
      {leavesFilters ? <FiltersNote /> : null}
      <p role="status" className={nothing ? 'pt-4 font-bold wrap-anywhere' : 'sr-only'}>
        {nothing ? nothingFound(searchOf(nothing.q), nothing) : null}
        {nothing || options.length === 0 ? null : t('{count} suggestions', { count: options.length })}
      </p>
      <div id={id} role="listbox" aria-label={t('Suggestions')}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not field sets.
          <div key={group.title} role="group" aria-label={group.title}>
            <p aria-hidden="true" className="pt-4 pb-1 text-sm font-bold text-ink-2">
              {group.title}
            </p>
            {group.options.map((option) => (
              <OptionRow
                key={option.path ?? option.text}
                id={`${id}-${options.indexOf(option)}`}
                option={option}
                active={options[active] === option}
                onChoose={() => onChoose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {text === '' && recent.length > 0 ? (
        <button
          type="button"
          onClick={() => {
            recentSearches.clear()
            setRecent([])
          }}
          className="min-h-11 cursor-pointer text-sm font-bold underline underline-offset-4"
        >
          {t('Clear recent searches')}
        </button>
      ) : null}
    </div>
  )
}

/** Says on a filtered listing that a search of the whole shop leaves its filters. */
function FiltersNote() {
  const { pathname, search } = useLocation()
  const filters = filtersFromParams(new URLSearchParams(search))
  if (pathname !== '/categories' || !isFiltered({ ...filters, q: '' })) return null
  return <p className="pt-3 text-sm text-ink-2">{t('This searches the whole shop, without your filters.')}</p>
}

type RowProps = { id: string; option: SearchOption; active: boolean; onChoose: () => void }

/** The focus stays in the text; keys reach the options through it. */
function OptionRow({ id, option, active, onChoose }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const { product } = option
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 hover:bg-sunk aria-selected:bg-sunk aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-ink"
    >
      {product ? (
        <span className="w-11 shrink-0">
          <Picture src={product.image} alt="" sizes="44px" />
        </span>
      ) : (
        <SearchIcon size={16} className="shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">{valueName(option.text)}</span>
      {product ? <span className="text-sm font-bold tabular-nums">{priceText(product)}</span> : null}
    </div>
  )
}

/** The server's suggestions for a text. The previous ones stay until the next ones arrive. */
function useSuggestions(text: string) {
  const [latest, setLatest] = useState<{ text: string; found: Suggestions }>({ text: '', found: NONE })
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const found = await loadSuggestions(text, request.signal)
      if (found && !request.signal.aborted) setLatest({ text, found })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text])
  return { found: latest.found, isCurrent: latest.text === text }
}

const NONE: Suggestions = { products: [], searches: [], nothing: null }

const searchOf = (q: string): Filters => ({ ...NO_FILTERS, q, sortBy: 'relevance' })

function groupsOf(text: string, recent: readonly string[], { products, searches, nothing }: Suggestions): Group[] {
  const search = (found: string): SearchOption => ({ text: found })
  const found = products.map((product) => ({
    text: product.name,
    path: productPath(product._id, product.color),
    product,
  }))
  const nearest = nothing
    ? nearestSearches(searchOf(nothing.q), nothing).map(({ label, filters }) => ({
        text: label,
        path: listingPath(filters),
      }))
    : []
  const groups = [
    { title: t('Recent searches'), options: text === '' ? recent.map(search) : [] },
    nothing
      ? { title: nothing.isUnderstood ? t('Closest matches') : t('Categories'), options: nearest }
      : { title: text === '' ? t('Categories') : t('Searches'), options: searches.map(search) },
    { title: t('Products'), options: found },
  ]
  const seen = new Set<string>()
  const isNew = ({ path, text: one }: SearchOption) => !seen.has(path ?? one) && seen.add(path ?? one)
  return groups
    .map(({ title, options }) => ({ title, options: options.filter(isNew) }))
    .filter(({ options }) => options.length > 0)
}
