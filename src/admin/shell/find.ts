import { useEffect, useState } from 'react'
import { callOnce } from '../api.ts'
import { may } from '../session.ts'

/** Something that was found, with where it is. Two lines, because names alone repeat. */
export interface Found {
  id: string
  label: string
  detail: string
  to: string
}

const PAUSE_MS = 150
const LIMIT = 6

/** What the server finds for a query, once the typing pauses. Empty while there is nothing to ask. */
export function useFound(query: string): { found: readonly Found[]; isSearching: boolean } {
  const [result, setResult] = useState<{ query: string; found: readonly Found[] }>({ query: '', found: [] })
  const wanted = query.trim()
  useEffect(() => {
    if (wanted.length < 2) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const found = await findOrders(wanted, stop.signal)
      if (!stop.signal.aborted) setResult({ query: wanted, found })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted])
  if (wanted.length < 2) return { found: [], isSearching: false }
  // While the next answer is awaited, the last one stays, so that the list doesn't flicker.
  return { found: result.found, isSearching: result.query !== wanted }
}

async function findOrders(q: string, signal: AbortSignal): Promise<Found[]> {
  if (!may('GET /orders')) return []
  const result = await callOnce('GET /orders', { query: { q, limit: LIMIT } }, { signal })
  if (!result.ok) return []
  return result.data.items.map(({ id, number, name, city, statusText, product, moreLines }) => ({
    id: `order ${id}`,
    label: `${number} · ${name}`,
    detail: [statusText, city, moreLines > 0 ? `${product} + ${moreLines}` : product].filter(Boolean).join(' · '),
    to: `/orders/${id}`,
  }))
}
