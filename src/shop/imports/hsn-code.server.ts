import { plainCode } from '../catalog/product/fields.server.ts'
import type { CsvRow } from './csv.server.ts'

/** An attribute or column with HSN codes: HSN, HSN code, HSN/SAC, HS code, Variant HS code. */
export const HSN = /^(?:variant )?(?:hsn(?: ?\/ ?sac)?|hs(?=[ _-]))(?:[ _-]?(?:code|no\.?|number))?$/i

/** WooCommerce's `Meta: _hsn_code`, and a metafield of Shopify, `HSN (product.metafields.custom.hsn_code)`. */
const META = /^meta: ?_?hsn(?:[ _-]?code)?$|\.hsn(?:[_-]?code)?\)$/i

/**
 * A product's HSN code as another shop's file has it, with its column: in a column or metafield, in `attributes`, or in
 * a tag `hsn:6109`. Undefined if the file says nothing.
 */
export function readHsn(
  rows: readonly CsvRow[],
  tags: readonly string[],
  attributes: readonly string[] = [],
): { hsn: string | undefined; column: string } {
  for (const { cells } of rows)
    for (const [column, value] of Object.entries(cells))
      if (value.trim() !== '' && (HSN.test(column) || META.test(column))) return { hsn: plainCode(value), column }
  const tagged = tags.flatMap((tag) => /^hsn(?:[ _-]?code)?\s*:\s*(\S.*)$/i.exec(tag)?.[1] ?? [])
  const [first] = [...attributes.filter((value) => value.trim() !== ''), ...tagged]
  return { hsn: first === undefined ? undefined : plainCode(first), column: 'tags' }
}
