import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiHeadersObject,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type Code, refusalStatus, STATUS_OF } from './codes.ts'
import { type CallName, type Contract, codesOf, type Endpoint } from './endpoint.ts'
import { COOKIE_CHALLENGE } from './problem.server.ts'

// Safe cast: an object's keys are its type's.
const code = z
  .enum(Object.keys(STATUS_OF) as [Code, ...Code[]])
  .meta({ id: 'Code', description: 'Why the call failed, for programs. Codes do not change; sentences may.' })

const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code,
    detail: z.string(),
    message: z.string().meta({ description: 'The sentence a shopper can be shown.' }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'An error document (RFC 9457).' })

const MEANING: Record<number, string> = {
  304: 'Not modified since the response that If-None-Match names.',
  400: 'The request couldn’t be read, or a field isn’t valid: `errors` names each.',
  401: 'Not signed in: no bearer token, or one that has expired or was revoked. When signing in: the code or link is wrong, expired or used.',
  403: 'Another customer’s `userId`, or not allowed for this customer: only buyers add photos to a review.',
  404: 'Not found, or not yours.',
  409: 'Not possible in the current state; the code says why.',
  410: 'The product is no longer sold.',
  413: 'The body is larger than 64 KB, or the file larger than its limit.',
  415: 'The body isn’t `application/json`, or the file isn’t of an accepted type.',
  422: 'The request is well formed but can’t be processed; the code says why.',
  429: 'Too many attempts; see Retry-After.',
  500: 'An unexpected error.',
  502: 'The payment provider didn’t respond.',
  503: 'The shop is busy; see Retry-After.',
}

/** The staff site's, where they differ: nobody there is a customer, and a session is a cookie. */
const STAFF_MEANING: typeof MEANING = {
  401: 'Not signed in: no session, one that has ended, or one that lacks its second factor. When signing in: the code or link is wrong, expired or used.',
  403: 'The role doesn’t include this, the second factor is too old, or the change comes from another origin; the code says which.',
  404: 'Not found.',
  412: 'Somebody else has changed it meanwhile: `current` is what it is now.',
  428: 'The version that this changes is missing: send it in `If-Match`.',
}

/** Who an API is for: what its statuses mean, and how a 401 asks to sign in. */
export interface Audience {
  meaning: typeof MEANING
  challenge: string
  /** The name of a call in generated clients. */
  nameOf(call: CallName): string
}

const SHOPPERS: Audience = { meaning: MEANING, challenge: 'Bearer', nameOf: operationIdOf }
export const STAFF_AUDIENCE: Audience = {
  meaning: { ...MEANING, ...STAFF_MEANING },
  challenge: COOKIE_CHALLENGE,
  nameOf: wholeName,
}

/**
 * The OpenAPI 3.1 document of a contract whose paths begin at `base`. `more`: paths that aren't in the contract (the
 * provider's webhook).
 */
export function describeApi(
  contract: Contract,
  info: ZodOpenApiObject['info'],
  { base, more = {}, audience = SHOPPERS }: { base: string; more?: ZodOpenApiPathsObject; audience?: Audience },
) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, endpoint] of Object.entries(contract) as [CallName, Endpoint][]) {
    const [method, path] = name.split(' ') as [string, string]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint, audience) }
  }
  return createDocument({
    openapi: '3.1.0',
    info,
    servers: [{ url: base }],
    tags: [...new Set(Object.values(contract).map((endpoint) => endpoint.group))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'staff',
          description: 'The cookie of a sign-in; on https it is `__Host-staff`.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The `token` of the response to POST /user/verifyOtp.' },
      },
    },
    paths: { ...paths, ...more },
  })
}

const VERBS = /^(?:get|add|delete|update|create|verify|cancel|filter|register|login|logout|subscribe)(?=[A-Z]|$)/

/**
 * The name of the call in generated clients: the last fixed segment of its path, prefixed with the method unless it
 * starts with one of VERBS. `POST /user/create-order` is `createOrder`, `GET /user/wishlist/{userId}` is `getWishlist`.
 * Published names are final: other verbs keep the prefix, as in `postPayOrder`.
 */
function operationIdOf(name: CallName): string {
  const [method = '', path = ''] = name.split(' ')
  const last = /.*\/(.*)/.exec(path.replace(/\/\{\w+\}/g, ''))?.[1] ?? ''
  const word = last.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return VERBS.test(word) ? word : `${method.toLowerCase()}${word[0]?.toUpperCase()}${word.slice(1)}`
}

/** The whole path, since many end alike: `POST /orders/{id}/ship` is `postOrdersByIdShip`. */
function wholeName(name: CallName): string {
  const [method = '', path = ''] = name.split(' ')
  const words = path.replace(/\{(\w+)\}/g, 'by-$1').split(/\W+/)
  return method.toLowerCase() + words.map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`).join('')
}

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .meta({
      description: 'Any text of the caller’s own: the same key and payload gets the first response again.',
      example: '5f0c9a1e-7b1d-4a53-9d0e-2f4c8b6a7d10',
    }),
})

function operation(name: CallName, endpoint: Endpoint, audience: Audience) {
  return {
    operationId: audience.nameOf(name),
    summary: endpoint.summary,
    tags: [endpoint.group],
    security: securityOf(endpoint),
    requestParams: {
      ...(endpoint.params ? { path: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(endpoint.idempotent ? { header: idempotencyKey } : {}),
    },
    ...(endpoint.body
      ? { requestBody: { required: true, content: bodyContent(endpoint.body, endpoint.upload?.types) } }
      : {}),
    responses: responses(name, endpoint, audience),
  }
}

function securityOf({ access }: Endpoint) {
  if (access === 'public') return []
  if (access === 'visitor') return [{}, { bearer: [] }]
  return access === 'customer' ? [{ bearer: [] }] : [{ session: [] }]
}

function bodyContent(schema: z.ZodType, types?: readonly string[]) {
  if (!types) return { 'application/json': { schema } }
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string' as const, contentMediaType: type } }]),
  )
}

function responses(name: CallName, endpoint: Endpoint, audience: Audience): ZodOpenApiResponsesObject {
  const headers = successHeaders(endpoint)
  const success = endpoint.fileType
    ? {
        description: 'The file.',
        content: { [endpoint.fileType]: { schema: { type: 'string' as const, contentMediaType: endpoint.fileType } } },
        ...headers,
      }
    : endpoint.response
      ? { description: 'Done.', content: { 'application/json': { schema: endpoint.response } }, ...headers }
      : { description: 'Done; no body.', ...headers }
  const all: ZodOpenApiResponsesObject = { [`${endpoint.status}`]: success }
  if (endpoint.cacheTags) all['304'] = { description: MEANING[304] ?? '' }
  const byStatus = Map.groupBy([...codesOf(name, endpoint)], refusalStatus)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b))
    all[`${status}` as '400'] = errorResponseOf(status, codes, audience, status === 412 ? endpoint.conflict : undefined)
  return all
}

/** An error response: the problem document with one of these codes, and the headers of its status. */
export function errorResponseOf(
  status: number,
  codes: readonly Code[],
  { meaning, challenge } = SHOPPERS,
  more?: z.ZodObject,
) {
  const seconds = z.string().regex(/^\d+$/).meta({ description: 'Seconds until the same call can succeed.' })
  const headers =
    status === 401
      ? { headers: z.object({ 'WWW-Authenticate': z.literal(challenge) }) }
      : status === 429 || status === 503
        ? { headers: z.object({ 'Retry-After': seconds }) }
        : {}
  return {
    description: `${meaning[status] ?? 'An error.'} Codes: ${codes.map((one) => `\`${one}\``).join(', ')}.`,
    content: {
      'application/problem+json': {
        schema: more ? z.intersection(problemWith(codes), z.looseObject(more.shape)) : problemWith(codes),
      },
    },
    ...headers,
  }
}

/** The schema of a problem with one of these codes. */
function problemWith(codes: readonly Code[]) {
  return z.intersection(problemSchema, z.looseObject({ code: z.enum(codes) }))
}

function successHeaders(endpoint: Endpoint): { headers?: ZodOpenApiHeadersObject } {
  const named = { ...(endpoint.cacheTags ? { ETag: 'For If-None-Match.' } : {}), ...endpoint.headers }
  const shape = Object.entries(named).map(([name, description]) => [name, z.string().optional().meta({ description })])
  return shape.length > 0 ? { headers: z.object(Object.fromEntries(shape)) } : {}
}
