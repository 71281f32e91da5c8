import { Search } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { t } from '#platform/text/t.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useMedia } from '#ui/use-media.ts'
import { Title } from './title.tsx'

/** A view of a list: a link with its own address, and how many rows it has, such as "12" or "10,000+". */
export interface View {
  label: string
  /** The query of its address: `?stage=to-pack`. */
  search: string
  count?: string | number | undefined
}

export interface Column<T> {
  id: string
  head: string
  cell: (row: T) => ReactNode
  /** Numbers stand at the right. */
  isNumber?: boolean
}

/** Chosen rows, by their ids. */
export interface Selection<T> {
  chosen: ReadonlySet<string>
  onChange: (ids: readonly string[], isChosen: boolean) => void
  /** What a row's box chooses, for screen readers. */
  labelOf: (row: T) => string
}

type Props<T> = {
  title: string
  /** Links and buttons beside the title. */
  actions?: ReactNode
  views?: readonly View[]
  /** The query's parameter that tells the views apart. */
  viewParameter?: string
  /** What can be searched for; without it there is no search. */
  searchHint?: string
  /** True if a search leaves the view: it's over all rows. */
  isSearchOverAll?: boolean
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** Every row has its id, never its position. */
  idOf: (row: T) => string
  /** The whole row is a link to here. */
  linkOf: (row: T) => string
  /** A row on a narrow screen. */
  card: (row: T) => ReactNode
  /** Rows that can be chosen, for a change of several. */
  selection?: Selection<T> | undefined
  /** The cursor of the next page. */
  next: string | null
  /** What an empty list says. */
  empty: { title: string; line: string }
  children?: ReactNode
}

/**
 * A list whose address is its whole state: view, search and page. It's a table where there is room, and cards where
 * there isn't. Another view or search begins on its first page.
 */
export function ListPage<T>(props: Props<T>) {
  const { title, actions, views = [], viewParameter = 'state', searchHint, rows, empty, next, children } = props
  const left = props.isSearchOverAll ? viewParameter : null
  const [query] = useSearchParams()
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="page py-6 lg:py-8">
      <Title>{title}</Title>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 className="font-wide text-2xl font-extrabold tracking-display">{title}</h1>
        {actions}
      </div>
      {views.length > 0 ? <Views views={views} parameter={viewParameter} label={title} /> : null}
      {searchHint === undefined ? null : <SearchForm hint={searchHint} left={left} />}
      {children}
      <div aria-busy={isLoading || undefined} className="aria-busy:opacity-60">
        {rows.length === 0 ? <EmptyState title={empty.title} line={empty.line} /> : <Rows {...props} />}
      </div>
      {next !== null || query.has('cursor') ? <Pages next={next} /> : null}
    </div>
  )
}

function Views({ views, parameter, label }: { views: readonly View[]; parameter: string; label: string }) {
  const [query] = useSearchParams()
  const current = query.get(parameter)
  const shown = new URLSearchParams([...query].filter(([name]) => name !== 'cursor'))
  shown.sort()
  // A kept list has more than its view; else the view counts, whatever is searched for in it.
  const isSame = (search: string) => {
    const own = new URLSearchParams(search)
    own.sort()
    return own.toString() === shown.toString()
  }
  const isKept = views.some(({ search }) => isSame(search))
  // On a phone the current one may be beyond the edge.
  const currentLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    currentLink.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 pb-4">
      <ul className="flex w-max gap-2">
        {views.map(({ label: name, search, count }) => {
          const isCurrent = isKept ? isSame(search) : new URLSearchParams(search).get(parameter) === current
          return (
            <li key={`${name} ${search}`}>
              <Link
                ref={isCurrent ? currentLink : undefined}
                to={{ search }}
                aria-current={isCurrent ? 'page' : undefined}
                className="inline-flex min-h-11 items-center gap-2 rounded-pill border border-line-strong px-4 text-sm whitespace-nowrap hover:border-ink aria-[current=page]:border-btn aria-[current=page]:bg-btn aria-[current=page]:font-bold aria-[current=page]:text-on-btn"
              >
                {name}
                {count === undefined ? null : <span className="tabular-nums opacity-80">{count}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Searches by Enter; the rest of the address stays, except the page and the parameter that is `left`. */
function SearchForm({ hint, left }: { hint: string; left: string | null }) {
  const id = useId()
  const [query] = useSearchParams()
  const submit = useSubmit()
  const kept = [...query].filter(([name]) => name !== 'q' && name !== 'cursor' && name !== left)
  function onInput(event: SyntheticEvent<HTMLInputElement>): void {
    // The cross of the field empties it at once.
    if (event.currentTarget.value === '') void submit(event.currentTarget.form)
  }
  return (
    <Form role="search" className="relative pb-4">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="sr-only">
        {t('Search')}
      </label>
      <Search size={19} aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
      <input
        id={id}
        key={query.get('q')}
        type="search"
        name="q"
        defaultValue={query.get('q') ?? ''}
        placeholder={hint}
        enterKeyHint="search"
        onInput={onInput}
        className="h-12 w-full max-w-160 rounded-sm border border-line-strong bg-card pr-3 pl-11 text-base text-ink placeholder:text-ink-3"
      />
    </Form>
  )
}

function Box({ label, isChosen, onChange }: { label: string; isChosen: boolean; onChange: (next: boolean) => void }) {
  return (
    // The row is a link: its box lies above it.
    <label className="relative z-1 -m-2 inline-grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 accent-ink"
      />
    </label>
  )
}

function Rows<T>({ columns, rows, idOf, linkOf, card, title, selection }: Props<T>) {
  const isWide = useMedia('(min-width: 48.0625rem)')
  const [first, ...others] = columns
  if (!isWide || first === undefined)
    return (
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={idOf(row)} className={selection ? 'relative pl-11' : ''}>
            {selection ? (
              <span className="absolute top-4 left-2">
                <RowBox row={row} id={idOf(row)} selection={selection} />
              </span>
            ) : null}
            <Link
              to={linkOf(row)}
              className="block rounded-md border border-line bg-card p-4 no-underline hover:border-line-strong"
            >
              {card(row)}
            </Link>
          </li>
        ))}
      </ul>
    )
  return (
    <div className="overflow-x-auto rounded-md border border-line bg-card">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line">
            {selection ? (
              <th scope="col" className="w-11 py-1 pl-4">
                <Box
                  label={t('All on this page')}
                  isChosen={rows.every((row) => selection.chosen.has(idOf(row)))}
                  onChange={(isChosen) => selection.onChange(rows.map(idOf), isChosen)}
                />
              </th>
            ) : null}
            {columns.map(({ id, head, isNumber }) => (
              <th
                key={id}
                scope="col"
                className={`px-4 py-3 font-bold whitespace-nowrap text-ink-2 ${isNumber ? 'text-right' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className="relative border-b border-line last:border-0 hover:bg-sunk">
              {selection ? (
                <td className="py-3 pl-4 align-top">
                  <RowBox row={row} id={idOf(row)} selection={selection} />
                </td>
              ) : null}
              <th scope="row" className="px-4 py-3 align-top font-bold">
                <Link to={linkOf(row)} className="no-underline after:absolute after:inset-0 hover:underline">
                  {first.cell(row)}
                </Link>
              </th>
              {others.map(({ id, cell, isNumber }) => (
                <td key={id} className={`px-4 py-3 align-top ${isNumber ? 'text-right tabular-nums' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowBox<T>({ row, id, selection }: { row: T; id: string; selection: Selection<T> }) {
  const { chosen, onChange, labelOf } = selection
  return <Box label={labelOf(row)} isChosen={chosen.has(id)} onChange={(isChosen) => onChange([id], isChosen)} />
}

/** A page goes on after a row, so there are no numbers: the next page, and the first. The way back is the browser's. */
function Pages({ next }: { next: string | null }) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const to = (cursor: string | null) => {
    const search = new URLSearchParams(query)
    search.delete('cursor')
    if (cursor !== null) search.set('cursor', cursor)
    return { pathname, search: search.toString() }
  }
  const style =
    'inline-flex min-h-11 items-center rounded-sm border border-ink px-4 text-sm font-bold no-underline hover:bg-sunk'
  return (
    <nav aria-label={t('Pages')} className="flex gap-3 pt-4">
      {query.has('cursor') ? (
        <Link to={to(null)} className={style}>
          {t('First page')}
        </Link>
      ) : null}
      {next === null ? null : (
        <Link to={to(next)} className={style}>
          {t('Next page')}
        </Link>
      )}
    </nav>
  )
}
