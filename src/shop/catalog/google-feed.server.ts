import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { xmlElement as element } from '#platform/xml.server.ts'
import { feeFor } from '../pricing/free-delivery-rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { Product } from './contract.ts'
import { productPath } from './product-path.ts'
import { readProducts } from './sql.server.ts'
import { pricesOf } from './variant-price.ts'

/** Products per read. */
const BATCH = 200
/** Google Merchant's limits: ten pictures besides the first, and the lengths of texts in characters. */
const MORE_PICTURES = 10
const LONGEST_ID = 50
const LONGEST_TITLE = 150
const LONGEST_BRAND = 70
const LONGEST_DESCRIPTION = 5000

const GENDERS: Readonly<Record<string, string>> = { Man: 'male', Woman: 'female' }

interface Page {
  origin: string
  settings: Settings
}

/**
 * These products as a Google Merchant feed (RSS 2.0 with Google's product fields), with one item per variant that costs something, as Google asks. They're
 * read in batches, so that a large catalogue is never in memory as a whole.
 */
export async function* googleFeed(db: Kysely<Tables>, ids: readonly string[], page: Page): AsyncGenerator<string> {
  const { origin, settings } = page
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', settings['shop.name'])}
${element('link', `${origin}/`)}
${element('description', settings['shop.description'])}
`
  for (let at = 0; at < ids.length; at += BATCH)
    for (const product of await readProducts(db, ids.slice(at, at + BATCH))) yield itemsOf(product, page)
  yield '</channel>\n</rss>\n'
}

function itemsOf(product: Product, { origin, settings }: Page): string {
  const shared = [
    element('g:item_group_id', shortId(product._id)),
    element('g:description', cut(product.description, LONGEST_DESCRIPTION) || product.name),
    element('g:link', `${origin}${productPath(product._id)}`),
    element('g:condition', 'new'),
    element('g:brand', cut(settings['shop.name'], LONGEST_BRAND)),
    element('g:identifier_exists', 'no'),
    element('g:product_type', [product.categories, product.subcategory].filter(Boolean).join(' > ')),
    ...(product.collection ? [element('g:custom_label_0', product.collection)] : []),
    element('g:gender', GENDERS[product.categories] ?? 'unisex'),
    element('g:age_group', 'adult'),
    ...(product.fabric ? [element('g:material', product.fabric)] : []),
    ...(product.pattern ? [element('g:pattern', product.pattern)] : []),
  ]
  return product.variants
    .filter((variant) => pricesOf(product, variant).price > 0)
    .map((variant) => {
      const { sku, color, size, quantity } = variant
      const { price, mrp } = pricesOf(product, variant)
      const isSale = mrp !== null && mrp > price
      const fee = feeFor(price, settings['order.delivery'], settings['delivery.freeFrom'])
      const own = product.pictures.filter((picture) => picture.color === color)
      const pictures = (own.length > 0 ? own : product.pictures).map(({ src }) => new URL(src, `${origin}/`).href)
      const lines = [
        element('g:id', shortId(sku)),
        element('g:title', titleOf(product.name, `, ${color}, ${size}`)),
        ...pictures
          .slice(0, 1 + MORE_PICTURES)
          .map((src, index) => element(index === 0 ? 'g:image_link' : 'g:additional_image_link', src)),
        element('g:availability', quantity > 0 ? 'in_stock' : 'out_of_stock'),
        element('g:color', color),
        element('g:size', size),
        element('g:price', inRupees(isSale ? mrp : price)),
        ...(isSale ? [element('g:sale_price', inRupees(price))] : []),
        ...shared,
        `<g:shipping>${element('g:country', 'IN')}${element('g:price', inRupees(fee))}</g:shipping>`,
      ]
      return `<item>\n${lines.join('\n')}\n</item>\n`
    })
    .join('')
}

/** An id within Google's limit: a longer one ends in a hash of itself, so that it stays the same and unlike all others. */
function shortId(id: string): string {
  if (lengthOf(id) <= LONGEST_ID) return id
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 12)
  return `${cut(id, LONGEST_ID - hash.length - 1)}-${hash}`
}

/** A long name is cut, so that the variant's colour and size can still be read. */
function titleOf(name: string, variant: string): string {
  return `${cut(name, LONGEST_TITLE - lengthOf(variant))}${variant}`
}

const lengthOf = (text: string) => Array.from(text).length

/** A text's first characters, none of them halved. */
function cut(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('').trim()
}

function inRupees(amount: number): string {
  return `${amount.toFixed(2)} INR`
}
