import { contrast } from './colour-rules.ts'
import { drawLogo } from './drawn-logo.server.ts'

/** The backgrounds of the header in both themes (src/ui/theme.css). */
const BACKGROUNDS = [
  { name: 'light', colour: '#f7f4ed' },
  { name: 'dark', colour: '#12110e' },
] as const
/** WCAG 2.2, 1.4.11: graphics. */
const GRAPHIC_CONTRAST = 3
/** How much of the drawing may be faint. */
const MAX_FAINT = 0.5
const HEIGHT = 40

/** In which theme a logo is hard to see, as sentences. */
export async function logoNotes(logo: string): Promise<string[]> {
  if (logo === '') return []
  const drawing = await drawLogo(logo)
  if (drawing === null) return ['This logo can’t be drawn. Save it anew from your drawing program.']
  // Loaded on demand, for a faster start.
  const { default: sharp } = await import('sharp')
  const data = await sharp(drawing)
    .resize({ height: HEIGHT, width: HEIGHT * 6, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  return BACKGROUNDS.filter(({ colour }) => faintPart(data, colour) > MAX_FAINT).map(
    ({ name }) =>
      `The logo is hard to see on the ${name} background: most of it has a contrast below ${GRAPHIC_CONTRAST}. Give it a background of its own, or other colours.`,
  )
}

/** The part of the drawn pixels that stand out too little from a background. */
function faintPart(pixels: Uint8Array, background: string): number {
  let drawn = 0
  let faint = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    drawn++
    const colour = `#${Buffer.from(pixels.subarray(at, at + 3)).toString('hex')}`
    if (contrast(colour, background) < GRAPHIC_CONTRAST) faint++
  }
  return drawn === 0 ? 1 : faint / drawn
}
