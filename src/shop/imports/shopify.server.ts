import { slugOf } from '#platform/text/slug.ts'
import { isFormerPath } from '../catalog/product/former-paths.ts'
import type { ProductState } from '../catalog/rules.ts'
import { type CsvRow, cell, columnOf, type Lines, readCsvRows } from './csv.server.ts'
import { filterCategory, filterOption, optionInText } from './filter-values.server.ts'
import { readHsn } from './hsn-code.server.ts'
import { readHtmlDescription } from './html-description.server.ts'
import { plainText } from './plain-text.server.ts'
import { type RawProduct, type RowError, skipped, unreadable, unreadableCsv } from './raw-product.server.ts'
import { readVariants } from './shopify-variants.server.ts'
import { distinctSlug, hashedSlug } from './slug.server.ts'

/**
 * Products from a Shopify product CSV with its new or old column names ("URL handle" or "Handle"). Successive lines
 * with the same handle are one product: the first has its fields, each may add a variant and a picture.
 */
export async function* readShopify(lines: Lines): AsyncGenerator<RawProduct> {
  let group: CsvRow[] = []
  let handle = ''
  /** The handle of each id. */
  const taken = new Map<string, string>()
  try {
    for await (const row of readCsvRows(lines)) {
      const current = cell(row, 'url handle', 'handle')
      if (current === '') {
        yield unreadable(row.line, 'the handle is missing', columnOf(row, 'url handle', 'handle'))
        continue
      }
      if (current !== handle && group.length > 0) {
        yield* toProducts(group, taken)
        group = []
      }
      handle = current
      group.push(row)
    }
  } catch (error) {
    yield unreadableCsv(error)
    return
  }
  if (group.length > 0) yield* toProducts(group, taken)
}

function* toProducts(rows: readonly CsvRow[], taken: Map<string, string>): Generator<RawProduct> {
  const [first] = rows
  if (!first) return
  if (cell(first, 'gift card').toLowerCase() === 'true') {
    yield skipped(first.line, `the gift card ${cell(first, 'title')} is left out: the shop doesn’t sell gift cards`)
    return
  }
  const notes: string[] = []
  const errors: RowError[] = []
  const handle = cell(first, 'url handle', 'handle')
  const { id, note, ...moved } = identify(handle, taken)
  if (note !== null) notes.push(note)
  const tags = cell(first, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const title = cell(first, 'title')
  const html = cell(first, 'description', 'body (html)', 'body')
  const text = `${title} ${plainText(html)}`
  const { variants, lines, colors, pictures, places, price, mrp } = readVariants(rows, {
    id,
    tags,
    notes,
    errors,
  })
  const { hsn, column: hsnColumn } = readHsn(rows, tags)
  const value = {
    _id: id,
    ...moved,
    name: title,
    price,
    mrp,
    state: stateOf(first, notes),
    ...readHtmlDescription(html),
    categories: categoryOf(first, tags, notes),
    subcategory: (cell(first, 'type') || lastCategory(cell(first, 'product category'))).replaceAll(',', ' '),
    pattern: attributeOf(first, 'pattern', tags, text),
    fabric: attributeOf(first, 'fabric', tags, text),
    fit: attributeOf(first, 'fit', tags, text),
    collection: namedValue(first, 'collection', tags).replaceAll(',', ' '),
    colors,
    variants,
    pictures,
    ...(hsn === undefined ? {} : { hsn }),
    ...searchWords(first),
  }
  const columns = Object.fromEntries(
    Object.entries({ ...COLUMNS, hsn: [hsnColumn] }).map(([field, names]) => [field, columnOf(first, ...names)]),
  )
  yield { line: first.line, value, errors, notes, variantLines: lines, picturePlaces: places, columns }
}

/** What search engines are to show of a product, if its owner wrote that. */
function searchWords(row: CsvRow): { searchTitle?: string; searchDescription?: string } {
  const [title, description] = [cell(row, 'seo title').slice(0, 120), cell(row, 'seo description').slice(0, 320)]
  return {
    ...(title === '' ? {} : { searchTitle: title }),
    ...(description === '' ? {} : { searchDescription: description }),
  }
}

/**
 * The id of a handle. Of several that make the same one, such as Dot.Tee and Dot-Tee, or those that differ after the hundredth
 * letter, the first in the file has it. The others get one with a hash, and their pages of the former shop lead to them.
 */
function identify(
  handle: string,
  taken: Map<string, string>,
): { id: string; note: string | null; movedFrom?: string[] } {
  const plain = distinctSlug(handle)
  const other = taken.get(plain)
  if (plain === '' || other === undefined || other === handle) {
    taken.set(plain, handle)
    const isSame = plain === slugOf(handle)
    return { id: plain, note: isSame ? null : `an id has Latin letters only: the product ${handle} is ${plain}` }
  }
  const id = hashedSlug(handle)
  const path = `/products/${handle}`
  const note = `the handle ${other} has the id ${plain} already: the product ${handle} is ${id}`
  return { id, note, ...(isFormerPath(path) ? { movedFrom: [path] } : {}) }
}

/** An unlisted product and one outside of the online store are hidden, and so is one in an unknown state. */
function stateOf(row: CsvRow, notes: string[]): ProductState {
  const status = cell(row, 'status').toLowerCase()
  const published = cell(row, 'published on online store', 'published').toLowerCase()
  if (status === 'archived') return 'archived'
  if (status === 'draft') return 'draft'
  if (status !== '' && status !== 'active') {
    notes.push(`its status is ${status}, so it is hidden`)
    return 'hidden'
  }
  // Without the column, or with an empty cell, Shopify publishes.
  if (/^(?:|true|yes|1)$/.test(published)) return 'published'
  if (!/^(?:false|no|0)$/.test(published))
    notes.push(`"${published}" under Published is neither TRUE nor FALSE, so it is hidden`)
  return 'hidden'
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
  searchTitle: ['seo title'],
  searchDescription: ['seo description'],
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

/** The value that a metafield or a tag such as `fabric:Cotton` names. Empty if none does. */
function namedValue(row: CsvRow, name: string, tags: readonly string[]): string {
  const metafield = Object.entries(row.cells).find(
    ([column, value]) => column.includes(`.${name})`) && value.trim() !== '',
  )
  const tag = tags.find((one) => one.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1)
  return (metafield?.[1] ?? tag ?? '').trim()
}

/** From a metafield's column, else from a tag (`fabric:Linen` or `Linen`), else from title and description. */
function attributeOf(row: CsvRow, list: 'pattern' | 'fabric' | 'fit', tags: readonly string[], text: string): string {
  const value = namedValue(row, list, tags)
  if (value !== '') return filterOption(list, value) ?? value.replaceAll(',', ' ')
  return (
    tags.map((tag) => filterOption(list, tag)).find((option) => option !== undefined) ?? optionInText(list, text) ?? ''
  )
}
