import { CsvError } from 'csv-parse'
import { type CsvRow, cell, readCsvRows } from './csv.server.ts'
import { filterCategory, filterColor, filterOption, filterSize, optionInText } from './filter-values.server.ts'
import { readHtmlDescription } from './html-description.server.ts'
import { type RawProduct, type RowError, unreadable } from './parse-product.server.ts'
import { createPictureList } from './picture-list.server.ts'
import { plainText } from './plain-text.server.ts'
import { ONLY_COLOR, parsePrice } from './shopify-variants.server.ts'
import { slugOf } from './slug.server.ts'

interface Group {
  parent: CsvRow
  variations: CsvRow[]
}

/**
 * Products from WooCommerce's product CSV (Products > Export). A variable product is a line of its own, and each of its
 * variations is a line that names it by id or SKU; they may be far apart, so all lines are read first.
 */
export async function* readWooCommerce(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<RawProduct> {
  const groups = new Map<string, Group>()
  const variations: CsvRow[] = []
  const unread: RawProduct[] = []
  try {
    for await (const row of readCsvRows(lines)) {
      const type = cell(row, 'type').toLowerCase()
      if (type.startsWith('variation')) variations.push(row)
      else if (cell(row, 'name') === '') unread.push(unreadable(row.line, 'the name is missing', 'name'))
      else if (/^(?:simple|variable)/.test(type)) groups.set(keyOf(row), { parent: row, variations: [] })
      else unread.push(unreadable(row.line, `a product of type "${type}" cannot be sold here`, 'type'))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield unreadable(typeof error.lines === 'number' ? error.lines : 0, `this is not CSV: ${error.message}`)
    return
  }
  const bySku = new Map([...groups.values()].map((group) => [cell(group.parent, 'sku'), group]))
  for (const row of variations) {
    const parent = cell(row, 'parent')
    const group = groups.get(parent.replace(/^id:/i, '')) ?? bySku.get(parent)
    if (group && parent !== '') group.variations.push(row)
    else unread.push(unreadable(row.line, `its parent "${parent}" is not in the file`, 'parent'))
  }
  yield* unread
  const taken = new Set<string>()
  for (const group of groups.values()) yield toProduct(group, taken)
}

/** The columns of fields, for errors. */
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

const keyOf = (row: CsvRow) => cell(row, 'id') || `line ${row.line}`

function toProduct({ parent, variations }: Group, taken: Set<string>): RawProduct {
  const notes: string[] = []
  const errors: RowError[] = []
  const sold = variations.length > 0 ? variations : [parent]
  const variants = sold.map((row) => readVariant(row, parent, notes, errors))
  const prices = sold.map((row) => pricesOf(row, errors))
  if (new Set(prices.map((one) => one.price)).size > 1)
    notes.push('its variations have several prices; the first one is taken')
  const name = cell(parent, 'name')
  const categories = cell(parent, 'categories')
    .split(',')
    .map((path) => path.split('>').map((part) => part.trim()))
  const words = [
    ...categories.flat(),
    ...cell(parent, 'tags')
      .split(',')
      .map((tag) => tag.trim()),
  ]
  const category = words.map(filterCategory).find((found) => found !== undefined)
  if (!category) notes.push('no category or tag says Man, Woman or Other; taken as Other')
  // The export writes line breaks as \\n.
  const html = (cell(parent, 'description') || cell(parent, 'short description')).replaceAll('\\n', '\n')
  const text = `${name} ${plainText(html)}`
  const option = (list: 'pattern' | 'fabric' | 'fit') =>
    attribute(parent, new RegExp(`^${list}$`, 'i')) ||
    words.map((word) => filterOption(list, word)).find((found) => found !== undefined) ||
    (optionInText(list, text) ?? '')
  const { pictures, places } = readPictures(parent, sold, variants)
  const value = {
    _id: uniqueSlug(name, cell(parent, 'id'), taken),
    name,
    ...prices[0],
    state: cell(parent, 'published') === '1' ? 'published' : 'hidden',
    ...readHtmlDescription(html),
    categories: category ?? 'Other',
    subcategory: (categories[0]?.findLast((part) => filterCategory(part) === undefined) ?? '').replaceAll(',', ' '),
    pattern: option('pattern'),
    fabric: option('fabric'),
    fit: option('fit'),
    colors: [...new Set(variants.map(({ color }) => color))],
    variants,
    pictures,
  }
  return {
    line: parent.line,
    value,
    errors,
    notes,
    variantLines: sold.map(({ line }) => line),
    picturePlaces: places,
    columns: COLUMNS,
  }
}

function readVariant(row: CsvRow, parent: CsvRow, notes: string[], errors: RowError[]) {
  const color = filterColor(attribute(row, COLOR) || firstOf(attribute(parent, COLOR)) || ONLY_COLOR)
  const size = filterSize(attribute(row, SIZE) || firstOf(attribute(parent, SIZE)) || 'Free Size')
  const stock = cell(row, 'stock')
  if (stock !== '' && !/^-?\d{1,9}$/.test(stock))
    errors.push({ line: row.line, column: 'stock', message: `the stock "${stock}" is no whole number` })
  let sku = cell(row, 'sku').replace(/\s+/g, '-')
  if (sku === '') {
    sku = slugOf(`${cell(parent, 'name')} ${color} ${size} ${cell(row, 'id')}`)
      .slice(-64)
      .toUpperCase()
    notes.push(`line ${row.line} has no SKU; it is called ${sku}`)
  }
  // Backorders make the stock negative.
  return { sku, color, size, quantity: Math.max(0, Number(stock) || 0) }
}

/** The price paid now, and the regular one as MRP where it is on sale. */
function pricesOf(row: CsvRow, errors: RowError[]) {
  const regular = parsePrice(cell(row, 'regular price'))
  const sale = parsePrice(cell(row, 'sale price'))
  if (regular === null && sale === null)
    errors.push({
      line: row.line,
      column: 'regular price',
      message: `the price "${cell(row, 'regular price')}" is no number`,
    })
  return {
    price: sale ?? regular ?? undefined,
    mrp: sale !== null && regular !== null && regular > sale ? regular : null,
  }
}

const COLOR = /^colou?rs?$/i
const SIZE = /^sizes?$/i

/** The value of the attribute of such a name: one of a variation, all of a parent. */
function attribute(row: CsvRow, name: RegExp): string {
  for (let number = 1; cell(row, `attribute ${number} name`) !== ''; number++)
    if (name.test(cell(row, `attribute ${number} name`))) return cell(row, `attribute ${number} value(s)`)
  return ''
}

const firstOf = (values: string) => values.split(',')[0]?.trim() ?? ''

function readPictures(parent: CsvRow, sold: readonly CsvRow[], variants: readonly { color: string }[]) {
  const list = createPictureList()
  const add = (row: CsvRow, color = '') => {
    for (const src of picturesOf(row)) list.add(src, { alt: '', color }, row.line, 'images')
  }
  for (const [at, row] of sold.entries()) if (row !== parent) add(row, variants[at]?.color)
  add(parent, variants[0]?.color)
  return list
}

function picturesOf(row: CsvRow): string[] {
  return cell(row, 'images')
    .split(',')
    .map((src) => src.trim())
    .filter((src) => src !== '')
}

/** The export has no slugs; WooCommerce makes them from names, and numbers those of the same name. */
function uniqueSlug(name: string, id: string, taken: Set<string>): string {
  const slug = slugOf(name)
  const unique = taken.has(slug) ? slugOf(`${slug.slice(0, 80)} ${id}`) : slug
  taken.add(unique)
  return unique
}
