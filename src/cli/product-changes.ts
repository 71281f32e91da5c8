import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { type ProductChanges, productChanges } from '#shop/catalog/product-fields.server.ts'
import { CommandError, UsageError } from './command.ts'

const NUMBERS = new Set(['price', 'mrp', 'latestArrivals', 'topCollection', 'position'])
const CLEARABLE = new Set(['mrp', 'descriptionMarkdown', 'badge', 'hsn', 'latestArrivals', 'topCollection', 'position'])

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
