import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { t } from '#platform/text/t.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from './page-head.tsx'
import { SearchField } from './search-field.tsx'
import { TabLinks } from './tab-links.tsx'

/** A view of a list: a link with its own address, and how many rows it has, such as "12" or "10,000+". */
export interface View {
  label: string
  /** The query of its address: `?stage=to-pack`. */
  search: string
  count?: string | number | undefined
}

export type FrameProps = {
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
  /** True if there is no row. */
  isEmpty: boolean
  /** The cursor of the next page. */
  next: string | null
  /** What an empty list says. */
  empty: Pick<ComponentProps<typeof EmptyState>, 'title' | 'line' | 'drawing'>
  /** Between the search and the rows. */
  filters?: ReactNode
  children: ReactNode
}

/**
 * What stands around the rows of a list: title, views, search, filters and pages. The address is its whole state, and another view or
 * search begins on its first page.
 */
export function ListFrame(props: FrameProps) {
  const {
    title,
    actions,
    views = [],
    viewParameter = 'state',
    searchHint,
    isEmpty,
    empty,
    next,
    filters,
    children,
  } = props
  const left = props.isSearchOverAll ? viewParameter : null
  const [query] = useSearchParams()
  const tabs = useViews(views, viewParameter)
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="page">
      <PageHead title={title}>
        {searchHint === undefined ? null : <SearchForm hint={searchHint} left={left} />}
        {actions}
      </PageHead>
      {views.length > 0 ? (
        <TabLinks label={title} tabs={tabs.map(({ search, ...tab }) => ({ ...tab, to: { search } }))} />
      ) : null}
      {filters}
      <div aria-busy={isLoading || undefined} className="aria-busy:opacity-60">
        {isEmpty ? <EmptyState {...empty} /> : children}
      </div>
      {next !== null || query.has('cursor') ? <Pages next={next} /> : null}
    </div>
  )
}

/** The views of a list, and which of them the address shows. */
export function useViews(views: readonly View[], parameter: string): (View & { isCurrent: boolean })[] {
  const [query] = useSearchParams()
  const shown = new URLSearchParams([...query].filter(([name]) => name !== 'cursor'))
  shown.sort()
  // A kept list has more than its view; else the view counts, whatever is searched for in it.
  const isSame = (search: string) => {
    const own = new URLSearchParams(search)
    own.sort()
    return own.toString() === shown.toString()
  }
  const isKept = views.some(({ search }) => isSame(search))
  return views.map((view) => ({
    ...view,
    isCurrent: isKept ? isSame(view.search) : new URLSearchParams(view.search).get(parameter) === query.get(parameter),
  }))
}

/** Searches by Enter; the rest of the address stays, except the page and the parameter that is `left`. */
function SearchForm({ hint, left }: { hint: string; left: string | null }) {
  const [query] = useSearchParams()
  const q = query.get('q') ?? ''
  const submit = useSubmit()
  // Written into the field, which keeps the focus after a search.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = q
  }, [q])
  const kept = [...query].filter(([name]) => name !== 'q' && name !== 'cursor' && name !== left)
  function onInput(event: SyntheticEvent<HTMLInputElement>): void {
    // The cross of the field empties it at once.
    if (event.currentTarget.value === '') void submit(event.currentTarget.form)
  }
  return (
    <Form role="search" className="min-w-0 flex-1 basis-64 lg:w-80 lg:flex-none">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SearchField
        ref={field}
        label={t('Search')}
        name="q"
        defaultValue={q}
        placeholder={hint}
        enterKeyHint="search"
        onInput={onInput}
      />
    </Form>
  )
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
  const style = buttonClass({ variant: 'outline', size: 'sm' })
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
