import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#platform/html.server.ts'
import { textOn } from '#shop/settings/colour-rules.ts'
import { hasDefaultName, type Settings } from '#shop/settings/definitions.ts'
import { drawLogo } from '#shop/settings/drawn-logo.server.ts'

const DEMONSTRATION = readFileSync(join(import.meta.dirname, '../../catalogue/favicon.svg'), 'utf8')

/** The light page's background. */
const PAPER = '#f7f4ed'

/** True if the icons in `public/` are this shop's. */
function isDemonstration(settings: Settings): boolean {
  return hasDefaultName(settings) && settings['brand.mark'] === ''
}

/**
 * `manifest.webmanifest` in the shop's name. A shop with neither the demonstration's name nor a mark only has its
 * monogram.
 */
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
    background_color: PAPER,
    theme_color: '#14130f',
    categories: ['shopping', 'lifestyle'],
    icons: [
      icon('/favicon.svg', 'any', 'image/svg+xml'),
      ...(isDemonstration(settings) || settings['brand.mark'] !== ''
        ? [
            icon('/icon-192.png', '192x192', 'image/png'),
            icon('/icon-512.png', '512x512', 'image/png'),
            icon('/icon-512.png', '512x512', 'image/png', 'maskable'),
          ]
        : []),
    ],
    shortcuts: [
      { name: 'Cart', url: '/cart-details' },
      { name: 'Search', url: '/categories' },
      { name: 'Wishlist', url: '/wishlist' },
    ],
  })
}

/** The demonstration's icon or, for a shop without a mark, its first letter on a square of its colour. */
export function favicon(settings: Settings): string {
  if (isDemonstration(settings)) return DEMONSTRATION
  const square = settings['brand.accent']
  const [letter = ''] = Array.from(settings['shop.name'].toUpperCase())
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="${square}"/><text x="20" y="29" font-family="system-ui, sans-serif" font-size="25" font-weight="800" text-anchor="middle" fill="${textOn(square)}">${escapeHtml(letter)}</text></svg>\n`
}

/** Pixels of the icons by file name. */
const ICONS: Readonly<Record<string, number>> = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'apple-touch-icon.png': 180,
}
/** The height of a mail's logo in pixels, for screens with three to a CSS pixel. */
const MAIL_MARK_HEIGHT = 96

/** What was made of the owner's current mark, by name. */
const made = { mark: '', files: new Map<string, Promise<Buffer | null>>() }

/** A file that is made of the mark once, or null if the mark can't be drawn. */
function madeOnce(mark: string, name: string, make: (drawing: Uint8Array) => Promise<Buffer>): Promise<Buffer | null> {
  if (made.mark !== mark) Object.assign(made, { mark, files: new Map() })
  const { files } = made
  const known = files.get(name)
  if (known) return known
  const file = drawLogo(mark).then((drawing) => (drawing === null ? null : make(drawing)))
  files.set(name, file)
  file.catch(() => files.delete(name))
  return file
}

/** Loaded on demand, for a faster start. */
const loadSharp = async () => (await import('sharp')).default

/** The owner's logo for mails, which can't show SVG: a PNG on light paper, or null. */
export async function mailMark(settings: Settings): Promise<Buffer | null> {
  const mark = settings['brand.mark']
  if (mark === '') return null
  return madeOnce(mark, 'mail', async (drawing) => {
    const sharp = await loadSharp()
    return sharp(drawing)
      .resize({ height: MAIL_MARK_HEIGHT, width: MAIL_MARK_HEIGHT * 5, fit: 'inside' })
      .flatten({ background: PAPER })
      .png()
      .toBuffer()
  })
}

/**
 * An icon of this name, drawn from the owner's mark. `file`: use the demonstration's in `public/`. Null: there is none.
 */
export async function iconOf(settings: Settings, name: string): Promise<Buffer | 'file' | null> {
  const size = ICONS[name]
  const mark = settings['brand.mark']
  if (isDemonstration(settings)) return 'file'
  if (size === undefined || mark === '') return null
  return madeOnce(mark, name, async (drawing) => {
    const sharp = await loadSharp()
    const inner = Math.round(size * 0.64)
    const picture = await sharp(drawing)
      .resize(inner, inner, { fit: 'contain', background: '#ffffff00' })
      .png()
      .toBuffer()
    return sharp({ create: { width: size, height: size, channels: 4, background: PAPER } })
      .composite([{ input: picture }])
      .png()
      .toBuffer()
  })
}
