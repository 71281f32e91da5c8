import { SPEC_SWATCHES } from '../settings/swatch-rules.ts'

/** Common names beyond SPEC 9. */
const COMMON_SWATCHES: Record<string, string> = {
  maroon: '#800000',
  gold: '#ffd700',
  beige: '#d8c7a3',
  cream: '#f3e9d2',
  navy: '#1b2a4a',
  teal: '#137a7f',
  olive: '#6b6b2a',
  mustard: '#d39a1a',
  rust: '#a8451f',
  mint: '#a8d5ba',
  peach: '#f5b895',
  lavender: '#b7a3d6',
  charcoal: '#3a3c40',
  indigo: '#2b2f77',
}

/** The swatch of a name as #rrggbb if the name has one: SPEC 9's, or that of a common name. */
export function namedSwatch(name: string): string | null {
  const key = name.trim().toLowerCase()
  for (const swatches of [SPEC_SWATCHES, COMMON_SWATCHES])
    if (Object.hasOwn(swatches, key)) return swatches[key] ?? null
  return null
}

/** A colour's swatch as CSS: fixed for known names, else a hue derived from the name (SPEC 9). */
export function swatchColor(color: string): string {
  const named = namedSwatch(color)
  if (named) return named
  let hash = 0
  for (const character of color.trim().toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return `hsl(${hash % 360} 45% 45%)`
}
