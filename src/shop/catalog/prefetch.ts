import { savesData } from '#platform/browser/save-data.ts'
import { api } from '../api.ts'
import { loadProduct } from './queries.ts'

type Details = Awaited<ReturnType<typeof loadProduct>>

/** Milliseconds for which prefetched details may be shown. */
const MAX_AGE_MS = 30_000

const prefetched = new Map<string, Promise<Details>>()

/** Requests a product's details before its page is opened; not as a view, and not for a visitor who saves data. */
export function prefetchProduct(productId: string): void {
  if (savesData() || prefetched.has(productId)) return
  prefetched.set(productId, loadProduct(api, productId))
  setTimeout(() => prefetched.delete(productId), MAX_AGE_MS)
}

/**
 * A product's details for its page, requested as a view (SPEC section 7, `viewProduct=true`). Prefetched details are
 * returned if they arrive first.
 */
export function openProduct(productId: string, signal: AbortSignal): Promise<Details> {
  const requested = loadProduct(api, productId, { view: true, signal })
  const prefetch = prefetched.get(productId)
  prefetched.delete(productId)
  return prefetch
    ? Promise.race([prefetch.then((details) => (details.ok ? details : requested)), requested])
    : requested
}
