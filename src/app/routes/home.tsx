import { data } from 'react-router'
import type { Card } from '#shop/catalog/card.ts'
import type { Loaded } from '#shop/catalog/queries.ts'
import { loadBanner, loadRow } from '#shop/home/queries.ts'
import { CollectionBand } from '#shop/home/ui/collection-band.tsx'
import { HomeBanner } from '#shop/home/ui/home-banner.tsx'
import { HomeHero } from '#shop/home/ui/home-hero.tsx'
import { HomeTiles } from '#shop/home/ui/home-tiles.tsx'
import { InstagramBlock } from '#shop/home/ui/instagram-block.tsx'
import { ProductRow } from '#shop/home/ui/product-row.tsx'
import { Testimonials } from '#shop/home/ui/testimonials.tsx'
import { useSettings } from '#shop/settings/queries.ts'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: '',
    description: 'Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.',
  })

/** Both rows and the banner, awaited so that they are in the server's HTML. With a failed row the page is not cached (503). */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [latest, top, banner] = await Promise.all([
    loadRow(api, 'GET /home/latestArrivals'),
    loadRow(api, 'GET /home/topCollection'),
    loadBanner(api),
  ])
  return data({ latest, top, banner }, { status: latest.ok && top.ok ? 200 : 503 })
}

/** The same calls from the browser, not awaited. Their code is loaded on demand, because a first visit does not need it. */
export function clientLoader() {
  const calls = Promise.all([import('#shop/api.ts'), import('#shop/home/queries.ts')])
  // Without a network the code of the calls can't be loaded either.
  const failed: Loaded<Card[]> = { ok: false, message: 'Error fetching products. Please try again later.' }
  const row = (name: 'GET /home/latestArrivals' | 'GET /home/topCollection') =>
    calls.then(([{ api }, catalog]) => catalog.loadRow(api, name)).catch(() => failed)
  return {
    latest: row('GET /home/latestArrivals'),
    top: row('GET /home/topCollection'),
    banner: calls.then(([{ api }, catalog]) => catalog.loadBanner(api)).catch(() => null),
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const settings = useSettings()
  return (
    <>
      <HomeHero />
      <HomeBanner url={loaderData.banner} />
      <HomeTiles />
      <ProductRow title="Popular This Week" row={loaderData.latest} />
      <CollectionBand />
      <ProductRow title="Best Seller" row={loaderData.top} />
      <Testimonials />
      {settings['instagram.url'] === '' ? null : (
        <InstagramBlock handle={settings['instagram.handle']} url={settings['instagram.url']} />
      )}
    </>
  )
}
