import { escapeHtml } from '../html.server.ts'
import { fontFileOf } from '../pdf/scripts.server.ts'
import { LIMIT_PIXELS } from './picture-files.server.ts'

/** What the picture of a link preview is drawn from. */
export interface PreviewCard {
  /** In large letters; cut to 60 characters. */
  title: string
  /** Below the title; cut to 90 characters. */
  line: string
  /** The shop's; cut to 40 characters. */
  name: string
  /** The stripe's colour as #rrggbb. */
  accent: string
  /** The bytes of a picture; null: none. */
  picture: Uint8Array | null
}

/** The size that link previews ask for, in pixels. */
export const CARD = { width: 1200, height: 630 } as const

const PICTURE_WIDTH = 504
const MARGIN = 64
const HEAD_TOP = 108
/** For Pango: families and weight. For scripts other than Latin, whose files name others (Noto Sans Tamil), fontconfig chooses. */
const FAMILIES = 'Archivo SemiBold, Noto Sans Bold'
const PAPER = '#f7f4ed'
const INK = '#14130f'

/** Draws a preview as JPEG, about 60 KB. @throws {Error} where the picture can't be decoded */
export async function drawCard({ title, line, name, accent, picture }: PreviewCard): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const left = (picture === null ? 0 : PICTURE_WIDTH) + MARGIN
  const width = CARD.width - left - MARGIN
  /** Null for a blank text, which sharp rejects. */
  const renderText = async (text: string, size: number, height: number) => {
    if (text.trim() === '') return null
    return sharp({
      text: {
        text: `<span foreground="${INK}" line_height="1.1">${escapeHtml(text)}</span>`,
        font: `${FAMILIES} ${size}`,
        fontfile: fontFileOf(text),
        width,
        dpi: 72,
        rgba: true,
        wrap: 'word',
      },
    })
      .resize({ height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true })
  }
  const [head, body, foot] = await Promise.all([
    renderText(shorten(title, 60), 64, 240),
    renderText(shorten(line, 90), 32, 120),
    renderText(shorten(name, 40), 32, 40),
  ])
  const stripe = { create: { width: 96, height: 12, channels: 3, background: accent } } as const
  const shown =
    picture &&
    (await sharp(picture, { limitInputPixels: LIMIT_PIXELS })
      .rotate()
      .resize(PICTURE_WIDTH, CARD.height, { fit: 'cover' })
      .toBuffer())
  return sharp({ create: { ...CARD, channels: 3, background: PAPER } })
    .composite([
      ...(shown ? [{ input: shown, left: 0, top: 0 }] : []),
      { input: stripe, left, top: MARGIN },
      ...(head ? [{ input: head.data, left, top: HEAD_TOP }] : []),
      ...(body ? [{ input: body.data, left, top: HEAD_TOP + (head?.info.height ?? 0) + 32 }] : []),
      ...(foot ? [{ input: foot.data, left, top: CARD.height - MARGIN - foot.info.height }] : []),
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

/** The text cut between words to at most `length` characters. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/\s+\S*$/, '')}…`
}
