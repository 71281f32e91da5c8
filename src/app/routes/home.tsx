import { data } from 'react-router'
import type { Card } from '#shop/catalog/card.ts'
import type { Loaded } from '#shop/catalog/queries.ts'
import { shopFacts } from '#shop/contact/ui/shop-facts.ts'
import { loadBanner, loadRow } from '#shop/home/queries.ts'
import { CollectionBand } from '#shop/home/ui/collection-band.tsx'
import { HomeBanner } from '#shop/home/ui/home-banner.tsx'
import { HomeHero } from '#shop/home/ui/home-hero.tsx'
import { HomeTiles } from '#shop/home/ui/home-tiles.tsx'
import { InstagramBlock } from '#shop/home/ui/instagram-block.tsx'
import { ProductRow } from '#shop/home/ui/product-row.tsx'
import { Testimonials } from '#shop/home/ui/testimonials.tsx'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: '',
    description: 'Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.',
  })

/** Both rows and the banner, awaited: they stand in the server's HTML. A row that failed is not kept (503). */
export async function loader({ context }: Route.LoaderArgs) {
  const inside = context.get(apiContext)
  const [latest, top, banner] = await Promise.all([
    loadRow(inside, 'GET /home/latestArrivals'),
    loadRow(inside, 'GET /home/topCollection'),
    loadBanner(inside),
  ])
  return data({ latest, top, banner }, { status: latest.ok && top.ok ? 200 : 503 })
}

/**
 * The same calls from the browser; the page stands there with 'Loading products...' until they have come. Their code is
 * not part of the first visit, which finds everything in the server's HTML.
 */
export function clientLoader() {
  const calls = Promise.all([import('#shop/api.ts'), import('#shop/home/queries.ts')])
  // The code of the calls could not be fetched: no network.
  const noAnswer: Loaded<Card[]> = { ok: false, message: 'Error fetching products. Please try again later.' }
  const row = (name: 'GET /home/latestArrivals' | 'GET /home/topCollection') =>
    calls.then(([{ api }, catalog]) => catalog.loadRow(api, name)).catch(() => noAnswer)
  return {
    latest: row('GET /home/latestArrivals'),
    top: row('GET /home/topCollection'),
    banner: calls.then(([{ api }, catalog]) => catalog.loadBanner(api)).catch(() => null),
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HomeHero />
      <HomeBanner url={loaderData.banner} />
      <HomeTiles />
      <ProductRow title="Popular This Week" row={loaderData.latest} />
      <CollectionBand />
      <ProductRow title="Best Seller" row={loaderData.top} />
      <Testimonials />
      <InstagramBlock handle={shopFacts.instagram.handle} url={shopFacts.instagram.url} />
    </>
  )
}
