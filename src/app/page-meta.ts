import type { MetaDescriptor } from 'react-router'
import type { SharedSettings } from '#shop/settings/rules.ts'

/** The metadata of a page for search engines and link previews. */
export type PageFacts = {
  /** Without the shop's name. */
  title: string
  description: string
  /** `false` for pages that belong to one shopper or one visit. */
  index?: boolean
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The shop's name, in a route's `meta`. */
export function shopName(matches: Matches): string {
  // Safe cast: the root route's loader returns the settings.
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { settings: SharedSettings } | undefined
  return root?.settings['shop.name'] ?? ''
}

/** A route's `meta`; `{shop}` in a description is the shop's name. The canonical URL and the preview picture are in root.tsx. */
export function pageMeta(matches: Matches, { title, description, index = true }: PageFacts): MetaDescriptor[] {
  const shop = shopName(matches)
  const full = [title, shop].filter((part) => part !== '').join(' | ')
  const about = description.replaceAll('{shop}', shop)
  return [
    { title: full },
    { name: 'description', content: about },
    { property: 'og:title', content: full },
    { property: 'og:description', content: about },
    { property: 'og:site_name', content: shop },
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
