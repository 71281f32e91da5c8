import { escapeHtml } from '#platform/html.server.ts'
import { LANGUAGES, type Language } from '#platform/text/languages.ts'

/** The sitemap protocol's limit of URLs in one file. */
const MAX_URLS = 50_000

const STORES_PATH = '/nearby-store'

/** The public pages that don't depend on the catalogue. */
export const STATIC_PATHS = [
  '/',
  '/categories',
  STORES_PATH,
  '/about-us',
  '/contact-us',
  '/privacy-policy',
  '/policies/terms',
  '/policies/shipping',
  '/policies/exchanges',
]

/** `robots.txt`: excludes the API and private pages. */
export function robotsText(publicUrl: string, hindi: boolean): string {
  const pages = ['/cart-details', '/cart-checkout-form', '/profile', '/my-orders', '/wishlist', '/saved-address']
  return [
    'User-agent: *',
    ...['/api/', '/admin', '/dev/', ...pages.flatMap((path) => [path, `/hi${path}`])].map(
      (path) => `Disallow: ${path}`,
    ),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    ...(hindi ? [`Sitemap: ${publicUrl}/sitemap-hi.xml`] : []),
    '',
  ].join('\n')
}

export interface SitemapPages {
  listings: readonly string[]
  /** The products' ids. */
  ids: readonly string[]
  hasStores: boolean
  language: Language
}

/**
 * `sitemap.xml`: every listing with its own page, and every product (CONTRACT, Pages). With more than 50,000 URLs it's
 * an index of numbered files, and `file` is the number. The Hindi pages have their own sitemap, `sitemap-hi.xml`.
 * @returns null if there's no file with this number
 */
export function sitemap(
  publicUrl: string,
  { listings, ids, hasStores, language }: SitemapPages,
  file: number | null,
): string | null {
  const fixed = STATIC_PATHS.filter((path) => hasStores || path !== STORES_PATH)
  const paths = [...fixed, ...listings, ...ids.map((id) => `/product-details/${id}`)]
  const files = Math.ceil(paths.length / MAX_URLS)
  const { path: prefix } = LANGUAGES[language]
  if (file === null && files > 1) return sitemapIndex(`${publicUrl}/sitemap${prefix.replace('/', '-')}`, files)
  const from = ((file ?? 1) - 1) * MAX_URLS
  const chosen = paths.slice(from, from + MAX_URLS)
  if (chosen.length === 0) return null
  const localized = (path: string) => escapeHtml(prefix !== '' && path === '/' ? prefix : `${prefix}${path}`)
  const entries = chosen.map((path) => `<url><loc>${publicUrl}${localized(path)}</loc></url>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`
}

function sitemapIndex(start: string, files: number): string {
  const entries = Array.from({ length: files }, (_, index) => `<sitemap><loc>${start}-${index + 1}.xml</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`
}
