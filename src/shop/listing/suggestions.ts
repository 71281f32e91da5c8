import { api } from '../api.ts'

/** Suggestions for a text that is being typed. */
export interface Suggestions {
  products: { _id: string; name: string; price: number; image: string }[]
  searches: string[]
}

/** The server's suggestions; null where they can't be loaded. */
export async function loadSuggestions(q: string, signal: AbortSignal): Promise<Suggestions | null> {
  const response = await api('GET /user/suggest', { query: q === '' ? {} : { q } }, { signal })
  return response.ok ? response.data : null
}
