import { type Refusal, refuse } from '#platform/api/result.ts'
import { drawPicture } from '#platform/pictures/decoder.server.ts'
import { logoFile, readLogo } from './logo-rules.ts'

/** Larger than all that is made of it: icons, mails, notes. */
const BOX = { width: 2048, height: 512, timeoutMs: 20_000 }
/** The shop's logo, and those that somebody tries. */
const KEPT = 4

const drawings = new Map<string, Promise<Uint8Array | null>>()

/**
 * A logo as PNG, or null if it can't be drawn. It's drawn once, in the decoder's process: what a drawing costs doesn't
 * follow from its length, and browsers ask for icons by themselves.
 */
export function drawLogo(logo: string): Promise<Uint8Array | null> {
  const known = drawings.get(logo)
  if (known) return known
  const drawing = drawPicture(logoFile(logo).body, BOX)
  drawings.set(logo, drawing)
  drawing.catch(() => drawings.delete(logo))
  for (const oldest of drawings.keys()) if (drawings.size > KEPT) drawings.delete(oldest)
  return drawing
}

/** Why a change of settings has a logo that can't be used, or null. */
export async function refuseLogo(changes: Readonly<Record<string, unknown>>): Promise<Refusal<'invalid_input'> | null> {
  const logo = changes['brand.mark']
  if (typeof logo !== 'string' || logo === '') return null
  const read = readLogo(logo)
  if ('problem' in read || (await drawLogo(read.logo)) !== null) return null
  const message = 'can’t be drawn. Save it anew from your drawing program'
  return refuse('invalid_input', `brand.mark ${message}.`, { errors: [{ path: 'brand.mark', message }] })
}
