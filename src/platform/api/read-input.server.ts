import type { Context } from 'hono'
import type { z } from 'zod'
import { findUnstorable } from '../text/storable.ts'
import { t } from '../text/t.ts'
import { type BodyOutcome, readJsonBody, readUpload } from './body.server.ts'
import type { CallName, Endpoint, ParsedInput } from './endpoint.ts'
import type { CustomerId } from './identity.ts'
import { type FieldError, type Refusal, refuse } from './result.ts'

type Parsed = { ok: true; data: ParsedInput<Endpoint> } | Refusal

/** Parses the request. `userId` is checked first, so that another customer's id gets a 403 whatever else is wrong. */
export async function readInput(
  { context, endpoint, name }: { context: Context; endpoint: Endpoint; name: CallName },
  customer: CustomerId | null = null,
): Promise<Parsed> {
  const params: Record<string, string> = context.req.param()
  const isForbidden = (id: unknown) => customer !== null && isForeign(id, customer)
  if (endpoint.upload && isForbidden(params.userId)) return refuse('forbidden', NOT_YOURS)
  const body = await readBody(endpoint, context.req.raw)
  if (!body.ok) return body
  if ([params.userId, userIdOf(body.value)].some(isForbidden)) return refuse('forbidden', NOT_YOURS)
  const query = readQuery(context)
  if (query === null) return refuse('invalid_input', REPEATED)
  const checkedParams = check(endpoint.params, params)
  if (checkedParams.errors.length > 0) return refuseParams(name, checkedParams.errors)
  const checkedQuery = check(endpoint.query, query)
  const checkedBody = check(endpoint.body, body.value)
  const errors = [...checkedQuery.errors, ...checkedBody.errors]
  if (errors[0]) return refuse('invalid_input', errors[0].message, { errors })
  const data = { params: checkedParams.data, query: checkedQuery.data, body: checkedBody.data }
  // Safe cast: each part was parsed by the endpoint's own schema.
  return { ok: true, data: data as ParsedInput<Endpoint> }
}

/** For fields whose schema has no sentence of its own. */
const MISSING = t('Please fill in this field.')
const UNSTORABLE = t('This text contains characters that can’t be used.')
const UNUSABLE = t('This value isn’t valid.')
export const REPEATED = t('Duplicate query parameter.')
const NOT_YOURS = t('You don’t have access to this.')

async function readBody({ upload, body, maxBodyBytes }: Endpoint, request: Request): Promise<BodyOutcome> {
  if (upload) return readUpload(request, upload)
  return body ? readJsonBody(request, maxBodyBytes) : { ok: true, value: undefined }
}

/** A malformed id in the path: 404 on GET and for a `userId`, 400 elsewhere (CONTRACT, The API). */
function refuseParams(name: CallName, errors: FieldError[]): Refusal {
  const isNotFound = name.startsWith('GET ') || errors.some((error) => error.path === 'userId')
  return isNotFound
    ? refuse('not_found', t('Nothing found here.'))
    : refuse('invalid_input', errors[0]?.message ?? '', { errors })
}

const ID = /^[A-Za-z0-9_-]{22}$/

function isForeign(id: unknown, customer: CustomerId): boolean {
  return typeof id === 'string' && ID.test(id) && id !== customer
}

/** The `userId` in a body, or undefined. */
export function userIdOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'userId' in body ? body.userId : undefined
}

/** Query parameters by name, or null if one is repeated, which would be ambiguous. */
export function readQuery(context: Context): Record<string, string> | null {
  const isRepeated = Object.values(context.req.queries()).some((values) => values.length > 1)
  return isRepeated ? null : context.req.query()
}

/** Parses by a schema. Whatever the schema allows, no text gets through that the database can't store. */
function check(schema: z.ZodType | undefined, value: unknown): { data: unknown; errors: FieldError[] } {
  if (!schema) return { data: undefined, errors: [] }
  const outcome = schema.safeParse(value, { error: ({ input }) => (input === undefined ? MISSING : UNUSABLE) })
  if (outcome.success) {
    const path = findUnstorable(outcome.data)
    return { data: outcome.data, errors: path === null ? [] : [{ path, message: UNSTORABLE }] }
  }
  return {
    data: undefined,
    errors: outcome.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  }
}
