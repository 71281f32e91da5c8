import { Suspense } from 'react'
import { data } from 'react-router'
import { firstTouch } from '#platform/browser/first-touch.ts'
import { t } from '#platform/text/t.ts'
import { ProductRow } from '#shop/catalog/ui/product-row.tsx'
import { awaitSections, loadSections, type PageSection } from '#shop/home/client.ts'
import { CollectionBand } from '#shop/home/ui/collection-band.tsx'
import { HomeBanner } from '#shop/home/ui/home-banner.tsx'
import { HomeHero } from '#shop/home/ui/home-hero.tsx'
import { HomeTiles } from '#shop/home/ui/home-tiles.tsx'
import { Testimonials } from '#shop/home/ui/testimonials.tsx'
import { useSettings } from '#shop/settings/client.ts'
import type { SharedSettings } from '#shop/settings/rules.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { apiContext } from '../context.ts'
import { JsonLd } from '../json-ld.tsx'
import { pageMeta } from '../page-meta.ts'
import { usePublicOrigin } from '../public-origin.ts'
import type { Route } from './+types/home'

// Only a link, which works as the server's HTML, so the first touch brings its code.
const InstagramBlock = lazyComponent(
  async () => {
    await firstTouch
    return (await import('#shop/home/ui/instagram-block.tsx')).InstagramBlock
  },
  { extra: true },
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const hero = loaderData?.sections.find((section) => section.type === 'hero')
  return pageMeta(matches, { title: '', picture: hero ? { src: hero.picture, alt: hero.heading } : null })
}

/**
 * The sections with their products, awaited so that they're in the server's HTML. If a call fails, the page isn't
 * cached (503).
 */
export async function loader({ context }: Route.LoaderArgs) {
  const loaded = await loadSections(context.get(apiContext))
  const sections = loaded ? await awaitSections(loaded) : failedRows(t('Failed to fetch products.'))
  const isWhole = sections.every((one) => one.type !== 'products' || ('ok' in one.row && one.row.ok))
  return data({ sections }, { status: isWhole ? 200 : 503 })
}

/**
 * The same calls from the browser, awaiting only the sections. Their code is loaded on demand: a first visit doesn't
 * need it.
 */
export async function clientLoader() {
  try {
    const [{ api }, home] = await Promise.all([import('#shop/api.ts'), import('#shop/home/client.ts')])
    return { sections: (await home.loadSections(api)) ?? failedRows(t('Failed to fetch products.')) }
  } catch {
    // Without a network, the code of the calls can't be loaded either.
    return { sections: failedRows(t('Error fetching products. Please try again later.')) }
  }
}

/** The page if its sections can't be loaded: the rows of SPEC section 1, with a retry button. */
function failedRows(message: string): PageSection[] {
  return [t('Popular This Week'), t('Best Seller')].map((title) => ({
    type: 'products',
    title,
    row: { ok: false, message },
  }))
}

export default function HomePage({ loaderData: { sections } }: Route.ComponentProps) {
  const settings = useSettings()
  const origin = usePublicOrigin()
  const hasHero = sections.some((section) => section.type === 'hero')
  return (
    <>
      {hasHero ? null : <h1 className="sr-only">{settings['shop.name']}</h1>}
      <JsonLd data={import.meta.env.SSR ? organization(origin, settings) : null} />
      {sections.map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other identity, and change with the document.
        <Section key={at} section={section} />
      ))}
    </>
  )
}

/** Who runs the shop, for search engines. */
function organization(origin: string, settings: SharedSettings) {
  return {
    '@type': 'Organization',
    name: settings['shop.name'],
    legalName: settings['shop.legalName'],
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: settings['shop.email'],
    telephone: settings['shop.phone'],
    address: settings['shop.address'],
    sameAs: [settings['instagram.url']].filter((url) => url !== ''),
  }
}

function Section({ section }: { section: PageSection }) {
  switch (section.type) {
    case 'hero':
      return <HomeHero {...section} />
    case 'banner':
      return <HomeBanner {...section} />
    case 'tiles':
      return <HomeTiles {...section} />
    case 'products':
      return <ProductRow {...section} />
    case 'collection':
      return <CollectionBand {...section} />
    case 'testimonials':
      return <Testimonials {...section} />
    case 'instagram':
      return (
        <Suspense>
          <InstagramBlock {...section} />
        </Suspense>
      )
  }
}
