import { type CsvRow, cell, columnOf } from './csv.server.ts'
import { createPictureList } from './picture-list.server.ts'

const IMAGE = ['product image url', 'image src']
const VARIANT_IMAGE = ['variant image url', 'variant image']

/**
 * The pictures of a product in the order of Image Position. Shopify names one picture per variant. The colour of another
 * one is the one that its alt text or file name names, or else that of the variant picture before it.
 */
export function readPictures(
  rows: readonly CsvRow[],
  colors: readonly string[],
  colorOfPicture: ReadonlyMap<string, string>,
) {
  const list = createPictureList()
  let color = colors[0] ?? ''
  for (const row of rows.toSorted((a, b) => positionOf(a) - positionOf(b))) {
    const src = cell(row, ...IMAGE)
    if (src === '') continue
    const alt = cell(row, 'image alt text')
    const own = colorOfPicture.get(src)
    color = own ?? color
    list.add(src, { alt, color: own ?? colorNamedIn(alt, src, colors) ?? color }, row.line, columnOf(row, ...IMAGE))
  }
  for (const row of rows) {
    const src = cell(row, ...VARIANT_IMAGE)
    const ownColor = colorOfPicture.get(src) ?? colors[0] ?? ''
    list.add(src, { alt: '', color: ownColor }, row.line, columnOf(row, ...VARIANT_IMAGE))
  }
  return list
}

/** The file's order where it numbers no pictures. A row without a picture may stand anywhere. */
function positionOf(row: CsvRow): number {
  const position = Number(cell(row, 'image position'))
  return Number.isFinite(position) ? position : 0
}

/** The only colour that the alt text names, or else the only one in the file name. */
function colorNamedIn(alt: string, src: string, colors: readonly string[]): string | undefined {
  const file = src.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  return [alt, file].map((text) => onlyColorIn(text, colors)).find((color) => color !== undefined)
}

function onlyColorIn(text: string, colors: readonly string[]): string | undefined {
  const words = ` ${wordsOf(text)} `
  const named = colors.filter((color) => wordsOf(color) !== '' && words.includes(` ${wordsOf(color)} `))
  // "Sky Blue" also has the word of "Blue".
  const whole = named.filter(
    (color) => !named.some((other) => other !== color && ` ${wordsOf(other)} `.includes(` ${wordsOf(color)} `)),
  )
  return whole.length === 1 ? whole[0] : undefined
}

/** `AnarkaliRani-pink_02.jpg` and "Anarkali, rani pink" have the same words. */
function wordsOf(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
  return (words.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).join(' ')
}
