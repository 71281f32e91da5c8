import { data, useLocation } from 'react-router'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { formatPrice } from '#platform/money.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { productListJsonLd } from '#shop/catalog/ui/product-json-ld.ts'
import { type ListingPage as ListingData, loadListing, loadOptions } from '#shop/listing/client.ts'
import type { FilterOptions } from '#shop/listing/contract.ts'
import { type Landing, landingOf } from '#shop/listing/landing.ts'
import { isFiltered } from '#shop/listing/rules.ts'
import { filtersFromParams } from '#shop/listing/ui/format-filters.ts'
import { ListingPage } from '#shop/listing/ui/listing-page.tsx'
import { useSettings } from '#shop/settings/client.ts'
import { Alternates } from '../alternates.tsx'
import { apiContext } from '../context.ts'
import { breadcrumbs, JsonLd } from '../json-ld.tsx'
import { pageMeta } from '../page-meta.ts'
import { usePublicOrigin } from '../public-origin.ts'
import type { Route } from './+types/categories'

/**
 * For search engines, one category, subcategory or colour that a product has is its own page. Other choices count as the
 * full listing, or any other text would become a title. The browser's own loads aren't finished yet (null).
 */
function landingOfPage(search: string, total: number | null): Landing | null {
  return total === 0 ? null : landingOf(filtersFromParams(new URLSearchParams(search)))
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const filters = filtersFromParams(new URLSearchParams(location.search))
  const page = shownPage(loaderData?.page)
  const total = totalOf(loaderData?.page)
  const { title } = landingOfPage(location.search, total) ?? {}
  const first = page?.products[0]
  return pageMeta(matches, {
    title: title ?? t('All Items'),
    description:
      title && first && filters.sortBy === 'lowToHigh'
        ? t('{title} at {shop}: {total} from {price}, by size, colour, fabric and price.', {
            title,
            shop: '{shop}',
            total: page.total,
            price: formatPrice(first.price),
          })
        : t('Browse everything at {shop} by category, size, colour, fabric and price.'),
    index: total !== 0 || !isFiltered(filters),
    picture: first ? { src: first.cover, alt: first.name } : null,
  })
}

/** The first page of the list, and the counts of the filters. If the list fails, the page isn't cached (503). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const filters = filtersFromParams(new URL(request.url).searchParams)
  const loadingOptions = loadOptions(api, filters)
  const [page, options] = await Promise.all([
    loadListing(api, filters, { search: explanationIn(loadingOptions) }),
    loadingOptions,
  ])
  return data({ page, options }, { status: page.ok ? 200 : 503 })
}

/**
 * The same calls from the browser, not awaited: the page shows 'Loading products...' meanwhile. Their code is loaded on
 * demand, because a first visit doesn't need it.
 */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersFromParams(new URL(request.url).searchParams)
  const { signal } = request
  const code = Promise.all([import('#shop/api.ts'), import('#shop/listing/client.ts')])
  const options = code.then(([{ api }, listing]) => listing.loadOptions(api, filters, signal)).catch(() => null)
  const page = code
    .then(([{ api }, listing]) => listing.loadListing(api, filters, { search: explanationIn(options), signal }))
    .catch(() => ({ ok: false as const, message: NEEDS_CONNECTION }))
  return { page, options }
}

async function explanationIn(options: Promise<FilterOptions | null>) {
  return (await options)?.search ?? null
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ListingPage page={loaderData.page} options={loaderData.options} />
      <ListData page={loaderData.page} />
    </>
  )
}

type PageData = Route.ComponentProps['loaderData']['page'] | undefined

/** The list loaded by the server, or null while the browser loads one. */
function shownPage(page: PageData): ListingData | null {
  return page && 'ok' in page && page.ok ? page.value : null
}

/** The number of products, 0 if they couldn't be loaded, or null while the browser loads them. */
function totalOf(page: PageData): number | null {
  return page && 'ok' in page ? (shownPage(page)?.total ?? 0) : null
}

/** The first page of the list and its breadcrumbs, for search engines. */
function ListData({ page }: { page: PageData }) {
  const { search } = useLocation()
  const origin = usePublicOrigin()
  const shop = useSettings()['shop.name']
  const landing = landingOfPage(search, totalOf(page))
  const path = `/categories${landing ? `?${landing.query}` : ''}`
  const steps = [{ name: t('Categories'), path: '/categories' }, ...(landing ? [{ name: landing.title, path }] : [])]
  return (
    <>
      {import.meta.env.SSR ? <Alternates path={path} /> : null}
      <link rel="canonical" href={`${origin}${localPath(path)}`} />
      <JsonLd
        data={import.meta.env.SSR ? productListJsonLd(shownPage(page)?.products ?? [], { origin, shop }) : null}
      />
      <JsonLd data={import.meta.env.SSR ? breadcrumbs(origin, steps) : null} />
    </>
  )
}
