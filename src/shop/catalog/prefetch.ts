import { createAhead } from '#platform/ahead.ts'
import { api } from '../api.ts'
import { loadProduct } from './queries.ts'

type Details = Awaited<ReturnType<typeof loadProduct>>

/** Product details that a pointer rests on; shown only where the visit follows at once. */
const details = createAhead<Details>({ keepMs: 30_000, most: 6 })

/** Fetches a product's details before its page is opened. No view is counted: nobody has come yet. */
export function foreseeProduct(productId: string): void {
  details.prepare(productId, (signal) => loadProduct(api, productId, { signal }))
}

/**
 * A product's details for its page, asked for as a view (SPEC section 7, `viewProduct=true`). What was foreseen shows
 * meanwhile, where that worked.
 */
export function openProduct(productId: string, signal: AbortSignal): Promise<Details> {
  const asked = loadProduct(api, productId, { view: true, signal })
  const foreseen = details.take(productId)
  return foreseen ? Promise.race([foreseen.then((early) => (early.ok ? early : asked)), asked]) : asked
}

/** Milliseconds that a pointer or the focus rests on a link before that means something. */
const REST_MS = 150

/** Watches links to products, wherever they stand, for a pointer or a focus that rests. Answers the way to stop. */
export function watchProductLinks(foresee: (productId: string) => void = foreseeProduct): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let resting: string | null = null
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }

  function rest(target: EventTarget | null): void {
    const productId = productOf(target)
    if (productId === resting) return
    clearTimeout(timer)
    resting = productId
    if (productId !== null) timer = setTimeout(() => foresee(productId), REST_MS)
  }
  // A press is a visit already, which asks for itself; a finger takes a moment to be lifted again.
  function press({ pointerType, target }: PointerEvent): void {
    clearTimeout(timer)
    const productId = pointerType === 'touch' ? productOf(target) : null
    if (productId !== null) foresee(productId)
  }
  document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && rest(event.target), options)
  document.addEventListener('focusin', (event) => rest(event.target), options)
  document.addEventListener('pointerdown', press, options)
  stop.signal.addEventListener('abort', () => clearTimeout(timer))
  rest(document.querySelector(`${LINK}:hover`))
  return () => stop.abort()
}

const LINK = 'a[href^="/product-details/"]'

/** The product that a link around an element leads to; null for any other place, and for the page that is open. */
function productOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINK) : null
  if (link === null || link.pathname === window.location.pathname) return null
  return decodeURIComponent(link.pathname.split('/')[2] ?? '') || null
}
