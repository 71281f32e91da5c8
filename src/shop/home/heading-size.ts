/** Capital letters of the wide face by their advance in em, where it isn't that of most. */
const ADVANCES: readonly [letters: string, em: number][] = [
  ['MW', 1.2],
  ["I.,:;!’'", 0.36],
  ['-J0123456789', 0.78],
  ['EFLPSTVZ', 0.86],
]
const USUAL_ADVANCE = 0.95

/** The heading of the home page's large picture is set in one of these, so that its longest word fits one line. */
export type HeadingSize = 'large' | 'medium' | 'small' | 'smallest'

/** The width in em up to which a word fits. The text is 29vw wide on wide screens, and the screen less 2rem on phones. */
const FITS: readonly [size: HeadingSize, em: number][] = [
  ['large', 6],
  ['medium', 7.6],
  ['small', 9.6],
  ['smallest', 13],
]

/** The size for a heading, or null if a word is too long for each. */
export function headingSize(heading: string): HeadingSize | null {
  const widest = Math.max(...heading.toUpperCase().split(/\s+/).map(widthOf))
  return FITS.find(([, em]) => widest <= em)?.[0] ?? null
}

function widthOf(word: string): number {
  return [...word].reduce(
    (sum, letter) => sum + (ADVANCES.find(([letters]) => letters.includes(letter))?.[1] ?? USUAL_ADVANCE),
    0,
  )
}
