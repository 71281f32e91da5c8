import { parseIndianTime } from '#platform/india-time.ts'
import { isFormerPath } from '../catalog/product/former-paths.ts'
import { amountProblem, readAmount } from './amounts.ts'
import { type Lines, peekLine } from './csv.server.ts'
import { colorNames, filterCategory, filterOption, filterSize, optionInText } from './filter-values.server.ts'
import { attributeName, type GoogleItem, isXml, readTextItems, readXmlItems } from './google-items.server.ts'
import { readHtmlDescription } from './html-description.server.ts'
import { createPictureList } from './picture-list.server.ts'
import { plainText } from './plain-text.server.ts'
import { pricesByVariant } from './prices.server.ts'
import { type RawProduct, type RowError, unreadable, unreadableCsv } from './raw-product.server.ts'
import { uniqueSlug } from './slug.server.ts'
import { ONLY_COLOR, ONLY_SIZE, uncounted } from './variants.server.ts'

/**
 * Products from a Google Merchant feed: a text file or XML (RSS 2.0, Atom). An item is one variant. Items with the same
 * `item_group_id` are one product and may be far apart, so all items are read first.
 */
export async function* readGoogle(lines: Lines): AsyncGenerator<RawProduct> {
  const groups = new Map<string, GoogleItem[]>()
  const [first, all] = await peekLine(lines)
  let line = 0
  try {
    for await (const item of isXml(first) ? readXmlItems(all) : readTextItems(all)) {
      if ('problem' in item) yield unreadable(line, item.problem)
      else {
        line = item.line
        const id = attribute(item, 'id')
        if (id === '') yield unreadable(line, 'the id is missing', 'id')
        else if (attribute(item, 'title') === '') yield unreadable(line, 'the title is missing', 'title')
        else {
          const key = attribute(item, 'item_group_id') || `id ${id}`
          const group = groups.get(key)
          if (group) group.push(item)
          else groups.set(key, [item])
        }
      }
    }
  } catch (error) {
    yield unreadableCsv(error)
    return
  }
  const taken = new Set<string>()
  for (const items of groups.values()) yield* toProduct(items, taken)
}

/** True if these are columns of a text feed. */
export function isGoogleHeader(names: readonly string[]): boolean {
  const known = names.map(attributeName)
  return ['id', 'title', 'link', 'price'].every((name) => known.includes(name))
}

/** The source attribute of each field, for error messages. */
const COLUMNS = {
  _id: 'link',
  name: 'title',
  price: 'price',
  mrp: 'price',
  description: 'description',
  subcategory: 'product_type',
  pattern: 'pattern',
  fabric: 'material',
  sku: 'id',
  color: 'color',
  size: 'size',
  pictures: 'image_link',
}

const attribute = (item: GoogleItem, name: string) => item.fields.get(name)?.[0] ?? ''

function* toProduct(items: readonly GoogleItem[], taken: Set<string>): Generator<RawProduct> {
  const [first] = items
  if (!first) return
  const notes: string[] = []
  const errors: RowError[] = []
  const nameOf = colorNames(items.map(colorOf))
  const now = new Date().toISOString()
  const offers = items.map((item) => ({ line: item.line, ...pricesOf(item, now, errors) }))
  const { product: prices, own } = pricesByVariant(offers, notes)
  const variants = items.map((item, at) => ({ ...readVariant(item, nameOf, notes, errors), ...own[at] }))
  const name = commonTitle(items.map((item) => attribute(item, 'title')))
  const type = (attribute(first, 'product_type') || attribute(first, 'google_product_category')).split('>')
  const types = type.map((part) => part.trim()).filter((part) => part !== '' && !/^\d+$/.test(part))
  const html = attribute(first, 'description')
  const text = `${name} ${plainText(html)}`
  const option = (list: 'pattern' | 'fabric' | 'fit', named = '') => {
    const parts = named.split('/')
    return (
      parts.map((part) => filterOption(list, part)).find((found) => found !== undefined) ??
      (parts[0]?.trim().replaceAll(',', ' ') || (optionInText(list, text) ?? ''))
    )
  }
  const { pictures, places } = readPictures(items, variants)
  const { handle, path } = readLink(first, items)
  // Not an attribute of Google's, but shops that write their own feeds have it.
  const [hsn] = items.flatMap((item) => attribute(item, 'hsn') || attribute(item, 'hsn_code') || [])
  const isPathAllowed = isFormerPath(path)
  if (path !== '' && !isPathAllowed) notes.push('the path of its link can’t be stored, so its old URL won’t lead to it')
  const value = {
    _id: uniqueSlug(handle || name, attribute(first, 'item_group_id') || attribute(first, 'id'), taken),
    name,
    ...prices,
    ...readHtmlDescription(html),
    categories: categoryOf(first, types, notes),
    subcategory: (types.findLast((part) => filterCategory(part) === undefined) ?? '').replaceAll(',', ' '),
    pattern: option('pattern', attribute(first, 'pattern')),
    fabric: option('fabric', attribute(first, 'material')),
    fit: option('fit'),
    colors: [...new Set(variants.map(({ color }) => color))],
    variants,
    pictures,
    ...(isPathAllowed ? { movedFrom: [path] } : {}),
    ...(hsn === undefined ? {} : { hsn }),
  }
  const variantLines = items.map(({ line }) => line)
  yield { line: first.line, value, errors, notes, variantLines, picturePlaces: places, columns: COLUMNS }
}

const colorOf = (item: GoogleItem) => attribute(item, 'color') || ONLY_COLOR

function readVariant(item: GoogleItem, nameOf: (value: string) => string, notes: string[], errors: RowError[]) {
  const count = attribute(item, 'sell_on_google_quantity') || attribute(item, 'quantity')
  if (count !== '' && !/^\d{1,9}$/.test(count))
    errors.push({
      line: item.line,
      column: 'quantity',
      message: `the quantity must be a whole number of at least 0, got "${count}"`,
    })
  const availability = attributeName(attribute(item, 'availability'))
  const isInStock = availability === 'in_stock'
  const isSold = isInStock || availability === ''
  if (!isSold && Number(count) > 0)
    notes.push(
      `line ${item.line}: the quantity ${count} counts as 0, because it is ${availability.replaceAll('_', ' ')}`,
    )
  return {
    sku: attribute(item, 'id').replace(/\s+/g, '-'),
    color: nameOf(colorOf(item)),
    size: filterSize(attribute(item, 'size') || ONLY_SIZE),
    quantity: isSold && count !== '' ? Number(count) || 0 : isInStock ? uncounted(item.line, notes) : 0,
  }
}

/**
 * The current price, with the regular price as MRP if it's a sale price. The rest of a sale with dates is scheduled.
 */
function pricesOf(item: GoogleItem, now: string, errors: RowError[]) {
  const regular = parsePrice(item, 'price', errors)
  const sale = attribute(item, 'sale_price') === '' ? null : parsePrice(item, 'sale_price', errors)
  if (regular === null || sale === null || sale >= regular) return { price: regular ?? undefined, mrp: null }
  const dates = attribute(item, 'sale_price_effective_date')
  if (dates === '') return { price: sale, mrp: regular }
  const [begins, ends, ...others] = dates.split('/').map(parseIndianTime)
  if (!begins || !ends || others.length > 0) {
    const message = `"${dates}" isn’t a beginning and an end such as 2026-11-24T13:00+0530/2026-11-29T15:30+0530`
    errors.push({ line: item.line, column: 'sale_price_effective_date', message })
    return { price: sale, mrp: regular }
  }
  const [start, end] = [begins.from.toISOString(), ends.to.toISOString()]
  if (end <= start)
    errors.push({ line: item.line, column: 'sale_price_effective_date', message: 'the sale ends before it starts' })
  const onSale = { price: sale, mrp: regular }
  const ended = { price: regular, mrp: null }
  if (end <= now) return ended
  if (start <= now) return { ...onSale, scheduled: [{ at: end, ...ended, endsSale: true }] }
  return {
    ...ended,
    scheduled: [
      { at: start, ...onSale },
      { at: end, ...ended, endsSale: true },
    ],
  }
}

/** `1,499.00 INR` in rupees. Another currency is an error, because converting it would invent a price. */
function parsePrice(item: GoogleItem, column: 'price' | 'sale_price', errors: RowError[]): number | null {
  const text = attribute(item, column)
  const [, before = '', amount = '', after = ''] = /^([A-Z]{3})?\s*(.*?)\s*([A-Z]{3})?$/i.exec(text) ?? []
  const currency = /₹|\brs\b/i.test(amount) ? 'INR' : (before || after).toUpperCase()
  const price = readAmount(amount)
  if (price !== null && currency === 'INR') return price
  const problem =
    price === null
      ? `${amountProblem(amount)}, such as "1499.00 INR"`
      : currency === ''
        ? `names no currency, as in "${text} INR"`
        : `is in ${currency}; this shop sells in INR`
  errors.push({ line: item.line, column, message: `the ${column.replace('_', ' ')} "${text}" ${problem}` })
  return null
}

/** The common first words of all titles. Titles of variants often end in their colour and size. */
function commonTitle(titles: readonly string[]): string {
  const [first = '', ...others] = titles
  const words = first.split(/\s+/)
  let count = words.length
  for (const other of others) {
    const otherWords = other.split(/\s+/)
    while (count > 0 && words.slice(0, count).join(' ') !== otherWords.slice(0, count).join(' ')) count--
  }
  const common = words
    .slice(0, count)
    .join(' ')
    .replace(/[\s,/|:([–—-]+$/, '')
  return common === '' ? first : common
}

function categoryOf(item: GoogleItem, types: readonly string[], notes: string[]): string {
  const age = attribute(item, 'age_group').toLowerCase()
  // Children's clothes belong to neither Man nor Woman.
  const found =
    age !== '' && age !== 'adult'
      ? 'Other'
      : [attribute(item, 'gender'), ...types].map(filterCategory).find((category) => category !== undefined)
  if (!found) notes.push('no gender or product type is Man, Woman or Other; taken as Other')
  return found ?? 'Other'
}

function readPictures(items: readonly GoogleItem[], variants: readonly { color: string }[]) {
  const list = createPictureList()
  // Text feeds join further pictures with commas.
  for (const [at, item] of items.entries())
    for (const column of ['image_link', 'additional_image_link'])
      for (const value of item.fields.get(column) ?? [])
        for (const src of column === 'image_link' ? [value] : value.split(/,(?=\s*https?:)/))
          list.add(src.trim(), { alt: '', color: variants[at]?.color ?? '' }, item.line, column)
  return list
}

/**
 * The path of the product's page in the previous shop and the handle in it. Empty if the items' links differ, because
 * each is a variant's.
 */
function readLink(first: GoogleItem, items: readonly GoogleItem[]): { handle: string; path: string } {
  const paths = items.map((item) => safeDecode(URL.parse(attribute(item, 'link'))?.pathname ?? '').replace(/\/+$/, ''))
  const path = paths.every((one) => one === paths[0]) ? (paths[0] ?? '') : ''
  const last = path.split('/').at(-1) ?? ''
  // The path of a URL such as /product.php?id=7 doesn't name the product.
  const isNamed =
    !/\.(?:php|aspx?|jsp)$/i.test(last) && URL.parse(attribute(first, 'link'))?.searchParams.has('id') !== true
  return { handle: isNamed ? last.replace(/\.html?$/i, '') : '', path: isNamed && path !== '' ? path : '' }
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
