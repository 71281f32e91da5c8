import { api } from '../api.ts'
import type { Suggestions } from './contract.ts'

/** Products and searches for a text as it's typed, or null if they can't be loaded. */
export async function loadSuggestions(q: string, signal: AbortSignal): Promise<Suggestions | null> {
  const response = await api('GET /user/suggest', { query: q === '' ? {} : { q } }, { signal })
  return response.ok ? response.data : null
}
