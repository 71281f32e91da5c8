import type { MetaDescriptor } from 'react-router'
import type { SharedSettings } from '#shop/settings/rules.ts'
import { pictureAt } from '#ui/picture.tsx'

/** The metadata of a page for search engines and link previews. */
export type PageFacts = {
  /** Without the shop's name. */
  title: string
  /** Defaults to the shop's own. */
  description?: string
  /** `false` for pages that belong to one shopper or one visit. */
  index?: boolean
  /** The path or URL of the picture in a link preview. Defaults to the shop's icon. */
  picture?: { src: string; alt: string } | null
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** A route's `meta`. `{shop}` in a description becomes the shop's name. The canonical URL is in root.tsx. */
export function pageMeta(matches: Matches, { title, description, index = true, picture }: PageFacts): MetaDescriptor[] {
  // Safe cast: what the root route's loader returns.
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { settings: SharedSettings; origin: string }
    | undefined
  const shop = root?.settings['shop.name'] ?? ''
  const full = [title, shop].filter((part) => part !== '').join(' | ')
  const about = (description ?? root?.settings['shop.description'] ?? '').replaceAll('{shop}', shop)
  return [
    { title: full },
    { name: 'description', content: about },
    { property: 'og:title', content: full },
    { property: 'og:description', content: about },
    { property: 'og:site_name', content: shop },
    ...(root ? preview(root.origin, picture ?? null) : []),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

/** The picture of a link preview: JPEG unless the crawler asks for another format (platform/pictures). */
function preview(origin: string, picture: PageFacts['picture']): MetaDescriptor[] {
  if (!picture || picture.src === '')
    return [
      { property: 'og:image', content: `${origin}/icon-512.png` },
      { name: 'twitter:card', content: 'summary' },
    ]
  const { src, alt } = picture
  return [
    { property: 'og:image', content: new URL(src.startsWith('/media/') ? pictureAt(src, 1080) : src, origin).href },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
