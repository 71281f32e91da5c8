import { escapeHtml } from '../html.server.ts'
import type { describeApi } from './openapi.server.ts'

type Document = ReturnType<typeof describeApi>

/** The keywords of JSON Schema that the page shows. */
interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  description?: string
}

interface Parameter {
  in: string
  name: string
  required?: boolean
  schema: Schema
}

interface Operation {
  summary: string
  tags: string[]
  security: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

/**
 * The API document as one page of HTML. The viewers that exist (Swagger UI, Redoc, Scalar) need megabytes of scripts and
 * inline styles, which the shop's content security policy forbids.
 */
export function apiDocsPage(document: Document): string {
  // Safe cast: `describeApi` writes these parts of every operation, and JSON Schema writes the schemas.
  const paths = Object.entries(document.paths ?? {}) as unknown as [string, Record<string, Operation>][]
  const schemas = Object.entries(document.components?.schemas ?? {}) as unknown as [string, Schema][]
  const calls = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
  const title = escapeHtml(`${document.info.title} API`)
  const intro = (document.info.description ?? '').split('\n').filter((line) => line !== '')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>${title}</h1>
${intro.map((line) => `<p>${textHtml(line.replace(/^- /, ''))}</p>`).join('\n')}
<p>All paths start with <code>/api</code>. The OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p>
${[...groups].map(([group, members]) => `<section><h2>${escapeHtml(group)}</h2>${members.map(operationHtml).join('')}</section>`).join('')}
<section><h2>Schemas</h2>${schemas.map(([name, schema]) => `<h3 id="${name}">${name}</h3><pre>${schemaHtml(schema, '')}</pre>`).join('')}</section>
</main></body></html>`
}

function operationHtml({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const { parameters = [], requestBody, responses, security, summary } = operation
  const body = requestBody?.content['application/json']?.schema
  const rows = parameters.map(
    ({ name, in: where, required, schema }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${where}${required ? '' : ', optional'}</td><td><code>${schemaHtml(schema, '')}</code> ${textHtml(schema.description ?? '')}</td></tr>`,
  )
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> <span>${textHtml(summary)}</span></summary>
<p>${security.length > 0 ? 'Needs a bearer token.' : 'Needs no token.'}</p>
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}${body ? `<h3>Body</h3><pre>${schemaHtml(body, '')}</pre>` : ''}
<h3>Responses</h3><dl>${Object.entries(responses).map(responseHtml).join('')}</dl></details>`
}

function responseHtml([status, response]: [string, Operation['responses'][string]]): string {
  const schema = response.content?.['application/json']?.schema
  return `<dt>${status}</dt><dd>${textHtml(response.description)}${schema ? `<pre>${schemaHtml(schema, '')}</pre>` : ''}</dd>`
}

/** A schema as HTML in the style of a TypeScript type: `{ userId: string, quantity: integer from 1 }`. Named schemas are links. */
function schemaHtml(schema: Schema, indent: string): string {
  const name = schema.$ref?.replace(/.*\//, '').replace(/Output$/, '')
  if (name) return `<a href="#${name}">${name}</a>`
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => schemaHtml(one, indent)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') return `list of ${schemaHtml(schema.items ?? {}, indent)}`
  if (schema.properties) return objectOf(schema.properties, schema.required ?? [], indent)
  if (typeof schema.additionalProperties === 'object')
    return `{ any name: ${schemaHtml(schema.additionalProperties, indent)} }`
  return `${schema.type ?? 'anything'}${boundsOf(schema)}`
}

function objectOf(properties: Record<string, Schema>, required: readonly string[], indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaHtml(schema, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** Without the bounds that every whole number has (2^53), and those of amounts. */
function boundsOf({ format, maxLength, minimum, maximum }: Schema): string {
  return [
    format ? ` (${format})` : '',
    maxLength === undefined ? '' : `, at most ${maxLength} characters`,
    minimum === undefined || minimum < -1e15 ? '' : ` from ${minimum}`,
    maximum === undefined || maximum > 1e9 ? '' : ` to ${maximum}`,
  ].join('')
}

/** Escapes a text; backticks become `<code>` elements. */
function textHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const API_DOCS_STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem;overflow-wrap:anywhere}
details{border:1px solid #8888;border-radius:4px;margin:.5rem 0;padding:.5rem}summary{cursor:pointer}b{display:inline-block;min-width:4.5rem}
pre{overflow:auto;background:#8882;padding:.75rem;border-radius:4px}table{border-spacing:1rem 0;margin-left:-1rem}th,td{text-align:left;vertical-align:top}
dt{font-weight:bold}dd{margin:0 0 .5rem 1.5rem}h3{font-size:1rem}`
