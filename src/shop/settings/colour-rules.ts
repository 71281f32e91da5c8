/**
 * CSS variables of `src/ui/theme.css` set by the owner's two colours. The accent is called violet there, after the
 * default.
 */
type Tokens = Record<string, string>

/** Dark text, and its ground in the dark theme. */
export const INK = '#14130f'
const WHITE = '#ffffff'
/** The surfaces of theme.css that text is on. */
const LIGHT = { paper: '#f7f4ed', card: WHITE, sunk: '#ece7db' }
const DARK = { paper: '#12110e', card: '#1b1a16', sunk: '#0b0a08' }
/** WCAG 2.2, 1.4.3: text. */
const TEXT_CONTRAST = 4.5

/** Six hexadecimal digits after #. */
export const COLOUR = /^#[0-9a-f]{6}$/i

/** The demonstration's colours, which theme.css already has. */
export const DEFAULT_COLOURS = { signal: '#ffc400', accent: '#4b22b8' }
/** The default accent in theme.css's dark theme. */
const DEFAULT_DARK_ACCENT = '#b9a1ff'

/** Why a colour of buttons is refused, as the end of a sentence, or null. */
export function signalProblem(signal: string): string | null {
  const best = Math.max(contrast(INK, signal), contrast(WHITE, signal))
  return best >= TEXT_CONTRAST ? null : `no text is readable on it: black and white reach ${best.toFixed(1)} of 4.5`
}

/** The same for the accent, the colour of links, notices and the focus outline. It is used on all light surfaces. */
export function accentProblem(accent: string): string | null {
  const surfaces = [
    ['the page background', LIGHT.paper],
    ['white', LIGHT.card],
    ['the background of notices', LIGHT.sunk],
    ['its own pale shade', softShade(accent, WHITE)],
  ] as const
  for (const [name, surface] of surfaces) {
    const found = contrast(accent, surface)
    if (found < TEXT_CONTRAST)
      return `it can’t be read on ${name} (${surface}): its contrast is ${found.toFixed(1)} of 4.5; a darker one can`
  }
  return null
}

/**
 * The rules that put two colours into both themes, empty for the demonstration's. On dark surfaces each is lightened
 * until it's readable there.
 */
export function brandStyles(colours: { signal: string; accent: string }): string {
  const { signal, accent } = colours
  if (signal.toLowerCase() === DEFAULT_COLOURS.signal && accent.toLowerCase() === DEFAULT_COLOURS.accent) return ''
  const { light, inverse, dark } = brandTokens(colours)
  return [
    rule(':root', light),
    `@media not print{${rule('[data-theme="dark"],.inverse', inverse)}${rule('[data-theme="dark"]', dark)}}`,
  ].join('')
}

/** The same rules for a page without scripts, which follows the device's theme. */
export function plainBrandStyles(colours: { signal: string; accent: string }): string {
  const { light, inverse, dark } = brandTokens(colours)
  return `${rule(':root', light)}@media (prefers-color-scheme:dark){${rule(':root', { ...inverse, ...dark })}}`
}

/** The owner's colours where there are no variables (mails): on light surfaces, and readable on dark ones. */
export function brandColours(settings: { 'brand.signal': string; 'brand.accent': string }) {
  const colours = { signal: settings['brand.signal'], accent: settings['brand.accent'] }
  const surfaces = Object.values(DARK)
  const isDefault = colours.accent.toLowerCase() === DEFAULT_COLOURS.accent
  const accent = isDefault ? DEFAULT_DARK_ACCENT : lighten(colours.accent, surfaces)
  const dark = { signal: lighten(colours.signal, surfaces), accent }
  return { light: colours, dark }
}

/** `inverse`: for everything on a dark background. `dark`: for the dark theme only. */
function brandTokens({
  signal,
  accent,
}: {
  signal: string
  accent: string
}): Record<'light' | 'inverse' | 'dark', Tokens> {
  const darkSignal = lighten(signal, [INK, ...Object.values(DARK)])
  const darkAccent = lighten(accent, [...Object.values(DARK), softShade(accent, DARK.card)])
  return {
    light: {
      '--signal': signal,
      '--on-signal': textOn(signal),
      ...accentTokens(accent, WHITE),
      '--focus': accent,
      '--photo-focus': accent,
      '--photo-signal': darkSignal,
    },
    inverse: { '--signal': darkSignal, '--on-signal': textOn(darkSignal) },
    dark: { ...accentTokens(darkAccent, DARK.card, accent), '--focus': darkSignal },
  }
}

/** The colour of text on a colour: near black or white, whichever is more readable. */
export function textOn(colour: string): string {
  return contrast(INK, colour) >= contrast(WHITE, colour) ? INK : WHITE
}

/** Contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function accentTokens(accent: string, surface: string, shadeOf = accent): Tokens {
  return { '--violet': accent, '--on-violet': textOn(accent), '--violet-soft': softShade(shadeOf, surface) }
}

function softShade(colour: string, surface: string): string {
  return mix(surface, colour, surface === WHITE ? 0.1 : 0.25)
}

function lighten(colour: string, surfaces: readonly string[]): string {
  let lighter = colour
  for (let share = 0.04; share < 1 && surfaces.some((one) => contrast(lighter, one) < TEXT_CONTRAST); share += 0.04)
    lighter = mix(colour, WHITE, share)
  return lighter
}

function rule(selector: string, tokens: Tokens): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return `${selector}{${declarations.join(';')}}`
}

function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, index) => Math.round(value + ((target[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
