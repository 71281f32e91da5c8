import { type CsvRow, cell, columnOf } from './csv.server.ts'
import { colorNamedIn, createPictureList } from './picture-list.server.ts'

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
