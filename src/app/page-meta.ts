import type { MetaDescriptor } from 'react-router'

/** The metadata of a page for search engines and link previews. */
export type PageFacts = {
  /** Without the shop's name. */
  title: string
  description: string
  /** `false` for pages that belong to one shopper or one visit. */
  index?: boolean
  /** The absolute URL of a preview picture. */
  image?: string
}

/** A route's `meta`. The canonical URL is in root.tsx. */
export function pageMeta({ title, description, index = true, image }: PageFacts): MetaDescriptor[] {
  const full = title === '' ? 'Fourth Seat' : `${title} | Fourth Seat`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Fourth Seat' },
    ...(image === undefined ? [] : [{ property: 'og:image', content: image }]),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
