import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#platform/html.server.ts'
import { DEFAULT_SETTINGS, type Settings } from '#shop/settings/rules.ts'

const DEMONSTRATION = readFileSync(join(import.meta.dirname, '../../catalogue/favicon.svg'), 'utf8')

/** Whether the shop still has the demonstration's name, to which the icons in `public/` belong. */
function isDemonstration(settings: Settings): boolean {
  return settings['shop.name'] === DEFAULT_SETTINGS['shop.name']
}

/** `manifest.webmanifest` in the shop's name. Only the demonstration has drawn icons; another shop has its monogram. */
export function manifestText(settings: Settings): string {
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({ src, sizes, type, purpose })
  return JSON.stringify({
    name: settings['shop.name'],
    short_name: settings['shop.name'],
    description: settings['shop.description'],
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en-IN',
    dir: 'ltr',
    background_color: '#f7f4ed',
    theme_color: '#14130f',
    categories: ['shopping', 'lifestyle'],
    icons: [
      icon('/favicon.svg', 'any', 'image/svg+xml'),
      ...(isDemonstration(settings)
        ? [icon('/icon-192.png', '192x192', 'image/png'), icon('/icon-512.png', '512x512', 'image/png', 'any maskable')]
        : []),
    ],
  })
}

/** The demonstration's icon, and for a shop of another name its first letter on a dark square. */
export function favicon(settings: Settings): string {
  if (isDemonstration(settings)) return DEMONSTRATION
  const [letter = ''] = Array.from(settings['shop.name'].toUpperCase())
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#14130f"/><text x="20" y="29" font-family="system-ui, sans-serif" font-size="25" font-weight="800" text-anchor="middle" fill="#f7f4ed">${escapeHtml(letter)}</text></svg>\n`
}
