import { parseIndianTime, type WrittenTime } from '#platform/india-time.ts'
import { priceProblem, readAmount } from './amounts.ts'
import { type CsvRow, cell, type Lines, readCsvRows } from './csv.server.ts'
import { colorNames, filterCategory, filterOption, filterSize, optionInText } from './filter-values.server.ts'
import { HSN, readHsn } from './hsn-code.server.ts'
import { readHtmlDescription } from './html-description.server.ts'
import { colorNamedIn, createPictureList } from './picture-list.server.ts'
import { plainText } from './plain-text.server.ts'
import { pricesByVariant } from './prices.server.ts'
import { type RawProduct, type RowError, skipped, unreadable, unreadableCsv } from './raw-product.server.ts'
import { distinctSlug, uniqueSlug } from './slug.server.ts'
import { ONLY_COLOR, type ReadVariant, readQuantity, toVariants, uncounted } from './variants.server.ts'
import {
  attribute,
  attributesOf,
  COLOR,
  isEnabled,
  SIZE,
  stateOf,
  unescapeCells,
  valuesOf,
  withoutCommas,
} from './woocommerce-cells.server.ts'

/** A product's line with the lines of its variations. */
interface Group {
  parent: CsvRow
  variations: CsvRow[]
}

/**
 * Products from WooCommerce's product CSV (Products > Export). A variable product has its own line, and so has each of
 * its variations, which names it by id or SKU. They may be far apart, so all lines are read first.
 */
export async function* readWooCommerce(lines: Lines): AsyncGenerator<RawProduct> {
  const groups = new Map<string, Group>()
  const variations: CsvRow[] = []
  const leftOut: RawProduct[] = []
  try {
    for await (const escaped of readCsvRows(lines)) {
      const row = unescapeCells(escaped)
      const type = cell(row, 'type').toLowerCase()
      if (type.startsWith('variation')) variations.push(row)
      else if (type === '') leftOut.push(unreadable(row.line, 'the type is missing', 'type'))
      else if (cell(row, 'name') === '') leftOut.push(unreadable(row.line, 'the name is missing', 'name'))
      else if (isSoldHere(type)) groups.set(keyOf(row), { parent: row, variations: [] })
      else {
        const message = `"${cell(row, 'name')}" is left out: a product of type "${type}" can’t be sold here`
        leftOut.push(skipped(row.line, message))
      }
    }
  } catch (error) {
    yield unreadableCsv(error)
    return
  }
  const bySku = new Map([...groups.values()].map((group) => [cell(group.parent, 'sku'), group]))
  for (const row of variations) {
    const parent = cell(row, 'parent')
    const group = /^id:/i.test(parent) ? groups.get(parent.slice(3).trim()) : bySku.get(parent)
    if (group && parent !== '') group.variations.push(row)
    else leftOut.push(unreadable(row.line, `its parent "${parent}" isn’t in the file`, 'parent'))
  }
  yield* leftOut
  const taken = new Set<string>()
  // Most shops leave every position at 0, because they sort nothing by hand.
  const isOrdered = [...groups.values()].some(({ parent }) => positionOf(parent) !== 0)
  for (const group of groups.values()) yield toProduct(group, taken, isOrdered)
}

/** Types are listed with commas: `simple, downloadable, virtual`. */
function isSoldHere(type: string): boolean {
  const parts = new Set(valuesOf(type))
  return (parts.has('simple') || parts.has('variable')) && !parts.has('virtual') && !parts.has('downloadable')
}

/** The source column of each field, for error messages. */
const COLUMNS = {
  _id: 'name',
  name: 'name',
  price: 'regular price',
  description: 'description',
  subcategory: 'categories',
  sku: 'sku',
  quantity: 'stock',
  pictures: 'images',
}

const positionOf = (row: CsvRow) => Math.trunc(Number(cell(row, 'position'))) || 0
const keyOf = (row: CsvRow) => cell(row, 'id') || `line ${row.line}`

function toProduct({ parent, variations }: Group, taken: Set<string>, isOrdered: boolean): RawProduct {
  const notes: string[] = []
  const errors: RowError[] = []
  const { state, reason } = stateOf(parent)
  if (reason !== null) notes.push(`${reason}, so it is hidden`)
  const isDisabled = variations.length > 0 && !variations.some((row) => isEnabled(row, parent))
  if (isDisabled && state === 'published') notes.push('all its variations are disabled, so it is hidden')
  const sold = variations.length > 0 ? shareStock(soldOf(variations, parent, notes), parent, notes) : [parent]
  const colorName = colorNames(sold.map((row) => firstOf(attribute(row, COLOR))))
  const read = sold.flatMap((row) => readVariations(row, parent, colorName, notes, errors))
  const offers = sold.map((row) => ({ line: row.line, ...pricesOf(row, errors) }))
  const { product: prices, own } = pricesByVariant(offers, notes)
  const variants = toVariants(read, notes).map((variant, at) => ({
    ...variant,
    ...own[sold.findIndex(({ line }) => line === read[at]?.line)],
  }))
  const name = plainText(cell(parent, 'name'))
  const categories = valuesOf(plainText(cell(parent, 'categories').replaceAll('>', '&gt;'))).map((path) =>
    path.split('>').map((part) => part.trim()),
  )
  const words = [...categories.flat(), ...valuesOf(cell(parent, 'tags'))]
  const category = words.map(filterCategory).find((found) => found !== undefined)
  if (!category) notes.push('no category or tag is Man, Woman or Other; taken as Other')
  // The export writes line breaks as a backslash and an n.
  const html = (cell(parent, 'description') || cell(parent, 'short description')).replaceAll('\\n', '\n')
  const text = `${name} ${plainText(html)}`
  const option = (list: 'pattern' | 'fabric' | 'fit') =>
    withoutCommas(attribute(parent, new RegExp(`^(?:pa_)?${list}$`, 'i')).join(' ')) ||
    words.map((word) => filterOption(list, word)).find((found) => found !== undefined) ||
    (optionInText(list, text) ?? '')
  const { pictures, places } = readPictures(parent, sold, read)
  const rows = [parent, ...variations]
  const attributes = rows.flatMap((row) => attribute(row, HSN))
  const { hsn, column: hsnColumn } = readHsn(rows, valuesOf(cell(parent, 'tags')), attributes)
  const value = {
    // The export has no slugs; WooCommerce makes them from names.
    _id: uniqueSlug(name, cell(parent, 'id'), taken),
    name,
    ...prices,
    ...(isOrdered ? { position: positionOf(parent) + 1 } : {}),
    state: isDisabled && state === 'published' ? 'hidden' : state,
    ...readHtmlDescription(html),
    categories: category ?? 'Other',
    subcategory: withoutCommas(categories[0]?.findLast((part) => filterCategory(part) === undefined) ?? ''),
    pattern: option('pattern'),
    fabric: option('fabric'),
    fit: option('fit'),
    colors: [...new Set(variants.map(({ color }) => color))],
    variants,
    pictures,
    ...(hsn === undefined ? {} : { hsn }),
  }
  const variantLines = read.map(({ line }) => line)
  const columns = { ...COLUMNS, hsn: hsnColumn }
  return { line: parent.line, value, errors, notes, variantLines, picturePlaces: places, columns }
}

/** The variations that the previous shop sells, with a note for each other one. If it sells none, all, without stock. */
function soldOf(variations: readonly CsvRow[], parent: CsvRow, notes: string[]): readonly CsvRow[] {
  const reasonOf = (row: CsvRow) => {
    if (!isEnabled(row, parent)) return `is disabled (Published ${cell(row, 'published')})`
    return cell(row, 'regular price') === '' && cell(row, 'sale price') === '' ? 'has no price' : null
  }
  const sold = variations.filter((row) => reasonOf(row) === null)
  if (sold.length === 0) return variations.map((row) => ({ ...row, cells: { ...row.cells, stock: '0' } }))
  for (const row of variations) {
    const reason = reasonOf(row)
    if (reason !== null) notes.push(`line ${row.line} is left out: the variation ${reason}`)
  }
  return sold
}

/**
 * WooCommerce writes `parent` as the stock of variations that share the product's stock. The first of them gets all of
 * it, because pieces counted for each of them would be sold several times.
 */
function shareStock(variations: readonly CsvRow[], parent: CsvRow, notes: string[]): CsvRow[] {
  const sharing = variations.filter((row) => cell(row, 'stock').toLowerCase() === 'parent')
  const stock = cell(parent, 'stock')
  if (sharing.length > 1 && stock !== '')
    notes.push(`its variations share a stock of ${stock}: line ${sharing[0]?.line} gets it, others get 0`)
  return variations.map((row) => {
    if (!sharing.includes(row)) return row
    return { ...row, cells: { ...row.cells, stock: stock === '' || row === sharing[0] ? stock : '0' } }
  })
}

/** The variants of a variation: one, or one for each of the product's sizes if the variation is for any size. */
function readVariations(
  row: CsvRow,
  parent: CsvRow,
  colorName: (value: string) => string,
  notes: string[],
  errors: RowError[],
): ReadVariant[] {
  const ownColors = attribute(row, COLOR)
  const ownColor = ownColors.length === 1 ? firstOf(ownColors) : firstOf(attribute(parent, COLOR))
  const color = colorName(ownColor || ONLY_COLOR)
  const { quantity, counted } = readStock(row, notes, errors)
  const sku = cell(row, 'sku').replace(/\s+/g, '-')
  const options = optionsOf(row, parent)
  const all = attribute(parent, SIZE)
  const own = attribute(row, SIZE)
  // The sizes of a simple product only describe it: it has a single stock, so it's a single variant.
  const anySize = row === parent || all.length === 0 ? [''] : all
  const sizes = own.length === 1 || (own.length > 1 && row !== parent) ? own : anySize
  if (sizes.length > 1 && counted) {
    const which = own.length > 1 ? 'several sizes' : 'any size'
    notes.push(`line ${row.line} is for ${which}: ${sizes[0]} gets its stock of ${quantity}, others get 0`)
  }
  const variants = sizes.map((size, at): ReadVariant => {
    const whole = sizes.length > 1 && sku !== '' ? `${sku}-${distinctSlug(size).toUpperCase()}` : sku
    const stock = at === 0 || !counted ? quantity : 0
    return { line: row.line, sku: whole, color, size: filterSize(size), quantity: stock, options }
  })
  return variants.map((variant) => {
    if (variant.sku !== '') return variant
    const words = [cell(parent, 'name'), color, variant.size, cell(row, 'id')]
    const generated = distinctSlug(words.join(' ')).slice(-64).toUpperCase()
    notes.push(`line ${row.line} has no SKU; it is called ${generated}`)
    return { ...variant, sku: generated }
  })
}

function readStock(row: CsvRow, notes: string[], errors: RowError[]): { quantity: number; counted: boolean } {
  const stock = cell(row, 'stock')
  if (stock === '') return { quantity: cell(row, 'in stock?') === '1' ? uncounted(row.line, notes) : 0, counted: false }
  const quantity = readQuantity(stock, row.line, notes)
  if (quantity === null)
    errors.push({ line: row.line, column: 'stock', message: `the stock "${stock}" isn’t a whole number` })
  // A stock at or below WooCommerce's out-of-stock threshold isn't sold there either.
  if (!quantity || cell(row, 'in stock?') !== '0') return { quantity: quantity ?? 0, counted: true }
  notes.push(`line ${row.line}: the stock ${stock} counts as 0, because it isn’t in stock`)
  return { quantity: 0, counted: true }
}

/** A variation's attributes besides colour and size. Those of a simple product only describe it. */
function optionsOf(row: CsvRow, parent: CsvRow): Record<string, string> {
  if (row === parent) return {}
  const others = attributesOf(row).filter(([name]) => !COLOR.test(name) && !SIZE.test(name) && !HSN.test(name))
  return Object.fromEntries(others.map(([name, values]) => [name, valuesOf(values).join(' ')]))
}

/** The current price, with the regular price as MRP if it's a sale price. A sale with dates is scheduled. */
function pricesOf(row: CsvRow, errors: RowError[]) {
  const read = (column: 'regular price' | 'sale price') => {
    const text = cell(row, column)
    const amount = readAmount(text)
    // A product on sale needs no regular price, but a price that can't be read isn't none.
    if (amount === null && (text !== '' || (column === 'regular price' && cell(row, 'sale price') === '')))
      errors.push({ line: row.line, column, message: priceProblem(text) })
    return amount
  }
  const [regular, sale] = [read('regular price'), read('sale price')]
  if (sale === null || regular === null || sale >= regular) return { price: sale ?? regular ?? undefined, mrp: null }
  const starts = readTime(row, 'date sale price starts', errors)?.from.toISOString()
  const ends = readTime(row, 'date sale price ends', errors)?.to.toISOString()
  if (!starts && !ends) return { price: sale, mrp: regular }
  if (starts && ends && ends <= starts)
    errors.push({ line: row.line, column: 'date sale price ends', message: 'the sale ends before it starts' })
  // Changes that are due already are applied within seconds, the earliest first: after a past sale the regular price
  // applies.
  const scheduled = [{ at: starts ?? LONG_AGO, price: sale, mrp: regular }]
  return {
    price: regular,
    mrp: null,
    scheduled: ends ? [...scheduled, { at: ends, price: regular, mrp: null, endsSale: true }] : scheduled,
  }
}

const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** A day, or a day with its time (`2030-01-01 0:00:00`), in India, or null if the cell is empty. */
function readTime(row: CsvRow, column: string, errors: RowError[]): WrittenTime | null {
  const text = cell(row, column)
  const time = parseIndianTime(text)
  if (!time && text !== '')
    errors.push({ line: row.line, column, message: `"${text}" isn’t a date such as 2026-11-30` })
  return time
}

const firstOf = (values: readonly string[]) => values[0] ?? ''

/**
 * The pictures of the variations, each of its colour, and those of the product. Such a one has the colour that its file
 * name names, or else that of the variation's picture before it.
 */
function readPictures(parent: CsvRow, sold: readonly CsvRow[], read: readonly ReadVariant[]) {
  const list = createPictureList()
  const colors = [...new Set(read.map(({ color }) => color))]
  const colorOfPicture = new Map<string, string>()
  for (const row of sold) {
    const own = read.find(({ line }) => line === row.line)?.color ?? ''
    for (const src of row === parent ? [] : valuesOf(cell(row, 'images'))) {
      if (!colorOfPicture.has(src)) colorOfPicture.set(src, own)
      list.add(src, { alt: '', color: own }, row.line, 'images')
    }
  }
  let before = colors[0] ?? ''
  for (const src of valuesOf(cell(parent, 'images'))) {
    before = colorOfPicture.get(src) ?? before
    list.add(src, { alt: '', color: colorNamedIn('', src, colors) ?? before }, parent.line, 'images')
  }
  return list
}
