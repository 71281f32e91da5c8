/** The sitemap protocol's limit of addresses in one file. */
const MOST = 50_000

/** The pages that are there for everybody, whatever the shop sells. */
export const STATIC_PATHS = ['/', '/categories', '/nearby-store', '/about-us', '/contact-us', '/privacy-policy']

/** `robots.txt`: everything public may be read; screens that belong to one shopper need no visit. */
export function robotsText(publicUrl: string): string {
  const closed = [
    '/api/',
    '/dev/',
    '/cart-details',
    '/cart-checkout-form',
    '/profile',
    '/my-orders',
    '/wishlist',
    '/saved-address',
  ]
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )
}

/** `sitemap.xml`: every product (CONTRACT, Pages). Past 50,000 addresses it is an index of numbered files. */
export function sitemap(publicUrl: string, ids: readonly string[], part: number | null): string | null {
  const paths = [...STATIC_PATHS, ...ids.map((id) => `/product-details/${id}`)]
  const parts = Math.ceil(paths.length / MOST)
  if (part === null && parts > 1) return indexOf(publicUrl, parts)
  const from = ((part ?? 1) - 1) * MOST
  const chosen = paths.slice(from, from + MOST)
  if (chosen.length === 0) return null
  const entries = chosen.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`
}

function indexOf(publicUrl: string, parts: number): string {
  const entries = Array.from(
    { length: parts },
    (_, part) => `<sitemap><loc>${publicUrl}/sitemap-${part + 1}.xml</loc></sitemap>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`
}
