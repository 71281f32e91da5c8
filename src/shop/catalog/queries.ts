import type { Answer, Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { ShopContract } from '../contract.ts'
import type { FilterOptions } from './contract.ts'
import { type Filters, toQuery } from './rules.ts'
import type { Card, ShownProduct } from './ui/card-view.ts'
import { toCard } from './ui/to-card.ts'

/*
 * The catalogue's calls as the pages make them. Each takes the API: the server's loaders hand in the in-process one,
 * the browser its own, so both sides show the same answers in the same words.
 */
type ShopApi = Api<ShopContract>

/** Products of one answer, or the sentence to show in their place. */
export type Loaded<T> = { ok: true; value: T } | { ok: false; message: string }

/** A page of the listing. `total`: all matches; `next`: where the next page starts, null on the last one. */
export type ListingPage = { products: Card[]; total: number; next: string | null }

/** Products shown at a time. */
export const PAGE_SIZE = 24

/** A row of the home page. The sentences are those of SPEC section 8: an answer that is not 200, and no answer. */
export async function loadRow(
  api: ShopApi,
  name: 'GET /home/latestArrivals' | 'GET /home/topCollection',
): Promise<Loaded<Card[]>> {
  const answer = await api(name)
  if (answer.ok && answer.data.status === 200 && Array.isArray(answer.data.data)) {
    return { ok: true, value: answer.data.data.map(toCard) }
  }
  const unreached = answer.status === 0
  return {
    ok: false,
    message: unreached ? 'Error fetching products. Please try again later.' : 'Failed to fetch products.',
  }
}

/** The banner's address; null where there is none. A failure is logged only (SPEC section 8). */
export async function loadBanner(api: ShopApi): Promise<string | null> {
  const answer = await api('GET /user/banner')
  if (answer.ok) return answer.data.url || null
  logProblem('The banner could not be loaded', answer.status)
  return null
}

/** One page of the listing, 24 products from `cursor` on. A refusal reads as SPEC section 8 words it. */
export async function loadListing(
  api: ShopApi,
  filters: Filters,
  { cursor, signal }: { cursor?: string; signal?: AbortSignal } = {},
): Promise<Loaded<ListingPage>> {
  const query = { ...toQuery(filters), limit: String(PAGE_SIZE), ...(cursor === undefined ? {} : { cursor }) }
  const answer = await api('GET /user/filterProduct', { query }, signal ? { signal } : {})
  if (answer.ok && Array.isArray(answer.data)) return { ok: true, value: readPage(answer) }
  const message = listingProblem(answer)
  if (!signal?.aborted) logProblem('The listing could not be loaded', message)
  return { ok: false, message }
}

/** What the filter panel may offer and count; null where it can't be had: the panel does without counts. */
export async function loadOptions(api: ShopApi, filters: Filters, signal?: AbortSignal): Promise<FilterOptions | null> {
  const { sortBy: _, ...query } = toQuery(filters)
  const answer = await api('GET /user/filterOptions', { query }, signal ? { signal } : {})
  return answer.ok && answer.data.categories ? answer.data : null
}

/** No answer came. */
const UNREACHED: NoProduct = { ok: false, status: 0, message: 'Failed to fetch product details.', detail: '' }

/** Why a product's details are not there: the sentence of SPEC section 8, and what the server said beside it. */
export type NoProduct = { ok: false; status: number; message: string; detail: string }

/** A product's details; `view` counts the visit (SPEC section 7, `viewProduct=true`). */
export async function loadProduct(
  api: ShopApi,
  productId: string,
  { view = false, signal }: { view?: boolean; signal?: AbortSignal } = {},
): Promise<{ ok: true; product: ShownProduct } | NoProduct> {
  const input = { params: { productId }, ...(view ? { query: { viewProduct: 'true' } } : {}) }
  const answer = await api('GET /product/getProductDetail/{productId}', input, signal ? { signal } : {})
  if (answer.ok && answer.data.status === 200 && answer.data.data) return { ok: true, product: answer.data.data }
  if (answer.status === 0) return UNREACHED
  const detail = (answer.ok ? answer.data.message : answer.message) ?? ''
  return { ok: false, status: answer.status, message: 'Failed to fetch product details', detail }
}

function readPage(answer: { data: ShownProduct[]; headers: Headers }): ListingPage {
  const counted = Number(answer.headers.get('x-total-count') ?? Number.NaN)
  return {
    products: answer.data.map(toCard),
    total: Number.isSafeInteger(counted) ? counted : answer.data.length,
    next: nextCursor(answer.headers.get('link')),
  }
}

function listingProblem(answer: Answer<unknown>): string {
  if (answer.ok) return 'The list of products could not be read.'
  return answer.status === 0 ? answer.message : `HTTP error! status: ${answer.status}`
}

/** The cursor of the page that a `Link` header calls next (RFC 8288); null where it names none. */
export function nextCursor(link: string | null): string | null {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^,<]*)/g)) {
    if (!/;\s*rel="?(?:[^"]*\s)?next[\s"]?/i.test(parameters)) continue
    return new URL(target, 'http://shop').searchParams.get('cursor')
  }
  return null
}
