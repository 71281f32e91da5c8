import type { Api, ApiResult } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { t } from '#platform/text/t.ts'
import { type Card, createCard, type ShownProduct } from '../catalog/card.ts'
import type { Loaded } from '../catalog/client.ts'
import { ofColor } from '../catalog/rules.ts'
import type { ShopContract } from '../contract.ts'
import type { FilterOptions, SearchExplanation } from './contract.ts'
import { type Filters, PAGE_SIZE, toQuery, withNamedFilters } from './rules.ts'

type ShopApi = Api<ShopContract>

/** A page of the listing. `total`: all matches; `next`: where the next page starts, null on the last one. */
export type ListingPage = { products: Card[]; total: number; next: string | null }

type ListingRequest = {
  cursor?: string
  search?: SearchExplanation | null | Promise<SearchExplanation | null>
  signal?: AbortSignal
}

/**
 * One page of the listing, 24 products after `cursor`. Errors have the messages of SPEC section 8.
 * @param search how the search text was understood: the cards show the colours that it names
 */
export async function loadListing(
  api: ShopApi,
  filters: Filters,
  { cursor, search = null, signal }: ListingRequest = {},
): Promise<Loaded<ListingPage>> {
  const query = { ...toQuery(filters), limit: String(PAGE_SIZE), ...(cursor === undefined ? {} : { cursor }) }
  const response = await api('GET /user/filterProduct', { query }, signal ? { signal } : {})
  if (response.ok && Array.isArray(response.data))
    return { ok: true, value: readPage(response, withNamedFilters(filters, await search)) }
  const message = listingProblem(response)
  if (!signal?.aborted) logProblem('The listing couldn’t be loaded', message)
  return { ok: false, message }
}

/** The filter panel's options and counts. Null if they can't be loaded, and then the panel shows no counts. */
export async function loadOptions(api: ShopApi, filters: Filters, signal?: AbortSignal): Promise<FilterOptions | null> {
  const { sortBy: _, soldOut: __, ...query } = toQuery(filters)
  const response = await api('GET /user/filterOptions', { query }, signal ? { signal } : {})
  return response.ok && response.data.categories ? response.data : null
}

function readPage(response: { data: ShownProduct[]; headers: Headers }, filters: Filters): ListingPage {
  const counted = Number(response.headers.get('x-total-count') ?? Number.NaN)
  return {
    products: response.data.map((product) => createCard(product, requestedColors(product, filters))),
    total: Number.isSafeInteger(counted) ? counted : response.data.length,
    next: nextCursor(response.headers.get('link')),
  }
}

/** A product's colours that are chosen, themselves or by their family. With sizes chosen, only those in stock in one of them. */
function requestedColors(product: ShownProduct, filters: Filters): string[] {
  const { colors = [], colorFamilies, variants } = product
  const isNamed = (name: string | undefined) => name !== undefined && filters.colors.includes(name)
  const isInSize = (color: string) =>
    filters.sizes.length === 0 ||
    variants?.some((variant) => variant.color === color && variant.quantity > 0 && filters.sizes.includes(variant.size))
  return colors.filter((color) => (isNamed(color) || isNamed(ofColor(colorFamilies, color))) && isInSize(color))
}

function listingProblem(response: ApiResult<unknown>): string {
  if (response.ok) return t('We couldn’t read the product list.')
  return response.status === 0 ? response.message : t('HTTP error! status: {status}', { status: response.status })
}

/** The cursor of the `Link` header's next page (RFC 8288). Null on the last page. */
export function nextCursor(link: string | null): string | null {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^,<]*)/g)) {
    if (!/;\s*rel="?(?:[^"]*\s)?next[\s"]?/i.test(parameters)) continue
    return new URL(target, 'http://shop').searchParams.get('cursor')
  }
  return null
}
