import type { ProductState } from '../catalog/rules.ts'
import { type CsvRow, cell } from './csv.server.ts'

/* How WooCommerce writes the cells of its product CSV. */

export const COLOR = /^(?:pa_)?colou?rs?$/i
export const SIZE = /^(?:pa_)?sizes?$/i

/** WooCommerce puts an apostrophe before what a spreadsheet would take for a formula, such as the stock `'-2`. */
export function unescapeCells(row: CsvRow): CsvRow {
  const cells = Object.entries(row.cells).map(([name, value]) => [name, value.replace(/^'(?=[-=+@])/, '')])
  return { ...row, cells: Object.fromEntries(cells) }
}

/** The values of a list, which commas separate. A comma within a value has a backslash: `1\, 2, 3\, 4` has two. */
export function valuesOf(list: string): string[] {
  return list
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter((value) => value !== '')
}

/** A value without its commas, because filters join values with commas. */
export const withoutCommas = (value: string) => value.replace(/\s*,\s*/g, ' ')

/** The attributes of a row by name, in order. The values are as written: a list for a product, one for a variation. */
export function attributesOf(row: CsvRow): [name: string, values: string][] {
  return Object.keys(row.cells).flatMap((column): [string, string][] => {
    const number = /^attribute (\d+) name$/.exec(column)?.[1]
    const name = number === undefined ? '' : cell(row, column)
    return name === '' ? [] : [[name, cell(row, `attribute ${number} value(s)`)]]
  })
}

/** The values of the attribute with one of these names: one for a variation, or none if it's for any. */
export function attribute(row: CsvRow, name: RegExp): string[] {
  return valuesOf(attributesOf(row).find(([one]) => name.test(one))?.[1] ?? '')
}

/**
 * True if a variation can be bought in the previous shop: 1 is enabled, 0 disabled. Under a draft, all of them are -1.
 * An empty cell is the importer's default, 1.
 */
export function isEnabled(variation: CsvRow, parent: CsvRow): boolean {
  const published = cell(variation, 'published')
  return isPublished(published) || (published === '-1' && cell(parent, 'published') === '-1')
}

const isPublished = (published: string) => /^(?:|1|true|yes)$/i.test(published)

/**
 * The state of a product, with the reason if the file says published and means less: outside of the catalogue, or behind
 * a password (as plug-ins export it). Published is 1, private 0, a draft -1.
 */
export function stateOf(parent: CsvRow): { state: ProductState; reason: string | null } {
  if (cell(parent, 'published') === '-1') return { state: 'draft', reason: null }
  if (!isPublished(cell(parent, 'published'))) return { state: 'hidden', reason: null }
  if (cell(parent, 'visibility in catalog').toLowerCase() === 'hidden')
    return { state: 'hidden', reason: 'it wasn’t in the previous shop’s catalogue' }
  if (cell(parent, 'password', 'post password', 'post_password') !== '')
    return { state: 'hidden', reason: 'it had a password in the previous shop' }
  return { state: 'published', reason: null }
}
