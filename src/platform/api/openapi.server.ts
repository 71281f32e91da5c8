import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from 'zod-openapi'
import type { CallName, Contract, Endpoint } from './endpoint.ts'

const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    message: z.string().meta({ description: 'The sentence a shopper can be shown.' }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'An error document (RFC 9457).' })

const MEANING: Record<number, string> = {
  400: 'The call could not be read, or a field is not valid.',
  401: 'No live bearer token.',
  403: "Another customer's data.",
  404: 'Nothing has this id.',
  409: 'The shop as it is now does not allow this.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key was used with another payload.',
  429: 'Too many attempts; see Retry-After.',
  500: 'An unexpected error.',
  502: 'The payment provider did not answer.',
  503: 'The shop is busy; see Retry-After.',
}

/** The OpenAPI 3.1 document of a contract: made from the very schemas that parse the calls. */
export function describeApi(contract: Contract, info: { title: string; version: string; description: string }) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, endpoint] of Object.entries(contract) as [CallName, Endpoint][]) {
    const [method, path] = name.split(' ') as [string, string]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint) }
  }
  return createDocument({
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    tags: [...new Set(Object.values(contract).map((endpoint) => endpoint.group))].map((name) => ({ name })),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  })
}

function operation(name: CallName, endpoint: Endpoint) {
  return {
    operationId: name.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, ''),
    summary: endpoint.summary,
    tags: [endpoint.group],
    ...(endpoint.access === 'customer' ? { security: [{ bearer: [] }] } : {}),
    requestParams: {
      ...(endpoint.params ? { path: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(endpoint.idempotent ? { header: z.object({ 'Idempotency-Key': z.string().max(200).optional() }) } : {}),
    },
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }
      : {}),
    responses: responses(endpoint),
  }
}

function responses(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const success = endpoint.answer
    ? { description: 'Done.', content: { 'application/json': { schema: endpoint.answer } } }
    : { description: 'Done; no body.' }
  const refusals = new Set<number>([400, 500, 503, ...(endpoint.refusals ?? [])])
  if (endpoint.access === 'customer') for (const status of [401, 403]) refusals.add(status)
  if (endpoint.body) for (const status of [413, 415]) refusals.add(status)
  if (endpoint.idempotent) for (const status of [409, 422]) refusals.add(status)
  const all: ZodOpenApiResponsesObject = { [`${endpoint.status}`]: success }
  for (const status of [...refusals].sort()) {
    all[`${status}` as '400'] = {
      description: MEANING[status] ?? 'An error.',
      content: { 'application/problem+json': { schema: problemSchema } },
    }
  }
  return all
}
