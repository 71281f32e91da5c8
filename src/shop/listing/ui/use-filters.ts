import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Filters, withCategory, writeFilters } from '../rules.ts'
import { filtersFromParams } from './format-filters.ts'

/**
 * The filter state, which is in the URL. A change shows at once, before the navigation ends; further changes build on
 * it.
 */
export function useFilters(): { filters: Filters; apply: (next: Filters) => void } {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [pending, setPending] = useState<Filters | null>(null)
  const current = filtersFromParams(new URLSearchParams(search))
  const query = writeFilters(current)
  useEffect(() => {
    setPending((now) => (now !== null && writeFilters(now) === query ? null : now))
  }, [query])
  useEffect(() => {
    const reset = () => setPending(null)
    window.addEventListener('popstate', reset)
    return () => window.removeEventListener('popstate', reset)
  }, [])
  function apply(next: Filters): void {
    setPending(next)
    void navigate(listingPath(next), { preventScrollReset: true })
  }
  return { filters: pending ?? current, apply }
}

/** Applies the category of the navigation state to the URL (SPEC section 2): All clears it, any other value sets it. */
export function useNavigationCategory(): void {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const category = categoryOf(state)
  useEffect(() => {
    if (category === null) return
    const filters = filtersFromParams(new URLSearchParams(search))
    const next = withCategory(filters, category)
    if (writeFilters(next) !== writeFilters(filters)) void navigate(listingPath(next), { replace: true })
  }, [category, search, navigate])
}

function categoryOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('category' in state)) return null
  return typeof state.category === 'string' && state.category !== '' ? state.category : null
}

/** The path and query of the listing for a filter state. */
export function listingPath(filters: Filters): string {
  const query = writeFilters(filters)
  return query === '' ? '/categories' : `/categories?${query}`
}
