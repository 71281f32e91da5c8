import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { t } from '#platform/text/t.ts'
import { UnknownOutcomeError } from '../db/commit-fate.server.ts'
import { newId } from '../ids.server.ts'
import type { PlainResponse } from './plain-response.server.ts'
import { refusalResponse } from './problem.server.ts'
import { type Refusal, refuse } from './result.ts'

/** A call with an Idempotency-Key. `scope` is its user and endpoint. */
export interface IdempotentCall {
  scope: string
  key: string
  payload: unknown
  /** Why this caller doesn't get the response to a sensitive change again, or null. */
  refuseSensitive?(): Refusal | null
}

/** The response of a call that ran. */
interface FirstResponse extends PlainResponse {
  /** True if the same call is to be made again, with the same key. */
  isRetried?: boolean
  /** True if the call took a recent second factor. */
  isSensitive?: boolean
}

/**
 * Stores the first response to each idempotency key (CONTRACT, Idempotency-Key): the same key and payload gets that
 * response again, another payload 422, and a call that is still running 409.
 */
export interface IdempotencyStore {
  runOnce(call: IdempotentCall, run: () => Promise<FirstResponse>): Promise<PlainResponse>
}

/** After this long, the process running a call counts as dead, and the next call with the same key runs. */
const ABANDONED_SECONDS = 60
const KEEP_HOURS = 48

interface StoredCall {
  payload: Buffer
  status: number | null
  headers: Record<string, string> | null
  /** Of a response that an earlier version stored. */
  body: string | null
  sealed: Buffer | null
  isSensitive: boolean
}

/**
 * Idempotency keys in the table `idempotency_keys`, shared by all instances. Responses below 500 are stored
 * for two days, except 429 and 403 `sign_in_again`, which ask for a retry. After any other outcome the key can be used again.
 * A response can have a link or an address in it, so it's encrypted with its key, of which the table has only the digest: whoever
 * has the database or a backup can't read it.
 */
export function createIdempotencyStore(db: QueryExecutorProvider): IdempotencyStore {
  return {
    async runOnce({ key, ...given }, run) {
      const call = { ...given, key: digestOf(key), secret: key }
      const payload = hashOf(call.payload)
      const runId = newId()
      if (!(await claim(db, call, payload, runId))) return readFirst(db, call, payload)
      const response = await run().catch(async (error: unknown) => {
        // If the database is down, the row stays, and the next call takes over after a minute; so it does after a call that may
        // have been made.
        if (!(error instanceof UnknownOutcomeError)) await release(db, call, runId).catch(() => undefined)
        throw error
      })
      if (response.isRetried || response.status >= 500 || response.status === 429) await release(db, call, runId)
      // The call is made, whether or not this is remembered.
      else await store(db, call, runId, response).catch(() => undefined)
      return response
    },
  }
}

/** A call whose key is a digest; `secret` is the key as it was sent. */
type StoredKey = IdempotentCall & { secret: string }

/** The digest that stands for a key in the table. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

function cipherKey({ scope, secret }: StoredKey): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, scope, 'stored response', 32))
}

function seal(call: StoredKey, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(call), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function unseal(call: StoredKey, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(call), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/**
 * True for the first call with a key, and for one that takes over from a dead process. The column `run` is the random
 * id of one attempt at the call: an attempt that was taken over can neither store nor release.
 */
async function claim(
  db: QueryExecutorProvider,
  call: IdempotentCall,
  payload: Buffer,
  runId: string,
): Promise<boolean> {
  const { rows } = await sql`insert into idempotency_keys as stored (scope, key, payload, run)
    values (${call.scope}, ${call.key}, ${payload}, ${runId})
    on conflict (scope, key) do update set run = excluded.run, started_at = now()
      where stored.status is null and stored.payload = excluded.payload
        and stored.started_at < now() - make_interval(secs => ${ABANDONED_SECONDS})
    returning 1`.execute(db)
  return rows.length === 1
}

async function readFirst(db: QueryExecutorProvider, call: StoredKey, payload: Buffer): Promise<PlainResponse> {
  const { rows } =
    await sql<StoredCall>`select payload, status, headers, body, sealed, is_sensitive as "isSensitive" from idempotency_keys
    where scope = ${call.scope} and key = ${call.key}`.execute(db)
  const first = rows[0]
  if (first && !first.payload.equals(payload))
    return refusalResponse(
      refuse('idempotency_key_reused', t('This Idempotency-Key was already used for another request.')),
    )
  if (!first || first.status === null)
    return refusalResponse(refuse('request_under_way', t('This request is already in progress.'), { retryAfter: 1 }))
  const refusal = first.isSensitive ? call.refuseSensitive?.() : null
  if (refusal) return refusalResponse(refusal)
  const body = first.sealed ? unseal(call, first.sealed) : first.body
  return { status: first.status, headers: first.headers ?? {}, body }
}

async function store(
  db: QueryExecutorProvider,
  call: StoredKey,
  runId: string,
  { status, headers, body, isSensitive = false }: FirstResponse,
): Promise<void> {
  // Calls with a key respond with JSON (endpoint.ts).
  const text = typeof body === 'string' ? body : ''
  await sql`update idempotency_keys set status = ${status}, headers = ${JSON.stringify(headers)}::jsonb, sealed = ${seal(call, text)},
      is_sensitive = ${isSensitive}
    where scope = ${call.scope} and key = ${call.key} and run = ${runId}`.execute(db)
}

async function release(db: QueryExecutorProvider, call: IdempotentCall, runId: string): Promise<void> {
  await sql`delete from idempotency_keys
    where scope = ${call.scope} and key = ${call.key} and run = ${runId} and status is null`.execute(db)
}

/** Deletes the idempotency keys and responses older than two days. */
export async function deleteOldIdempotencyKeys(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from idempotency_keys where started_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(db)
}

/** Hashes the parsed values with sorted keys, so that the order of fields doesn't matter. */
function hashOf(payload: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(withoutFile(payload), (_, value: unknown) => sorted(value)) ?? '')
    .digest()
}

/** A call's input, with the digest of a file instead of its bytes, which would be a list of numbers. */
function withoutFile(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('body' in payload)) return payload
  const { body, ...others } = payload
  return body instanceof Uint8Array ? { ...others, body: createHash('sha256').update(body).digest('hex') } : payload
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
