import type { z } from 'zod'
import type { Code } from './codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call's name is its method and exact path, with `{names}` for the variable parts: `GET /user/wishlist/{userId}`. */
export type CallName = `${Method} /${string}`

/**
 * One call of the API, as data: who may use it, its input and its response. The server's mount, the OpenAPI document,
 * the typed client and the authorisation matrix are all derived from it.
 */
export interface Endpoint {
  /** A one-line summary for the API's page. */
  summary: string
  group: string
  /**
   * `customer`: a live bearer token is needed, and every `userId` in the call must be its own. `visitor`: the same if the
   * body has a `userId`, and anybody may call without one. `staff`: the session of a member of staff with a second factor;
   * `half-staff`: one that may still lack it.
   */
  access: 'public' | 'visitor' | 'customer' | 'half-staff' | 'staff'
  /** True if the caller's second factor must be at most ten minutes old. */
  isSensitive?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** How large a JSON body may be; by default 64 KB. */
  maxBodyBytes?: number
  /** Set if the body is a file of one of these types. `body` is then `fileBytes`. */
  upload?: Upload
  /** The status of success, and the schema of its body; `null` if there is no body (204). */
  status: 200 | 201 | 202 | 204
  response: z.ZodType | null
  /** Set if a successful response is a file of this type. `response` is then `fileBytes` or `fileStream`. */
  fileType?:
    | 'application/pdf'
    | 'application/jsonl'
    | 'application/x-tar'
    | 'application/xml'
    | 'text/csv'
    | 'image/webp'
    | 'text/html'
  /** Set if it takes `If-Match` and tells what somebody else has changed since: what its 412 says (`conflictWith`). */
  conflict?: z.ZodObject
  /** The codes of its errors, beyond those that follow from its input and access (`codesOf`). */
  refusals?: readonly Code[]
  /** Takes an optional `Idempotency-Key` header (CONTRACT, The API). */
  idempotent?: boolean
  /** Set if the response is the same for every client. It's cached until one of these tags is invalidated. */
  cacheTags?: readonly string[]
  /** The headers of a successful response that the contract names. */
  headers?: Record<string, string>
}

export interface Upload {
  types: readonly string[]
  maxBytes: number
  /** The messages for a file of the wrong type, and for one that's too large. */
  wrongType: string
  tooLarge: string
}

export type Contract = Record<CallName, Endpoint>

/** Infers the literal types of a group of calls. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** A caller's input, with only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = Part<'params', InputOf<E['params']>> &
  Part<'query', InputOf<E['query']>> &
  Part<'body', InputOf<E['body']>>

type Part<K extends string, V> = undefined extends V
  ? Record<never, never>
  : Record<string, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }

/** A handler's input, parsed. */
export interface ParsedInput<E extends Endpoint> {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
}

/** The codes a handler can fail with: those its call declares, and two that every call has. */
export type RefusalCode<E extends Endpoint> =
  | 'invalid_input'
  | 'shop_busy'
  | (E['conflict'] extends z.ZodType ? 'changed_meanwhile' : never)
  | (E['refusals'] extends readonly (infer C extends Code)[] ? C : never)

/** Every code a call can respond with: the declared ones, and those of the checks before its handler. */
export function codesOf(name: CallName, endpoint: Endpoint): Set<Code> {
  const codes = new Set<Code>(['invalid_input', 'internal_error', 'shop_busy', ...(endpoint.refusals ?? [])])
  if (!name.startsWith('GET ')) codes.add('outcome_unknown')
  if (endpoint.access !== 'public') codes.add('not_logged_in').add('forbidden')
  if (endpoint.isSensitive) codes.add('sign_in_again')
  if (endpoint.params && (name.startsWith('GET ') || 'userId' in endpoint.params.shape)) codes.add('not_found')
  if (endpoint.body) codes.add('payload_too_large').add('unsupported_media_type')
  if (endpoint.conflict) codes.add('changed_meanwhile')
  if (endpoint.idempotent) codes.add('request_under_way').add('idempotency_key_reused')
  return codes
}

/** The body of a successful response. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

/** What its 412 says. */
export type ConflictOf<E extends Endpoint> = OutputOf<E['conflict']>
