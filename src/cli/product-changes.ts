import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { type ProductChanges, productChanges } from '#shop/catalog/product/fields.server.ts'
import { PRODUCT_FIELDS, type ProductField } from '#shop/catalog/product/fields.ts'
import { CommandError, UsageError } from './command.ts'

/** What each field does, for the help. */
export const FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PRODUCT_FIELDS).map(([name, { help }]) => [name, help]),
)

/** Parses `name=value` words as fields of a product. @throws {CommandError} naming every invalid one */
export function parseChanges(assignments: readonly string[]): ProductChanges {
  const entries = assignments.map((text) => {
    const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(text) ?? []
    if (name === '') throw new UsageError(`"${text}" isn’t FIELD=VALUE, such as price=999.`)
    const field = new Map<string, ProductField>(Object.entries(PRODUCT_FIELDS)).get(name)
    if (!field) throw new UsageError(`Unknown field ${name}; the fields are ${Object.keys(PRODUCT_FIELDS).join(', ')}.`)
    return [name, readValue(field, value)]
  })
  const parsed = productChanges.safeParse(Object.fromEntries(entries), { error: fieldErrors })
  // Safe cast: every named field has a value of its schema.
  if (parsed.success) return parsed.data as ProductChanges
  throw new CommandError(parsed.error.issues.map((issue) => formatIssue(issue, 'the product')).join('\n'))
}

function readValue({ kind, isRequired = false }: ProductField, text: string): unknown {
  if (text === '' && !isRequired) return null
  if (kind === 'lines') return text.split('\n')
  return (kind === 'money' || kind === 'number') && text.trim() !== '' ? Number(text) : text
}
