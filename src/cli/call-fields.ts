import { z } from 'zod'
import type { Endpoint } from '#platform/api/endpoint.ts'
import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { CommandError, UsageError } from './command.ts'

type Schema = z.core.JSONSchema.BaseSchema

const PARTS = ['params', 'query', 'body'] as const
type Part = (typeof PARTS)[number]

/** The input of a call, by its parts. */
export type Parts = Partial<Record<Part, Record<string, unknown>>>

/** A field of a call's path, query or body. */
export interface Field {
  part: Part
  /** Its name; of a field of an object with the object's name: `address.firstName`. */
  path: string
  schema: Schema
  isNullable: boolean
  isRequired: boolean
}

/** The fields of a call in the order of its schemas. Those of objects are fields of their own. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  return PARTS.flatMap((part) => {
    const schema = part === 'body' && endpoint.upload ? undefined : endpoint[part]
    if (!schema) return []
    const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return fieldsIn(part, document, document, '')
  })
}

function fieldsIn(part: Part, document: Schema, object: Schema, prefix: string): Field[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const { schema, isNullable } = withoutNull(document, property)
    const path = `${prefix}${name}`
    if (schema.type === 'object' && schema.properties) return fieldsIn(part, document, schema, `${path}.`)
    const isRequired = object.required?.includes(name) === true && prefix === ''
    return [{ part, path, schema, isNullable, isRequired }]
  })
}

/** A schema without its alternative null, and with what it refers to. */
function withoutNull(document: Schema, property: Schema | boolean): { schema: Schema; isNullable: boolean } {
  const schema = resolve(document, property)
  const others = schema.anyOf?.map((one) => resolve(document, one)).filter(({ type }) => type !== 'null')
  const [only] = others ?? []
  if (others?.length !== 1 || !only) return { schema, isNullable: false }
  return { schema: only, isNullable: true }
}

function resolve(document: Schema, schema: Schema | boolean | undefined): Schema {
  if (typeof schema !== 'object') return {}
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  return name === undefined ? schema : resolve(document, document.$defs?.[name])
}

/** True for a list of pieces, which a command takes as SKU=COUNT. */
export function isPieces({ schema }: Field): boolean {
  const { items } = schema
  return typeof items === 'object' && !Array.isArray(items) && items.properties?.sku !== undefined
}

/** Reads a value as its field has it. What can't be read stays a text, which the call's schema refuses in its words. */
export function readValue({ part, path, schema, isNullable }: Field, text: string): unknown {
  if (part !== 'body') return text
  if (isNullable && text === 'none') return null
  if (schema.type === 'number' || schema.type === 'integer')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (schema.type === 'boolean')
    return /^(?:yes|on|true)$/i.test(text) || (/^(?:no|off|false)$/i.test(text) ? false : text)
  if (schema.type === 'string') return text
  const { items } = schema
  if (typeof items === 'object' && !Array.isArray(items) && items.type === 'string')
    return text.split(',').map((one) => one.trim())
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} isn’t JSON.`)
  }
}

/** The values of fields as the parts of a call. */
export function partsOf(endpoint: Endpoint, values: Readonly<Record<string, unknown>>): Parts {
  const parts: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} }
  for (const { part, path } of fieldsOf(endpoint)) {
    const value = values[path]
    if (value === undefined) continue
    const [name = '', inner] = path.split('.', 2)
    // Safe cast: only objects have fields of their own.
    parts[part][name] = inner === undefined ? value : { ...(parts[part][name] as object), [inner]: value }
  }
  return parts
}

/** Checks the parts of a call against its schemas. @throws {CommandError} naming every field that is wrong */
export function parseParts(endpoint: Endpoint, parts: Parts, asked: readonly Part[] = PARTS): Parts {
  const wrong: string[] = []
  const parsed = asked.map((part) => {
    const schema = endpoint[part]
    const outcome = schema?.safeParse(parts[part], { error: fieldErrors })
    if (outcome?.success === false) wrong.push(...outcome.error.issues.map((issue) => formatIssue(issue, 'this')))
    return [part, outcome?.data] as const
  })
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'))
  return Object.fromEntries(parsed)
}
