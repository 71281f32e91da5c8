import { columnNames, type Lines } from './csv.server.ts'
import { isGoogleHeader, readGoogle } from './google.server.ts'
import { isXml } from './google-items.server.ts'
import { inspectCells } from './inspect-cells.server.ts'
import { type RawProduct, unreadable } from './raw-product.server.ts'
import { readShopify } from './shopify.server.ts'
import { readWooCommerce } from './woocommerce.server.ts'

export const IMPORT_FORMATS = ['jsonl', 'shopify', 'woocommerce', 'google'] as const

export type ImportFormat = (typeof IMPORT_FORMATS)[number]

async function* readJsonLines(lines: Lines): AsyncGenerator<RawProduct> {
  let line = 0
  for await (const original of lines) {
    line++
    const text = original.replace(/^\ufeff/, '').trim()
    if (text !== '') yield parseLine(text, line)
  }
}

function parseLine(text: string, line: number): RawProduct {
  if (text.includes('\ufffd')) return unreadable(line, 'this line isn’t UTF-8')
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { line, value, errors: [], notes: [] }
      : unreadable(line, 'this line isn’t a product as a JSON object')
  } catch {
    return unreadable(line, 'this line isn’t JSON')
  }
}

const OTHER_SHOPS = { shopify: readShopify, woocommerce: readWooCommerce, google: readGoogle }

/** Reads a file's products, not yet validated. */
export function readProductFile(format: ImportFormat, lines: Lines): AsyncIterable<RawProduct> {
  return format === 'jsonl' ? readJsonLines(lines) : inspectCells(OTHER_SHOPS[format](lines))
}

/** The format by a file's first line, or null if unknown. An empty file counts as JSON Lines without products. */
export function formatOf(first: string): ImportFormat | null {
  if (/^[\uFEFF\s]*(?:[[{]|$)/.test(first)) return 'jsonl'
  if (isXml(first)) return 'google'
  const names = columnNames(first)
  if (names.includes('handle') || names.includes('url handle')) return 'shopify'
  if (['type', 'sku', 'name', 'regular price'].every((name) => names.includes(name))) return 'woocommerce'
  return isGoogleHeader(names) ? 'google' : null
}
