import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Context, Hono } from 'hono'
import { toResponse } from '../cache/cached-response.server.ts'
import type { ResponseCache } from '../cache/response-cache.server.ts'
import { UnknownOutcomeError } from '../db/commit-fate.server.ts'
import { keepParameters } from '../http/query.ts'
import { currentSpan, traced } from '../telemetry/spans.server.ts'
import { LANGUAGE_PARAMETER, languageOf, runInLanguage } from '../text/request-language.server.ts'
import { t } from '../text/t.ts'
import { STATUS_OF } from './codes.ts'
import { compressJson } from './compress-json.server.ts'
import type { CallName, Contract, Endpoint, Method, ParsedInput, RefusalCode, ResponseOf } from './endpoint.ts'
import type { IdempotencyStore } from './idempotency.server.ts'
import type { Caller, CustomerId, StaffSession } from './identity.ts'
import { type PlainResponse, sendPlain } from './plain-response.server.ts'
import { plainProblem, refusalResponse } from './problem.server.ts'
import { REPEATED, readInput, readQuery, userIdOf } from './read-input.server.ts'
import { type Refusal, type Result, refuse } from './result.ts'

/** A handler's argument: the parsed input and the caller. */
export type Call<E extends Endpoint> = ParsedInput<E> & {
  caller: Caller<E['access'] extends 'customer' ? CustomerId : CustomerId | null> &
    (E['access'] extends 'staff' | 'half-staff' ? { staff: StaffSession } : unknown)
}

/** One function for each call of a contract. Expected failures are values; an exception is a bug and becomes a 500. */
export type Handlers<C extends Contract> = {
  [N in keyof C & CallName]: (call: Call<C[N]>) => Promise<Result<ResponseOf<C[N]>, RefusalCode<C[N]>>>
}

export interface MountOptions {
  /** The customer of a bearer token, or null if the token is unknown or expired. */
  authenticate(token: string): Promise<CustomerId | null>
  /** Lets staff in, for the calls of the staff site: the caller, null for a public call, or why not. */
  admitStaff?(call: { name: CallName; endpoint: Endpoint; request: Request }): Promise<StaffSession | Refusal | null>
  /** The client's address, taken from X-Forwarded-For only behind a trusted proxy. */
  clientOf(context: Context): string
  idempotency: IdempotencyStore
  cache: ResponseCache
  /** True for temporary failures (the database is down): they become a 503. */
  isUnavailable(error: unknown): boolean
  /** Cache tags of a response beyond the endpoint's own: the products it shows. */
  tagsOf(name: CallName, data: unknown): readonly string[]
  report(error: unknown, about: { call: string; requestId: string }): void
  /** The scheme of a 401's WWW-Authenticate, by default Bearer. */
  challenge?: string
  /** Headers of every response, cached ones included. */
  headers: Record<string, string>
  /** Node's own response; undefined for a call within this process. */
  outgoingOf(context: Context): ServerResponse | undefined
}

/** What an in-process caller can pass along with the request: a set that collects the cache tags of the responses. */
export interface CallEnvironment {
  tags?: Set<string>
}

/** A Hono app with a route for every call of a contract; other methods get a 405, other paths a 404. */
export function mountApi<C extends Contract>(contract: C, handlers: Handlers<C>, options: MountOptions): Hono {
  const app = new Hono()
  app.use((context, next) => runInLanguage(languageOf(context.req.url), next))
  const methods = new Map<string, Method[]>()
  for (const [name, endpoint] of Object.entries(contract) as [CallName, Endpoint][]) {
    const { method, path } = split(name)
    methods.set(path, [...(methods.get(path) ?? []), method])
    // Safe cast: the handler has the same name, and `Handlers` ties its input and result to the endpoint.
    const handler = handlers[name] as unknown as (call: Call<Endpoint>) => Promise<Result<unknown>>
    app.on(method, honoPath(path), (context) => respond({ name, endpoint, handler, options, context }))
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ')
    app.all(honoPath(path), (context) =>
      send(
        options,
        context,
        plainProblem('method_not_allowed', t('Method not allowed; use {allow}.', { allow }), {}, { allow }),
      ),
    )
  }
  app.all('*', (context) => send(options, context, plainProblem('not_found', t('No such endpoint.'))))
  return app
}

interface MountedCall {
  name: CallName
  endpoint: Endpoint
  handler: (call: Call<Endpoint>) => Promise<Result<unknown>>
  options: MountOptions
  context: Context
}

/** A request over HTTP is named after its call; a call by a page is a step of the page's. */
function respond(call: MountedCall): Promise<Response> {
  const { context, name: callName, options } = call
  const span = currentSpan()
  if (!span) return respondInTime(call)
  const route = context.req.routePath
  const name = `${split(callName).method} ${route}`
  if (!options.outgoingOf(context)) return traced(name, {}, () => respondInTime(call))
  span.rename(name, { 'http.route': route })
  return respondInTime(call)
}

async function respondInTime(call: MountedCall): Promise<Response> {
  const { options, context } = call
  const requestId = context.req.header('x-request-id')?.slice(0, 64) ?? randomUUID()
  try {
    if (call.endpoint.cacheTags) return await respondFromCache(call, requestId)
    return send(options, context, await respondUncached(call, requestId))
  } catch (error) {
    if (error instanceof UnknownOutcomeError)
      return send(
        options,
        context,
        plainProblem(
          'outcome_unknown',
          t('We’re checking whether this went through. Please look again in a minute before you repeat it.'),
          { requestId },
        ),
      )
    if (options.isUnavailable(error))
      return send(
        options,
        context,
        refusalResponse(refuse('shop_busy', t('The shop is busy. Please try again in a moment.'), { retryAfter: 2 })),
      )
    options.report(error, { call: call.name, requestId })
    return send(options, context, plainProblem('internal_error', t('An unexpected error occurred'), { requestId }))
  }
}

function send(options: MountOptions, context: Context, response: PlainResponse): Response {
  const encoded = compressJson(response, context.req.header('accept-encoding'))
  const { challenge } = options
  const scheme = challenge !== undefined && response.status === 401 ? { 'www-authenticate': challenge } : {}
  const whole = { ...encoded, headers: { ...options.headers, ...encoded.headers, ...scheme } }
  return sendPlain(whole, options.outgoingOf(context))
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
/** Shared caches may store the response, but must revalidate it each time. */
const PUBLIC = 'public, max-age=0, must-revalidate'

async function respondFromCache(call: MountedCall, requestId: string): Promise<Response> {
  const { context, options, endpoint, name } = call
  const request = context.req.raw
  const url = new URL(request.url)
  if (readQuery(context) === null) return send(options, context, refusalResponse(refuse('invalid_input', REPEATED)))
  const query = keepParameters(url.search, new Set([LANGUAGE_PARAMETER, ...Object.keys(endpoint.query?.shape ?? {})]))
  const stored = await options.cache.getOrRender(`${url.pathname}${query}`, async () => {
    const parsed = await readInput(call)
    if (!parsed.ok) return renderRefusal(call, parsed, [], false)
    const result = await call.handler({
      ...parsed.data,
      caller: { customer: null, staff: null, client: '', token: null, requestId, headers: new Headers() },
    })
    if (!result.ok) {
      const tags = [...(endpoint.cacheTags ?? []), ...(result.tags ?? [])]
      return renderRefusal(call, result, tags, [404, 410].includes(STATUS_OF[result.code]))
    }
    return {
      status: endpoint.status,
      headers: { ...options.headers, ...JSON_TYPE, ...result.headers, 'cache-control': PUBLIC },
      body: JSON.stringify(result.data),
      tags: [...(endpoint.cacheTags ?? []), ...options.tagsOf(name, result.data)],
    }
  })
  // Safe cast: callers pass this environment or none (`CallEnvironment`).
  const collected = (context.env as CallEnvironment | undefined)?.tags
  for (const tag of stored.tags) collected?.add(tag)
  return toResponse(stored, request)
}

/** An error response in the form that the cache takes, with the headers of every response. */
function renderRefusal(call: MountedCall, refusal: Refusal, tags: readonly string[], isCacheable: boolean) {
  const { status, headers, body } = refusalResponse(refusal)
  return { status, headers: { ...call.options.headers, ...headers }, body: String(body), tags, isCacheable }
}

const NOT_LOGGED_IN = refuse('not_logged_in', t('Please log in to continue.'))

async function respondUncached(call: MountedCall, requestId: string): Promise<PlainResponse> {
  const { context, endpoint, options, handler, name } = call
  const staff = (await options.admitStaff?.({ name, endpoint, request: context.req.raw })) ?? null
  if (staff && 'ok' in staff) return refusalResponse(staff)
  const token = bearerOf(context.req.header('authorization'))
  const { access } = endpoint
  const customer = token && (access === 'customer' || access === 'visitor') ? await options.authenticate(token) : null
  if (access === 'customer' && !customer) return refusalResponse(NOT_LOGGED_IN)
  const parsed = await readInput(call, customer)
  if (!parsed.ok) return refusalResponse(parsed)
  if (access === 'visitor' && !customer && userIdOf(parsed.data.body) !== undefined)
    return refusalResponse(NOT_LOGGED_IN)
  const caller = {
    customer,
    staff,
    client: options.clientOf(context),
    token,
    requestId,
    headers: context.req.raw.headers,
  }
  const run = async () => {
    const result = await handler({ ...parsed.data, caller })
    const response = result.ok
      ? successResponse(endpoint, result.data, { 'cache-control': 'no-store', ...result.headers })
      : refusalResponse(result)
    // After the sign-in that it asks for, the same call is made again.
    const isRetried = !result.ok && result.code === 'sign_in_again'
    return { ...response, isRetried, isSensitive: staff?.confirmation.wasAsked ?? false }
  }
  const key = endpoint.idempotent ? context.req.header('idempotency-key') : undefined
  if (key === undefined) return run()
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    return refusalResponse(refuse('invalid_input', 'The Idempotency-Key header isn’t valid.'))
  return options.idempotency.runOnce(
    {
      scope: `${customer ?? staff?.programId ?? staff?.staffId ?? 'public'} ${name}`,
      key,
      payload: parsed.data,
      refuseSensitive: () => staff?.confirmation.ask() ?? null,
    },
    run,
  )
}

function successResponse(endpoint: Endpoint, data: unknown, headers: Record<string, string>): PlainResponse {
  const { status, fileType } = endpoint
  if (fileType && data instanceof Uint8Array)
    return { status, headers: { 'content-type': fileType, ...headers }, body: new Uint8Array(data) }
  if (fileType && data instanceof ReadableStream)
    return { status, headers: { 'content-type': fileType, ...headers }, body: data }
  if (status === 204) return { status, headers, body: null }
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(translateMessage(data)) }
}

/** The message of a response, which pages show, in the call's language. */
function translateMessage(data: unknown): unknown {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
  return hasMessage ? { ...data, message: t(String(data.message)) } : data
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerOf(header: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1] ?? null
}

function split(name: CallName): { method: Method; path: string } {
  const space = name.indexOf(' ')
  // Safe cast: `CallName` starts with a method.
  return { method: name.slice(0, space) as Method, path: name.slice(space + 1) }
}

/** A part such as `{name}.csv` only matches with its ending, which is in the parameter. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}(\.\w+)?/g, (_, name, ending) =>
    ending === undefined ? `:${name}` : `:${name}{[^/]+\\${ending}}`,
  )
}
