import { readFileSync } from 'node:fs'
import type { OwnColor } from '../../settings/field-contract.ts'
import { SPEC_SWATCHES } from '../../settings/swatch-rules.ts'
import { FILTER_OPTIONS } from '../rules.ts'
import { namedSwatch } from '../swatches.ts'
import type { ProductColumns } from '../tables.server.ts'

/** How a colour is filtered and shown, beside its name. */
export interface ColorLook {
  /** The filter option that it counts as: one of SPEC 9's, or the owner's. Null: its name is an option of its own. */
  family: string | null
  /** #rrggbb, or null for the swatch that pages have for the name (swatches.ts). */
  swatch: string | null
}

const FAMILIES = readFamilies(readFileSync(new URL('families.txt', import.meta.url), 'utf8'))

/** The families by the words of colour names, in lower case. */
function readFamilies(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.flatMap((line) => {
      const [family = '', words = ''] = line.split(': ')
      return words.split(' ').map((word) => [word.normalize(), family] as const)
    }),
  )
}

/** The looks of a product's colours. A colour's picture is the first that has it. */
export function looksOf(
  { colors, pictures }: Pick<ProductColumns, 'colors' | 'pictures'>,
  own: readonly OwnColor[],
): (ColorLook & { name: string })[] {
  return colors.map((name) => {
    const pictured = pictures.find((one) => one.color === name && one.swatch !== undefined)?.swatch
    return { name, ...lookOf(name, pictured, own) }
  })
}

/**
 * A colour's look: as the owner set it, else its family by its name and its swatch by its picture. The fixed swatches
 * of SPEC 9 stay. `pictured` is the colour of the garment in the picture, as #rrggbb.
 */
export function lookOf(name: string, pictured: string | undefined, own: readonly OwnColor[]): ColorLook {
  const key = name.trim().toLowerCase()
  const set = own.find((one) => one.name.toLowerCase() === key)
  const seen = set?.swatch ?? pictured
  const swatch = Object.hasOwn(SPEC_SWATCHES, key) ? null : (seen ?? swatchOfWords(name))
  return { family: set?.family ?? familyOfName(name) ?? (seen && !isNamed(name) ? familyOfShade(seen) : null), swatch }
}

/** SPEC 9's option for a colour's name (Sky Blue: Blue; Rani: Pink), or null if no word of it is known. */
export function familyOfName(name: string): string | null {
  const words = wordsIn(name.split(/[/&+]|\band\b/i).find((part) => part.trim() !== '') ?? '')
  const named = words.findLast((word) => optionOf(word) !== undefined)
  if (named !== undefined) return optionOf(named) ?? null
  return (
    words
      .toReversed()
      .map((word) => FAMILIES.get(word))
      .find((family) => family !== undefined) ?? null
  )
}

const optionOf = (word: string) => FILTER_OPTIONS.colors.find((option) => option.toLowerCase() === word)

/** True if the name is a colour that SPEC 9's filter has no option for, such as Brown. */
const isNamed = (name: string) => wordsIn(name).some((word) => namedSwatch(word) !== null)

/** The swatch of the last word that has one (Sky Blue: Blue), unless the whole name has one itself. */
function swatchOfWords(name: string): string | null {
  if (namedSwatch(name) !== null) return null
  const known = wordsIn(name).toReversed()
  const found = known.map(namedSwatch).find((swatch) => swatch !== null)
  return found ?? namedSwatch(familyOfName(name) ?? '')
}

function wordsIn(name: string): string[] {
  return (
    name
      .normalize()
      .toLowerCase()
      .replace(/off[- ]white/, 'offwhite')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

/** SPEC 9's option nearest to a shade (#rrggbb), or null for those that it has none for, such as browns. */
export function familyOfShade(shade: string): string | null {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16) / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const chroma = most - least
  const lightness = (most + least) / 2
  if (lightness < 0.1) return 'Black'
  if (chroma < 0.1) return lightness < 0.2 ? 'Black' : lightness > 0.85 ? 'White' : 'Grey'
  const hue = hueOf({ red, green, blue, most, chroma })
  if (hue < 12 || hue >= 345) return lightness < 0.32 ? 'Maroon' : lightness > 0.68 ? 'Pink' : 'Red'
  if (hue < 40) return chroma > 0.6 && lightness > 0.4 ? 'Orange' : null
  if (hue < 68) return chroma > 0.5 ? (lightness < 0.4 ? 'Gold' : 'Yellow') : lightness > 0.85 ? 'White' : null
  if (hue < 165) return 'Green'
  if (hue < 255) return 'Blue'
  if (hue < 290) return 'Purple'
  return lightness < 0.27 ? 'Purple' : 'Pink'
}

/** In degrees, as HSL has it. */
function hueOf({ red, green, blue, most, chroma }: Record<'red' | 'green' | 'blue' | 'most' | 'chroma', number>) {
  const sixth =
    most === red ? (green - blue) / chroma : most === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
  return (sixth * 60 + 360) % 360
}
