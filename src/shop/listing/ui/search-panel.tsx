import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { CloseIcon, SearchIcon } from '#ui/icons.tsx'
import { Picture } from '#ui/picture.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { Suggestions } from '../contract.ts'
import { recentSearches } from '../recent-searches.ts'
import { MAX_SEARCH_LENGTH, NO_FILTERS } from '../rules.ts'
import { loadSuggestions } from '../suggestions.ts'
import { listingPath } from './use-filters.ts'

/** Keys within this time send one request. */
const DEBOUNCE_MS = 120

type Option = { to: string; text: string; product?: Suggestions['products'][number] }
type Group = { title: string; options: Option[] }

/** Suggestions below the header as the shopper types: a combobox (WAI-ARIA) with groups of searches and products. */
export function SearchPanel({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [recent, setRecent] = useState(recentSearches.read)
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  const panel = usePanel(onClose)
  const id = useId()
  const groups = groupsOf(text, recent, useSuggestions(text))
  const options = groups.flatMap((group) => group.options)
  const header = document.querySelector('header')

  function go(option: Option): void {
    if (!option.product) recentSearches.add(option.text)
    onClose()
    void navigate(option.to)
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const chosen = options[active]
    if (chosen) go(chosen)
    else if (text.trim() !== '') go(searchFor(text.trim()))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || options.length === 0) return
    event.preventDefault()
    // The text itself comes before the first option and after the last.
    setActive((now) => ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1)
  }
  if (header === null) return null
  return createPortal(
    <search
      ref={panel}
      className="absolute top-full right-0 left-0 max-h-[calc(100dvh-6rem)] overflow-y-auto border-b border-line bg-paper p-4 shadow-pop md:left-auto md:w-108 md:border-l"
    >
      <form onSubmit={onSubmit} className="flex rounded-sm border border-line-strong bg-card">
        <input
          // biome-ignore lint/a11y/noAutofocus: the shopper pressed the search icon.
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('Search the shop')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={t('Name, colour, “under 2500”')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 rounded-sm bg-transparent px-3 text-base placeholder:text-ink-3"
        />
        <IconButton label={t('Show results')} type="submit" className="size-12">
          <SearchIcon size={20} />
        </IconButton>
        <IconButton label={t('Close search')} className="size-12" onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      </form>
      <p role="status" className="sr-only">
        {options.length === 0 ? '' : t('{count} suggestions', { count: options.length })}
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
                key={option.to}
                id={`${id}-${options.indexOf(option)}`}
                option={option}
                active={options[active] === option}
                onChoose={() => go(option)}
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
    </search>,
    header,
  )
}

type RowProps = { id: string; option: Option; active: boolean; onChoose: () => void }

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
      {product ? <span className="text-sm font-bold tabular-nums">{productCardPrice(product.price)}</span> : null}
    </div>
  )
}

/**
 * Closes on Escape, on a press elsewhere and when the focus moves elsewhere. After Escape the search icon has the focus
 * again.
 */
function usePanel(onClose: () => void) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !panel.current?.contains(target)) close.current()
    }
    document.addEventListener('pointerdown', onElsewhere, { signal })
    document.addEventListener('focusin', onElsewhere, { signal })
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        close.current()
        document.querySelector<HTMLElement>(`header a[aria-label="${t('Search')}"]`)?.focus()
      },
      { signal },
    )
    return () => stop.abort()
  }, [])
  return panel
}

/** The server's suggestions for a text. The previous ones stay until the next ones arrive. */
function useSuggestions(text: string): Suggestions {
  const [suggestions, setSuggestions] = useState<Suggestions>({ products: [], searches: [] })
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const loaded = await loadSuggestions(text.trim(), request.signal)
      if (loaded && !request.signal.aborted) setSuggestions(loaded)
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text])
  return suggestions
}

function searchFor(text: string): Option {
  return { to: listingPath({ ...NO_FILTERS, q: text, sortBy: 'relevance' }), text }
}

function groupsOf(text: string, recent: readonly string[], { products, searches }: Suggestions): Group[] {
  const shown = products.map((product) => ({
    to: `/product-details/${product._id}`,
    text: product.name,
    product,
  }))
  const groups = [
    { title: t('Recent searches'), options: text.trim() === '' ? recent.map(searchFor) : [] },
    { title: text.trim() === '' ? t('Categories') : t('Searches'), options: searches.map(searchFor) },
    { title: t('Products'), options: shown },
  ]
  const seen = new Set<string>()
  return groups
    .map(({ title, options }) => ({ title, options: options.filter(({ to }) => !seen.has(to) && seen.add(to)) }))
    .filter(({ options }) => options.length > 0)
}
