const SWATCHES: Record<string, string> = {
  white: '#ffffff',
  black: '#111111',
  red: '#d0202e',
  blue: '#1f4fd8',
  green: '#1e7f45',
  yellow: '#f5c518',
  pink: '#f07ca8',
  purple: '#6b3fa0',
  orange: '#f2701d',
  gray: '#8a8d91',
  grey: '#8a8d91',
  brown: '#6b4423',
  maroon: '#800000',
  gold: '#ffd700',
  // Common ones beyond SPEC 9.
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

/** A colour's swatch as CSS: fixed for known names, else a hue derived from the name. */
export function swatchColor(color: string): string {
  const name = color.trim().toLowerCase()
  const fixed = Object.hasOwn(SWATCHES, name) ? SWATCHES[name] : undefined
  if (fixed) return fixed
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return `hsl(${hash % 360} 45% 45%)`
}
