import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Filters, withCategory, writeFilters } from '../rules.ts'
import { filtersFromParams } from './format-filters.ts'

/**
 * The filter state. It lives in the address, so Back, reload and a shared link keep it. A change
 * shows at once, before its address has been reached; further changes build on it.
 */
export function useFilters(): { filters: Filters; apply: (next: Filters) => void } {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<Filters | null>(null)
  const reached = filtersFromParams(new URLSearchParams(search))
  const address = writeFilters(reached)
  useEffect(() => {
    setWanted((now) => (now !== null && writeFilters(now) === address ? null : now))
  }, [address])
  useEffect(() => {
    const drop = () => setWanted(null)
    window.addEventListener('popstate', drop)
    return () => window.removeEventListener('popstate', drop)
  }, [])
  function apply(next: Filters): void {
    setWanted(next)
    void navigate(addressOf(next), { preventScrollReset: true })
  }
  return { filters: wanted ?? reached, apply }
}

/**
 * Takes over the category that a visitor brings in the navigation state (SPEC section 2): All clears, any other value
 * sets. The address says the same afterwards.
 */
export function useArrivingCategory(): void {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const category = categoryOf(state)
  useEffect(() => {
    if (category === null) return
    const filters = filtersFromParams(new URLSearchParams(search))
    const next = withCategory(filters, category)
    if (writeFilters(next) !== writeFilters(filters)) void navigate(addressOf(next), { replace: true })
  }, [category, search, navigate])
}

function categoryOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('category' in state)) return null
  return typeof state.category === 'string' && state.category !== '' ? state.category : null
}

/** The listing's address for a filter state. */
export function addressOf(filters: Filters): string {
  const query = writeFilters(filters)
  return query === '' ? '/categories' : `/categories?${query}`
}
