/** Characters that nobody sees: zero-width and filler characters, soft hyphens, direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Of those, the ones that texts need: joiners change the letters around them, selectors the form of an emoji. */
const KEPT = /\u200c|\u200d|[\ufe00-\ufe0f]/
/** Spaces of any width, and the blank of Braille. */
const SPACES = /[\p{Zs}\u2800]/gu
const LINE_SEPARATORS = /[\u2028\u2029]/g
const DASHES = /[\u2010-\u2015\u2212]/g

/** A text without invisible characters, but those that texts need. All other characters stay as they are. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => (KEPT.test(character) ? character : ''))
}

/**
 * A text as its reader sees it: NFC, trimmed, with ordinary spaces and line breaks, without invisible characters, which
 * come with a copied text and would make two equal texts differ. Empty if nothing can be seen.
 */
export function visibleText(text: string): string {
  const visible = withoutInvisible(text).replace(SPACES, ' ').replace(LINE_SEPARATORS, '\n').normalize('NFC').trim()
  return visible.replace(INVISIBLE, '') === '' ? '' : visible
}

/**
 * A phone number, PIN, code or SKU as typed or pasted: like `visibleText`, without any invisible character, and with
 * ASCII digits and hyphens. People with a Hindi keyboard type ९, and phone books copy non-breaking hyphens.
 */
export function plainCode(text: string): string {
  return visibleText(text.replace(INVISIBLE, ''))
    .replace(DASHES, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
}

/** The digits in a text, in ASCII. */
export function digitsIn(text: string): string {
  return plainCode(text).replace(/[^0-9]/g, '')
}

/** Unicode's decimal digits come in runs of ten, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
