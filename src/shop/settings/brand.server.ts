import { createHash } from 'node:crypto'
import { brandStyles } from './colour-rules.ts'
import { markFile } from './mark-rules.ts'
import { hasDefaultName, type Settings } from './rules.ts'

/** What every page shows of the brand: the address of its mark, which changes with it, and the rules of its colours. */
export function shownBrand(settings: Settings): { mark: string; styles: string } {
  const mark = settings['brand.mark']
  return {
    mark: mark === '' ? (hasDefaultName(settings) ? 'bars' : '') : `/brand-mark?v=${markVersion(mark)}`,
    styles: brandStyles({ signal: settings['brand.signal'], accent: settings['brand.accent'] }),
  }
}

function markVersion(mark: string): string {
  return createHash('sha256').update(mark).digest('base64url').slice(0, 12)
}

/** The owner's mark as a response; null where there is none. As a page of its own it may run and load nothing. */
export function markResponse(settings: Settings): Response | null {
  const mark = settings['brand.mark']
  if (mark === '') return null
  const { body, type } = markFile(mark)
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}
