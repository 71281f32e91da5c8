import { amountProblem, priceProblem, readAmount } from './amounts.ts'
import { type CsvRow, cell, columnOf } from './csv.server.ts'
import { colorName, colorNames, filterSize } from './filter-values.server.ts'
import { pricesByVariant } from './prices.server.ts'
import type { RowError } from './raw-product.server.ts'
import { readPictures } from './shopify-pictures.server.ts'
import { distinctSlug } from './slug.server.ts'
import { ONLY_COLOR, type ReadVariant, readQuantity, toVariants, uncounted } from './variants.server.ts'

interface Context {
  /** The product's id. */
  id: string
  tags: readonly string[]
  notes: string[]
  errors: RowError[]
}

/** The variants and pictures of a product's lines, by its options Size and Color (CONTRACT, Shopify CSV). */
export function readVariants(rows: readonly CsvRow[], { id, tags, notes, errors }: Context) {
  const options = optionNumbers(rows)
  const fallback = colorOf(rows, tags)
  const nameOf = colorNames(rows.map((row) => (options.color ? cell(row, `option${options.color} value`) : '')))
  const priceColumn = rows[0] ? columnOf(rows[0], 'price', 'variant price') : ''
  const read: ReadVariant[] = []
  const offers: { line: number; price: number | undefined; mrp: number | null }[] = []
  const colorOfPicture = new Map<string, string>()
  for (const row of rows) {
    const priceCell = cell(row, 'price', 'variant price')
    if (priceCell === '' && cell(row, 'option1 value') === '') continue
    const color = (options.color && nameOf(cell(row, `option${options.color} value`))) || fallback
    const size = options.size ? filterSize(cell(row, `option${options.size} value`)) : ''
    const price = readAmount(priceCell)
    offers.push({ line: row.line, price: price ?? undefined, mrp: readMrp(row, price, notes) })
    if (price === null)
      errors.push({
        line: row.line,
        column: priceColumn,
        message: priceProblem(priceCell),
      })
    const quantity = parseQuantity(row, notes, errors)
    const others = Object.fromEntries(
      options.others.map(([name, number]) => [name, cell(row, `option${number} value`)]),
    )
    const sku = readSku(row, [id, color, size, ...Object.values(others)], notes)
    read.push({ line: row.line, sku, color, size, quantity, options: others })
    const picture = cell(row, 'variant image url', 'variant image')
    if (picture !== '') colorOfPicture.set(picture, color)
  }
  const { product, own } = pricesByVariant(offers, notes)
  const variants = toVariants(read, notes).map((variant, at) => ({ ...variant, ...own[at] }))
  const colors = [...new Set(variants.map((variant) => variant.color))]
  const { pictures, places } = readPictures(rows, colors, colorOfPicture)
  return { variants, lines: read.map(({ line }) => line), colors, pictures, places, ...product }
}

const COMPARE_AT = ['compare-at price', 'variant compare at price']

/** The compare-at price. Null unless it's above the price. */
function readMrp(row: CsvRow, price: number | null, notes: string[]): number | null {
  const text = cell(row, ...COMPARE_AT)
  if (text === '' || price === null) return null
  const mrp = readAmount(text)
  if (mrp === null)
    notes.push(`line ${row.line}: the compare-at price "${text}" ${amountProblem(text)}; it is left out`)
  return mrp !== null && mrp > price ? mrp : null
}

/** The numbers of the options by their meaning. Exports name options only on a product's first line. */
function optionNumbers(rows: readonly CsvRow[]) {
  const numbers: { color?: number; size?: number; others: [name: string, number: number][] } = { others: [] }
  for (const number of [1, 2, 3]) {
    const name = rows.map((row) => cell(row, `option${number} name`)).find((value) => value !== '') ?? ''
    if (/^colou?rs?$/i.test(name)) numbers.color = number
    else if (/^sizes?$/i.test(name)) numbers.size = number
    else if (name !== '') numbers.others.push([name, number])
  }
  return numbers
}

/** The colour of a product without a colour option: from its metafield, or else a tag. */
function colorOf(rows: readonly CsvRow[], tags: readonly string[]): string {
  const [first] = rows
  const metafield = first && cell(first, 'color (product.metafields.shopify.color-pattern)')
  const tag = tags.find((one) => /^colou?r:/i.test(one))?.replace(/^colou?r:/i, '')
  const name = metafield?.split(';')[0] || tag
  return name ? colorName(name) : ONLY_COLOR
}

function parseQuantity(row: CsvRow, notes: string[], errors: RowError[]): number {
  const text = cell(row, 'inventory quantity', 'variant inventory qty')
  const tracker = columnOf(row, 'inventory tracker', 'variant inventory tracker')
  if (text === '' || text === '0')
    return Object.hasOwn(row.cells, tracker) && cell(row, tracker) === '' ? uncounted(row.line, notes) : 0
  const quantity = readQuantity(text, row.line, notes)
  if (quantity !== null) return quantity
  const column = columnOf(row, 'inventory quantity', 'variant inventory qty')
  errors.push({ line: row.line, column, message: `the stock "${text}" isn’t a whole number` })
  return 0
}

function readSku(row: CsvRow, words: readonly string[], notes: string[]): string {
  // Spreadsheets write an apostrophe before text that looks like a number or a formula.
  const text = cell(row, 'sku', 'variant sku').replace(/^'/, '').replace(/\s+/g, '-')
  if (text !== '') return text
  const generated = distinctSlug(words.join(' ')).slice(-64).toUpperCase()
  notes.push(`line ${row.line} has no SKU; it is called ${generated}`)
  return generated
}
