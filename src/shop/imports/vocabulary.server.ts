import { FILTER_OPTIONS } from '../catalog/rules.ts'

/** Colour names of other shops under the twelve of the filter (experience: "Navy becomes Blue"). */
const COLOR_FAMILIES: Record<(typeof FILTER_OPTIONS.colors)[number], string> = {
  Red: 'crimson scarlet cherry coral vermilion rust brick tomato ruby',
  Blue: 'navy indigo teal turquoise cyan aqua sky cobalt denim azure royal',
  Green: 'olive mint sage khaki lime emerald forest moss pista bottle',
  Pink: 'rose blush magenta fuchsia peach salmon',
  White: 'ivory cream beige offwhite ecru natural bone oatmeal vanilla',
  Black: 'jet onyx noir ebony midnight',
  Grey: 'gray charcoal silver ash slate graphite heather steel melange',
  Maroon: 'wine burgundy oxblood bordeaux claret',
  Gold: 'golden bronze brass champagne',
  Yellow: 'mustard lemon ochre amber turmeric',
  Orange: 'apricot tangerine saffron terracotta',
  Purple: 'violet lavender lilac plum mauve aubergine',
}

const colors = new Map<string, string>()
for (const [name, others] of Object.entries(COLOR_FAMILIES))
  for (const word of [name.toLowerCase(), ...others.split(' ')]) colors.set(word, name)

/** A colour as the filter calls it; as it was written where it belongs to none of the twelve. */
export function filterColor(written: string): string {
  const words = wordsOf(written.replace(/off[- ]white/i, 'offwhite'))
  const whole = colors.get(words.join(''))
  if (whole) return whole
  for (const word of [...words].reverse()) {
    const name = colors.get(word)
    if (name) return name
  }
  return written.trim().replaceAll(',', ' ')
}

const SIZES: Record<string, string> = {
  small: 'S',
  medium: 'M',
  large: 'L',
  xlarge: 'XL',
  extralarge: 'XL',
  xxlarge: 'XXL',
  '2xl': 'XXL',
  '2x': 'XXL',
  '3xl': 'XXXL',
  '3x': 'XXXL',
  free: 'Free Size',
  freesize: 'Free Size',
  onesize: 'Free Size',
  os: 'Free Size',
  defaulttitle: 'Free Size',
}

/** A size as the filter calls it: 2XL is XXL, One Size is Free Size; else as it was written. */
export function filterSize(written: string): string {
  const plain = written.toLowerCase().replace(/[\s-]/g, '')
  const known = FILTER_OPTIONS.sizes.find((size) => size.toLowerCase() === plain)
  return known ?? SIZES[plain] ?? written.trim().replaceAll(',', ' ')
}

const GENDERS: Record<string, string> = {
  man: 'Man',
  men: 'Man',
  mens: 'Man',
  male: 'Man',
  woman: 'Woman',
  women: 'Woman',
  womens: 'Woman',
  female: 'Woman',
  ladies: 'Woman',
  unisex: 'Other',
  other: 'Other',
}

/** The category behind a gender or a tag; undefined where it tells none. */
export function filterCategory(written: string): string | undefined {
  return GENDERS[written.toLowerCase().replace(/[^a-z]/g, '')]
}

/** The option of a list that a word names (`linen`, `drop-shoulder`, `Regular`); undefined where it names none. */
export function filterOption(list: 'pattern' | 'fabric' | 'fit', written: string): string | undefined {
  const plain = wordsOf(written).join(' ')
  return FILTER_OPTIONS[list].find((option) => {
    const name = option.toLowerCase()
    return name === plain || (list === 'fit' && name === `${plain} fit`)
  })
}

/** The first option of a list whose name stands in a text; `Other` is too common a word to mean anything there. */
export function optionInText(list: 'pattern' | 'fabric' | 'fit', text: string): string | undefined {
  const plain = ` ${wordsOf(text).join(' ')} `
  return FILTER_OPTIONS[list].find((option) => option !== 'Other' && plain.includes(` ${option.toLowerCase()} `))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** HTML as plain text: paragraphs and breaks become line breaks, everything else in angle brackets goes. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\s*(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi, (_, name: string) => character(name))
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n\s*/g, '\n')
    .trim()
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function character(name: string): string {
  const known = NAMED[name.toLowerCase()]
  if (known !== undefined) return known
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}

/** A handle as a product's id: small letters, digits, single hyphens. */
export function slugOf(handle: string): string {
  return handle
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
    .replace(/-$/, '')
}
