import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { filterCategory, filterOption, optionInText } from './filter-values.server.ts'
import { type RawProduct, unreadable } from './parse-product.server.ts'
import { cell, readVariants, type ShopifyRow } from './shopify-variants.server.ts'
import { slugOf } from './slug.server.ts'

/**
 * Products from a Shopify product CSV, in the headers of both its dialects ("URL handle" and "Handle"). Lines that share
 * a handle are one product: the first has its fields, each may add a variant and a picture.
 */
export async function* readShopify(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<RawProduct> {
  let group: ShopifyRow[] = []
  let handle = ''
  try {
    for await (const row of readRows(lines)) {
      const current = cell(row, 'url handle', 'handle')
      if (current === '') {
        yield unreadable(row.line, 'the handle is missing')
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
    if (!(error instanceof CsvError)) throw error
    yield unreadable(typeof error.lines === 'number' ? error.lines : 0, `this is not CSV: ${error.message}`)
    return
  }
  if (group.length > 0) yield* toProducts(group)
}

async function* readRows(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<ShopifyRow> {
  const parser = parse({
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 1_000_000,
  })
  const source = Readable.from(withLineBreaks(lines))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let lastLine = 0
  for await (const { record, info } of parser as AsyncIterable<{
    record: Record<string, string>
    info: { lines: number }
  }>) {
    // The parser counts to a record's last line; errors name its first one.
    const breaks = Object.values(record).reduce((sum, value) => sum + (value.match(/\n/g)?.length ?? 0), 0)
    const line = Math.max(lastLine + 1, info.lines - breaks)
    lastLine = info.lines
    yield { line, cells: record }
  }
}

async function* withLineBreaks(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function* toProducts(rows: readonly ShopifyRow[]): Generator<RawProduct> {
  const [first] = rows
  if (!first) return
  const status = cell(first, 'status').toLowerCase()
  const published = cell(first, 'published on online store', 'published').toLowerCase()
  if (status === 'draft' || status === 'archived' || published === 'false') return
  const notes: string[] = []
  const errors: { line: number; message: string }[] = []
  const tags = cell(first, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const title = cell(first, 'title')
  const description = plainText(cell(first, 'description', 'body (html)'))
  const { variants, lines, colors, pictures, price } = readVariants(rows, tags, notes, errors)
  const value = {
    _id: slugOf(cell(first, 'url handle', 'handle')),
    name: title,
    price,
    description,
    categories: categoryOf(first, tags, notes),
    subcategory: (cell(first, 'type') || lastCategory(cell(first, 'product category'))).replaceAll(',', ' '),
    pattern: attributeOf(first, 'pattern', tags, `${title} ${description}`),
    fabric: attributeOf(first, 'fabric', tags, `${title} ${description}`),
    fit: attributeOf(first, 'fit', tags, `${title} ${description}`),
    colors,
    variants,
    pictures,
  }
  yield { line: first.line, value, errors, notes, variantLines: lines }
}

function lastCategory(category: string): string {
  return category.split('>').at(-1)?.trim() ?? ''
}

function categoryOf(row: ShopifyRow, tags: readonly string[], notes: string[]): string {
  const values = [
    cell(row, 'google shopping / gender'),
    ...tags.map((tag) => tag.replace(/^(?:category|gender):/i, '')),
  ]
  const found = values.map(filterCategory).find((category) => category !== undefined)
  if (!found) notes.push('no tag says Man, Woman or Other; taken as Other')
  return found ?? 'Other'
}

/** From a metafield's column, else from a tag (`fabric:Linen` or `Linen`), else from title and description. */
function attributeOf(
  row: ShopifyRow,
  list: 'pattern' | 'fabric' | 'fit',
  tags: readonly string[],
  text: string,
): string {
  const metafield = Object.entries(row.cells).find(([name, value]) => name.includes(`.${list})`) && value.trim() !== '')
  const named = tags.find((tag) => tag.toLowerCase().startsWith(`${list}:`))?.slice(list.length + 1)
  const value = metafield?.[1] ?? named
  if (value !== undefined) return filterOption(list, value) ?? value.trim().replaceAll(',', ' ')
  return (
    tags.map((tag) => filterOption(list, tag)).find((option) => option !== undefined) ?? optionInText(list, text) ?? ''
  )
}

/** HTML as plain text: paragraphs and breaks become line breaks, other tags are removed. */
function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\s*(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi, (_, name: string) => decodeEntity(name))
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n\s*/g, '\n')
    .trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(name: string): string {
  const known = ENTITIES[name.toLowerCase()]
  if (known !== undefined) return known
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}
