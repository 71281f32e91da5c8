import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { prefersReducedData } from '#platform/browser/save-data.ts'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import type { Loaded } from '../../catalog/client.ts'
import type { ListingPage } from '../client.ts'
import type { SearchExplanation } from '../contract.ts'
import type { Filters } from '../rules.ts'

type Page = Loaded<ListingPage>

/** The state of the listing. While loading, and after an error, `page` is the previous list, for its counts only. */
export type ListingView =
  | { status: 'loading'; page: ListingPage | null }
  | { status: 'ready'; page: ListingPage }
  | { status: 'error'; page: ListingPage | null; message: string }

/** Lists by history entry, so that Back restores the whole list and its scroll position. */
const cached = new Map<string, ListingPage>()
const MAX_CACHED = 20

/**
 * The list of the current URL. `source` is the loader's data: a value from the server, a promise in the browser.
 * `showMore` adds the next page and resolves to true if that worked. `prefetchMore` loads it beforehand.
 */
export function useListing(source: Page | Promise<Page>, filters: Filters, search: SearchExplanation | null) {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const [state, setState] = useState(() => ({
    source,
    view: initialView(source, null, isBack ? cached.get(key) : undefined),
  }))
  if (state.source !== source) {
    setState({ source, view: initialView(source, state.view.page, isBack ? cached.get(key) : undefined) })
  }
  useEffect(() => {
    if (!(source instanceof Promise)) return
    return whenResolved(source, (page) => setState((now) => ({ source, view: mergeFirstPage(now.view, page) })))
  }, [source])
  const { view } = state
  useEffect(() => {
    if (view.status === 'ready') cachePage(key, view.page)
  }, [key, view])

  const prefetched = useRef<{ cursor: string; page: Promise<Page>; request: AbortController } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another list.
  useEffect(
    () => () => {
      prefetched.current?.request.abort()
      prefetched.current = null
    },
    [source],
  )
  const next = view.status === 'ready' ? view.page.next : null

  /** Its code is loaded on demand: the server has sent the first page. */
  async function loadPage(cursor: string, signal?: AbortSignal): Promise<Page> {
    const code = await Promise.all([import('../../api.ts'), import('../client.ts')]).catch(() => null)
    if (code === null) return { ok: false, message: NEEDS_CONNECTION }
    const [{ api }, { loadListing }] = code
    return loadListing(api, filters, { cursor, search, ...(signal ? { signal } : {}) })
  }

  function prefetchMore(): void {
    if (next === null || prefetched.current?.cursor === next || prefersReducedData()) return
    const request = new AbortController()
    const page = loadPage(next, request.signal)
    prefetched.current = { cursor: next, page, request }
  }

  async function showMore(): Promise<boolean> {
    if (view.status !== 'ready' || next === null) return true
    const prefetchedPage = prefetched.current?.cursor === next ? await prefetched.current.page : null
    prefetched.current = null
    const more = prefetchedPage?.ok ? prefetchedPage : await loadPage(next)
    if (!more.ok) return false
    setState((now) =>
      now.source === source && now.view === view ? { source, view: appendPage(view.page, more.value) } : now,
    )
    return true
  }
  return { view, showMore, prefetchMore }
}

function initialView(source: Page | Promise<Page>, before: ListingPage | null, known?: ListingPage): ListingView {
  if (!(source instanceof Promise)) return viewOf(source, before)
  return known ? { status: 'ready', page: known } : { status: 'loading', page: before }
}

function viewOf(page: Page, before: ListingPage | null): ListingView {
  return page.ok ? { status: 'ready', page: page.value } : { status: 'error', page: before, message: page.message }
}

/**
 * Replaces the list by its loaded first page; a longer cached list keeps its length, with the loaded products updated.
 */
export function mergeFirstPage(view: ListingView, loaded: Page): ListingView {
  if (view.status !== 'ready') return viewOf(loaded, view.page)
  if (!loaded.ok) return view
  const products = new Map(loaded.value.products.map((product) => [product._id, product]))
  const isLonger = view.page.products.length > loaded.value.products.length && view.page.total === loaded.value.total
  if (!isLonger) return { status: 'ready', page: loaded.value }
  const merged = view.page.products.map((product) => products.get(product._id) ?? product)
  return { status: 'ready', page: { ...view.page, products: merged } }
}

/** Adds a page. A product that moved between the two requests isn't shown twice. */
export function appendPage(page: ListingPage, more: ListingPage): ListingView {
  const shown = new Set(page.products.map(({ _id }) => _id))
  const added = more.products.filter(({ _id }) => !shown.has(_id))
  return { status: 'ready', page: { ...more, products: [...page.products, ...added] } }
}

function cachePage(key: string, page: ListingPage): void {
  cached.delete(key)
  cached.set(key, page)
  const [oldest] = cached.keys()
  if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest)
}
