import { prefersReducedData } from '#platform/browser/save-data.ts'
import { api } from '../api.ts'
import { loadProduct } from './client.ts'

type Details = Awaited<ReturnType<typeof loadProduct>>

/** Milliseconds for which prefetched details may be shown. */
const MAX_AGE_MS = 30_000

const HOVER_MS = 100

const prefetched = new Map<string, Promise<Details>>()

/**
 * Prefetches a product's details after 100 ms of hovering over a link to it, as `prefetch="intent"` does with modules,
 * or on touch. Returns the function that stops this.
 */
export function prefetchHoveredProducts(): () => void {
  let timer: ReturnType<typeof setTimeout>
  let hovered: string | undefined
  const stop = new AbortController()
  const { signal } = stop
  const onPointer = ({ target, pointerType, type }: PointerEvent) => {
    const productId = type === 'pointerdown' && pointerType === 'mouse' ? undefined : linkedProduct(target)
    if (productId === hovered) return
    hovered = productId
    clearTimeout(timer)
    if (productId) timer = setTimeout(prefetchProduct, pointerType === 'mouse' ? HOVER_MS : 0, productId)
  }
  document.addEventListener('pointerover', onPointer, { signal, passive: true })
  document.addEventListener('pointerdown', onPointer, { signal, passive: true })
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}

/** The product that a link leads to. */
function linkedProduct(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  return link?.pathname.match(/^\/product-details\/([^/]+)$/)?.[1]
}

/**
 * Requests a product's details before its page is opened. It doesn't count as a view, and does nothing for a visitor
 * who saves data.
 */
export function prefetchProduct(productId: string): void {
  if (prefersReducedData() || prefetched.has(productId)) return
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
