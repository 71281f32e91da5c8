import type { Answer, Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { Card, ShownProduct } from '../catalog/card.ts'
import { createCard } from '../catalog/create-card.ts'
import type { Loaded } from '../catalog/queries.ts'
import type { ShopContract } from '../contract.ts'
import type { FilterOptions } from './contract.ts'
import { type Filters, toQuery } from './rules.ts'

type ShopApi = Api<ShopContract>

/** A page of the listing. `total`: all matches; `next`: where the next page starts, null on the last one. */
export type ListingPage = { products: Card[]; total: number; next: string | null }

/** Products shown at a time. */
export const PAGE_SIZE = 24

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

function readPage(answer: { data: ShownProduct[]; headers: Headers }): ListingPage {
  const counted = Number(answer.headers.get('x-total-count') ?? Number.NaN)
  return {
    products: answer.data.map(createCard),
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
