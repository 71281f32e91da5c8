import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { type ProductChanges, type ProductFields, productChanges } from '#shop/catalog/product/fields.server.ts'
import { CommandError, UsageError } from './command.ts'

/** What each field does, for the help. */
export const FIELDS: Readonly<Record<keyof ProductFields, string>> = {
  name: 'on its page, in lists and on invoices',
  price: 'in rupees',
  mrp: 'the maximum retail price in rupees; above the price it is shown struck through, with the percentage',
  description: 'plain text',
  descriptionMarkdown: 'the description with paragraphs, lists, links and emphasis (Markdown)',
  categories: 'Man, Woman or Other',
  subcategory: 'such as Kurtas; a filter, and a listing of its own',
  pattern: 'a filter, such as Printed',
  fabric: 'a filter, such as Cotton',
  fit: 'a filter, such as Regular Fit',
  collection: 'the drop or line it belongs to, such as Monsoon drop; a listing of its own',
  badge: 'a word or two on the picture in lists, such as +New',
  hsn: 'the HSN code for its GST rate; without one, that of tax.hsn',
  latestArrivals: 'its place in the home page’s row of latest arrivals: 1 is first',
  topCollection: 'its place in the home page’s row of the top collection: 1 is first',
  position: 'its place in lists without another sort order: lower numbers come first (`products move` sets it)',
}

const NUMBERS = new Set(['price', 'mrp', 'latestArrivals', 'topCollection', 'position'])
const CLEARABLE = new Set([
  'mrp',
  'descriptionMarkdown',
  'badge',
  'collection',
  'hsn',
  'latestArrivals',
  'topCollection',
  'position',
])

/** Parses `name=value` words as fields of a product. @throws {CommandError} naming every invalid one */
export function parseChanges(assignments: readonly string[]): ProductChanges {
  const entries = assignments.map((text) => {
    const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(text) ?? []
    if (name === '') throw new UsageError(`"${text}" isn’t FIELD=VALUE, such as price=999.`)
    if (!Object.hasOwn(productChanges.shape, name))
      throw new UsageError(`Unknown field ${name}; the fields are ${Object.keys(productChanges.shape).join(', ')}.`)
    if (value === '' && CLEARABLE.has(name)) return [name, null]
    return [name, NUMBERS.has(name) && value.trim() !== '' ? Number(value) : value]
  })
  const parsed = productChanges.safeParse(Object.fromEntries(entries), { error: fieldErrors })
  // Safe cast: every named field has a value; zod's type only adds `undefined` to them.
  if (parsed.success) return parsed.data as ProductChanges
  throw new CommandError(parsed.error.issues.map((issue) => formatIssue(issue, 'the product')).join('\n'))
}
