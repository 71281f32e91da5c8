import { data } from 'react-router'
import { api } from '#shop/api.ts'
import { loadListing, loadOptions } from '#shop/catalog/queries.ts'
import { LIST_NAMES, readFilters } from '#shop/catalog/rules.ts'
import { toCard } from '#shop/catalog/ui/card-view.ts'
import { ListingPage } from '#shop/catalog/ui/listing-page.tsx'
import { productListData } from '#shop/catalog/ui/product-data.ts'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/categories'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...pageMeta({
    title: 'All Items',
    description:
      'Browse every tee, hoodie, cargo and kurta of Fourth Seat by category, size, colour, fabric and price.',
  }),
  ...(loaderData && 'list' in loaderData && loaderData.list ? [{ 'script:ld+json': loaderData.list }] : []),
]

/** The first page of the list and the panel's counts. A list that failed is not kept (503). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const inside = context.get(apiContext)
  const { origin, searchParams } = new URL(request.url)
  const filters = readFilters(joinRepeats(searchParams))
  const [page, options] = await Promise.all([loadListing(inside, filters), loadOptions(inside, filters)])
  const list = page.ok ? productListData(page.value.products, origin) : null
  const slim = page.ok ? { ...page, value: { ...page.value, products: page.value.products.map(toCard) } } : page
  return data({ page: slim, options, list }, { status: page.ok ? 200 : 503 })
}

/** The same calls from the browser, not awaited: the page says 'Loading products...' meanwhile. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = readFilters(new URL(request.url).searchParams)
  const { signal } = request
  return { page: loadListing(api, filters, { signal }), options: loadOptions(api, filters, signal) }
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  return <ListingPage page={loaderData.page} options={loaderData.options} />
}

/** Without JavaScript the panel is a plain form, which names a list once for each ticked value. */
function joinRepeats(params: URLSearchParams): URLSearchParams {
  const joined = new URLSearchParams(params)
  for (const name of LIST_NAMES) if (params.has(name)) joined.set(name, params.getAll(name).join(','))
  return joined
}
