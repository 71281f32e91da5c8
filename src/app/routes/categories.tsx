import { data } from 'react-router'
import { api as browserApi } from '#shop/api.ts'
import { productListJsonLd } from '#shop/catalog/ui/product-json-ld.ts'
import { loadListing, loadOptions } from '#shop/listing/queries.ts'
import { filtersFromParams } from '#shop/listing/ui/format-filters.ts'
import { ListingPage } from '#shop/listing/ui/listing-page.tsx'
import { apiContext } from '../context.ts'
import { pageMeta, shopName } from '../page-meta.ts'
import type { Route } from './+types/categories'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta(matches, {
    title: 'All Items',
    description: 'Browse every tee, hoodie, cargo and kurta of {shop} by category, size, colour, fabric and price.',
  }),
  ...listData(loaderData, shopName(matches)),
]

/** The first page of the list for search engines, which only read the server's HTML. */
function listData(shown: Route.MetaArgs['loaderData'], shop: string) {
  if (!shown || !('origin' in shown) || !shown.page.ok) return []
  return [{ 'script:ld+json': productListJsonLd(shown.page.value.products, { origin: shown.origin, shop }) }]
}

/** The first page of the list, and the counts of the filters. A page with a failed list is not cached (503). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { origin, searchParams } = new URL(request.url)
  const filters = filtersFromParams(searchParams)
  const [page, options] = await Promise.all([loadListing(api, filters), loadOptions(api, filters)])
  return data({ page, options, origin }, { status: page.ok ? 200 : 503 })
}

/** The same calls from the browser, not awaited: the page shows 'Loading products...' meanwhile. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersFromParams(new URL(request.url).searchParams)
  const { signal } = request
  return { page: loadListing(browserApi, filters, { signal }), options: loadOptions(browserApi, filters, signal) }
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  return <ListingPage page={loaderData.page} options={loaderData.options} />
}
