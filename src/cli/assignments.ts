import { type Field, readValue } from './call-fields.ts'
import { UsageError } from './command.ts'

/** The fields that FIELD=VALUE words may set: what each is, and how it's read if not as its schema says. */
export type WrittenFields = Readonly<
  Record<string, string | { help: string; read(value: string): Record<string, unknown> }>
>

/** The fields with their meaning, for `--help`. */
export function writtenFieldsHelp(written: WrittenFields): string {
  const lines = Object.entries(written).map(([name, own]) => `  ${name}: ${typeof own === 'string' ? own : own.help}`)
  return ['', 'The fields:', ...lines].join('\n')
}

/** Reads FIELD=VALUE words. An empty value clears. @throws {UsageError} naming the word that can't be read */
export function readAssignments(
  words: readonly string[],
  fields: readonly Field[],
  written: WrittenFields,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const text of words) {
    const [, name = '', value = ''] = /^([\w.]+)=([\s\S]*)$/.exec(text) ?? []
    if (name === '') throw new UsageError(`"${text}" isn’t FIELD=VALUE, such as name=Bandra.`)
    const own = Object.hasOwn(written, name) ? written[name] : undefined
    if (own === undefined)
      throw new UsageError(`Unknown field ${name}; the fields are ${Object.keys(written).join(', ')}.`)
    const field = fields.find(({ path }) => path === name)
    if (typeof own === 'object') Object.assign(values, own.read(value))
    else if (field) values[name] = value === '' ? emptyOf(field) : readValue(field, value)
  }
  return values
}

function emptyOf({ schema, isNullable }: Field): unknown {
  if (isNullable) return null
  return schema.type === 'array' ? [] : ''
}
