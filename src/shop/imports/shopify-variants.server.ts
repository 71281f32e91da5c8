import { cell, type ShopifyRow } from './shopify-cells.server.ts'
import { filterColor, filterSize, slugOf } from './vocabulary.server.ts'

interface Variant {
  sku: string
  color: string
  size: string
  quantity: number
}

/** The colour of what has no colour to choose. */
const ONLY_COLOR = 'As shown'

type Errors = { line: number; message: string }[]

/** The variants and pictures of a product's lines: options Size and Color decide the axes (CONTRACT, Shopify CSV). */
export function readVariants(rows: readonly ShopifyRow[], tags: readonly string[], notes: string[], errors: Errors) {
  const axes = axesOf(rows)
  const fallback = colorOf(rows, tags)
  const variants: Variant[] = []
  const lines: number[] = []
  const prices = new Set<number>()
  const colorOfPicture = new Map<string, string>()
  for (const row of rows) {
    const written = cell(row, 'price', 'variant price')
    const option = cell(row, 'option1 value')
    if (written === '' && option === '') continue
    const color = (axes.color && filterColor(cell(row, `option${axes.color} value`))) || fallback
    const size = (axes.size && filterSize(cell(row, `option${axes.size} value`))) || 'Free Size'
    const price = readNumber(written)
    if (price === null) errors.push({ line: row.line, message: `the price "${written}" is no number` })
    else prices.add(price)
    const quantity = readQuantity(row, errors)
    variants.push({ sku: skuOf(row, color, size, notes), color, size, quantity })
    lines.push(row.line)
    const picture = cell(row, 'variant image url', 'variant image')
    if (picture !== '') colorOfPicture.set(picture, color)
  }
  if (prices.size > 1) notes.push('its variants have several prices; the first one is taken')
  const colors = [...new Set(variants.map((variant) => variant.color))]
  const pictures = readPictures(rows, colors[0] ?? '', colorOfPicture, notes)
  return { variants, lines, colors, pictures, price: [...prices][0] }
}

/** Which option is which; exports name them on the first line only. */
function axesOf(rows: readonly ShopifyRow[]): { color?: number; size?: number } {
  const axes: { color?: number; size?: number } = {}
  for (const number of [1, 2, 3]) {
    const name = rows.map((row) => cell(row, `option${number} name`)).find((said) => said !== '') ?? ''
    if (/^colou?rs?$/i.test(name)) axes.color = number
    if (/^sizes?$/i.test(name)) axes.size = number
  }
  return axes
}

function colorOf(rows: readonly ShopifyRow[], tags: readonly string[]): string {
  const [first] = rows
  const metafield = first && cell(first, 'color (product.metafields.shopify.color-pattern)')
  const tag = tags.find((one) => /^colou?r:/i.test(one))?.replace(/^colou?r:/i, '')
  const said = metafield?.split(';')[0] || tag
  return said ? filterColor(said) : ONLY_COLOR
}

function readNumber(written: string): number | null {
  return /^\d{1,12}(?:\.\d{1,4})?$/.test(written) ? Number(written) : null
}

function readQuantity(row: ShopifyRow, errors: Errors): number {
  const written = cell(row, 'inventory quantity', 'variant inventory qty')
  if (written === '') return 0
  if (/^\d{1,9}$/.test(written)) return Number(written)
  errors.push({ line: row.line, message: `the stock "${written}" is no whole number from 0 up` })
  return 0
}

function skuOf(row: ShopifyRow, color: string, size: string, notes: string[]): string {
  // Spreadsheets put an apostrophe before what they would take for a number.
  const written = cell(row, 'sku', 'variant sku').replace(/^'/, '').replace(/\s+/g, '-')
  if (written !== '') return written
  const made = slugOf(`${cell(row, 'url handle', 'handle')} ${color} ${size}`)
    .slice(-64)
    .toUpperCase()
  notes.push(`line ${row.line} has no SKU; it is called ${made}`)
  return made
}

/** Pictures stay at their https addresses; nothing is fetched. */
function readPictures(
  rows: readonly ShopifyRow[],
  firstColor: string,
  colorOfPicture: ReadonlyMap<string, string>,
  notes: string[],
) {
  const pictures: { src: string; alt: string; color: string; view: string }[] = []
  for (const row of rows)
    for (const [src, alt] of [
      [cell(row, 'product image url', 'image src'), cell(row, 'image alt text')],
      [cell(row, 'variant image url', 'variant image'), ''],
    ] as const) {
      if (src === '' || pictures.some((picture) => picture.src === src)) continue
      if (!/^https:\/\//i.test(src)) {
        notes.push(`line ${row.line}: the picture ${src.slice(0, 80)} is not https and is left out`)
        continue
      }
      const color = colorOfPicture.get(src) ?? firstColor
      pictures.push({ src, alt, color, view: pictures.some((picture) => picture.color === color) ? 'detail' : 'front' })
    }
  return pictures
}
