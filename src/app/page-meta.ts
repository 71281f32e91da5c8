import type { MetaDescriptor } from 'react-router'

/** What a page says about itself to a search engine or a chat preview. */
export type PageFacts = {
  /** Without the shop's name, which is added. */
  title: string
  description: string
  /** `false` for pages that belong to one shopper or one visit. */
  index?: boolean
  /** Absolute address of a preview picture. */
  image?: string
}

/** Turns the facts into a route's `meta` answer. The canonical address is the document's business (root.tsx). */
export function pageMeta({ title, description, index = true, image }: PageFacts): MetaDescriptor[] {
  const full = title === '' ? 'Fourth ProgressStep' : `${title} | Fourth ProgressStep`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Fourth ProgressStep' },
    ...(image === undefined ? [] : [{ property: 'og:image', content: image }]),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
