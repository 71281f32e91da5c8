import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import type { TestShop } from '../support/shop.ts'
import type { Schema } from './schema-arbitraries.ts'

export interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: Schema
}

export interface Operation {
  /** `POST /user/login`. */
  name: string
  method: string
  path: string
  operationId: string
  summary: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, DeclaredResponse>
}

interface DeclaredResponse {
  headers?: Record<string, { required?: boolean; schema: Schema }>
  content?: Record<string, { schema: Schema }>
}

export interface ApiDocument {
  openapi: string
  operations: Operation[]
  /** The codes of problem documents. */
  codes: string[]
  /** The codes with which a call declares to fail with this status. */
  codesOf(operation: Operation, status: number): string[]
  /** Fails the test if a response differs from the document. */
  expectDeclared(operation: Operation, response: Response): Promise<void>
}

/** The shop's OpenAPI document. */
export async function readDocument(shop: Pick<TestShop, 'fetch'>): Promise<ApiDocument> {
  const raw = await (await shop.fetch('/api/openapi.json')).json()
  const operations = Object.entries<Record<string, Operation>>(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters ?? [],
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(raw, 'document')
  return {
    openapi: raw.openapi,
    operations,
    codes: raw.components.schemas.Code.enum,
    codesOf: ({ responses }, status) =>
      JSON.stringify(responses[status]?.content?.['application/problem+json']?.schema)
        .match(/"enum":(\[[^\]]*\])/)
        ?.slice(1)
        .flatMap((list) => JSON.parse(list)) ?? [],
    async expectDeclared(operation, response) {
      const { status } = response
      const text = await response.text()
      const about = `${operation.name} responded ${status}: ${text.slice(0, 300)}`
      expect(status, about).toBeLessThan(500)
      const declared = operation.responses[String(status)]
      expect(declared, `${about}, which the document does not declare`).toBeDefined()
      const [type] = Object.keys(declared?.content ?? {})
      for (const [header, { required, schema }] of Object.entries(declared?.headers ?? {})) {
        const value = response.headers.get(header)
        if (required) expect(value, `${about} without ${header}`).not.toBeNull()
        if (value !== null && schema.pattern) expect(value, about).toMatch(new RegExp(schema.pattern))
      }
      const cookie = response.headers.get('set-cookie')
      // The one cookie of the shop (docs/decisions/017).
      if (/\/(?:keepSignedIn|refreshSession|forgetDevice)$/.test(operation.path) && cookie !== null)
        expect(cookie, about).toMatch(
          /^(?:signed-in=.*; Path=\/api\/user|__Host-signed-in=.*; Path=\/); .*; HttpOnly; SameSite=Strict/,
        )
      else expect(cookie, about).toBeNull()
      if (type === undefined) return expect(text, about).toBe('')
      expect(response.headers.get('content-type')?.split(';')[0], about).toBe(type)
      if (!type.includes('json')) return
      const method = operation.method.toLowerCase()
      const place = ['paths', operation.path, method, 'responses', String(status), 'content', type, 'schema']
      const parts = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      const ref = `document#/${parts.join('/')}`
      const validate = ajv.getSchema(ref) ?? ajv.compile({ $ref: ref })
      expect(validate(JSON.parse(text)), `${about} ${JSON.stringify(validate.errors)}`).toBe(true)
    },
  }
}
