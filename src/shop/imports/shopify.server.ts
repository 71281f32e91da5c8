import { type CsvRow, cell, columnOf, type Lines, readCsvRows } from './csv.server.ts'
import { filterCategory, filterOption, optionInText } from './filter-values.server.ts'
import { readHtmlDescription } from './html-description.server.ts'
import { type RawProduct, type RowError, skipped, unreadable, unreadableCsv } from './parse-product.server.ts'
import { plainText } from './plain-text.server.ts'
import { readVariants } from './shopify-variants.server.ts'
import { slugOf } from './slug.server.ts'

/**
 * Products from a Shopify product CSV with its new or old column names ("URL handle" or "Handle"). Successive lines
 * with the same handle are one product: the first has its fields, each may add a variant and a picture.
 */
export async function* readShopify(lines: Lines): AsyncGenerator<RawProduct> {
  let group: CsvRow[] = []
  let handle = ''
  try {
    for await (const row of readCsvRows(lines)) {
      const current = cell(row, 'url handle', 'handle')
      if (current === '') {
        yield unreadable(row.line, 'the handle is missing', columnOf(row, 'url handle', 'handle'))
        continue
      }
      if (current !== handle && group.length > 0) {
        yield* toProducts(group)
        group = []
      }
      handle = current
      group.push(row)
    }
  } catch (error) {
    yield unreadableCsv(error)
    return
  }
  if (group.length > 0) yield* toProducts(group)
}

function* toProducts(rows: readonly CsvRow[]): Generator<RawProduct> {
  const [first] = rows
  if (!first) return
  if (cell(first, 'gift card').toLowerCase() === 'true') {
    yield skipped(first.line, `the gift card ${cell(first, 'title')} is left out: the shop doesn’t sell gift cards`)
    return
  }
  const status = cell(first, 'status').toLowerCase()
  const published = cell(first, 'published on online store', 'published').toLowerCase()
  const state =
    status === 'archived' ? 'archived' : status === 'draft' || published === 'false' ? 'hidden' : 'published'
  const notes: string[] = []
  const errors: RowError[] = []
  const tags = cell(first, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const title = cell(first, 'title')
  const html = cell(first, 'description', 'body (html)', 'body')
  const text = `${title} ${plainText(html)}`
  const { variants, lines, colors, pictures, places, price, mrp } = readVariants(rows, tags, notes, errors)
  const value = {
    _id: slugOf(cell(first, 'url handle', 'handle')),
    name: title,
    price,
    mrp,
    state,
    ...readHtmlDescription(html),
    categories: categoryOf(first, tags, notes),
    subcategory: (cell(first, 'type') || lastCategory(cell(first, 'product category'))).replaceAll(',', ' '),
    pattern: attributeOf(first, 'pattern', tags, text),
    fabric: attributeOf(first, 'fabric', tags, text),
    fit: attributeOf(first, 'fit', tags, text),
    colors,
    variants,
    pictures,
  }
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([field, names]) => [field, columnOf(first, ...names)]),
  )
  yield { line: first.line, value, errors, notes, variantLines: lines, picturePlaces: places, columns }
}

/** The possible source columns of each field, for error messages. */
const COLUMNS: Record<string, readonly string[]> = {
  _id: ['url handle', 'handle'],
  name: ['title'],
  description: ['description', 'body (html)', 'body'],
  subcategory: ['type'],
  price: ['price', 'variant price'],
  sku: ['sku', 'variant sku'],
  quantity: ['inventory quantity', 'variant inventory qty'],
  pictures: ['product image url', 'image src'],
}

function lastCategory(category: string): string {
  return category.split('>').at(-1)?.trim() ?? ''
}

function categoryOf(row: CsvRow, tags: readonly string[], notes: string[]): string {
  const values = [
    cell(row, 'google shopping / gender'),
    ...tags.map((tag) => tag.replace(/^(?:category|gender):/i, '')),
  ]
  const found = values.map(filterCategory).find((category) => category !== undefined)
  if (!found) notes.push('no tag is Man, Woman or Other; taken as Other')
  return found ?? 'Other'
}

/** From a metafield's column, else from a tag (`fabric:Linen` or `Linen`), else from title and description. */
function attributeOf(row: CsvRow, list: 'pattern' | 'fabric' | 'fit', tags: readonly string[], text: string): string {
  const metafield = Object.entries(row.cells).find(([name, value]) => name.includes(`.${list})`) && value.trim() !== '')
  const named = tags.find((tag) => tag.toLowerCase().startsWith(`${list}:`))?.slice(list.length + 1)
  const value = metafield?.[1] ?? named
  if (value !== undefined) return filterOption(list, value) ?? value.trim().replaceAll(',', ' ')
  return (
    tags.map((tag) => filterOption(list, tag)).find((option) => option !== undefined) ?? optionInText(list, text) ?? ''
  )
}
