import { createHash } from 'node:crypto'
import { brandStyles } from './colour-rules.ts'
import { hasDefaultName, type Settings } from './definitions.ts'
import { logoFile } from './logo-rules.ts'

/** The brand on every page: the URL of its logo, which changes with the logo, and the CSS of its colours. */
export function shownBrand(settings: Settings): { mark: string; styles: string } {
  const logo = settings['brand.mark']
  const version = createHash('sha256').update(logo).digest('base64url').slice(0, 12)
  return {
    mark: logo === '' ? (hasDefaultName(settings) ? 'bars' : '') : `/brand-mark?v=${version}`,
    styles: brandStyles({ signal: settings['brand.signal'], accent: settings['brand.accent'] }),
  }
}

/** The owner's logo as a response, or null. Opened as a page, it can't run or load anything. */
export function logoResponse(settings: Settings): Response | null {
  const logo = settings['brand.mark']
  if (logo === '') return null
  const { body, type } = logoFile(logo)
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}
