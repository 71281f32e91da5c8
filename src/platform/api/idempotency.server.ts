import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { newId } from '../ids.server.ts'
import { refusalResponse } from './problem.server.ts'
import { refuse } from './result.ts'

/** A call with an Idempotency-Key. `scope` is its user and endpoint. */
export interface KeyedCall {
  scope: string
  key: string
  payload: unknown
}

/**
 * Stores the first response to a keyed call (CONTRACT, Idempotency-Key): the same key and payload gets that response
 * again, another payload 422, a call that still runs 409.
 */
export interface IdempotencyStore {
  once(call: KeyedCall, run: () => Promise<Response>): Promise<Response>
}

/** A call that has run for this long died with its process: the next one with its key takes over. */
const ABANDONED_SECONDS = 60
const KEEP_HOURS = 48

interface KeyedRow {
  payload: Buffer
  status: number | null
  headers: Record<string, string> | null
  body: string | null
}

/**
 * Keyed calls on the table `keyed_calls` (0003_mail.sql), for all instances. Responses below 500 are stored for two
 * days, except 429, which asks for a retry. After any other outcome the key is free again.
 */
export function createIdempotencyStore(db: QueryExecutorProvider): IdempotencyStore {
  return {
    async once(call, run) {
      const payload = hashOf(call.payload)
      const own = newId()
      if (!(await claim(db, call, payload, own))) return readFirst(db, call, payload)
      const response = await run().catch(async (error: unknown) => {
        // Without the database the row stays, and is taken over after a minute.
        await release(db, call, own).catch(() => undefined)
        throw error
      })
      if (response.status >= 500 || response.status === 429) await release(db, call, own)
      else await store(db, call, own, response.clone())
      return response
    },
  }
}

/** True where this call is the first with its key, or takes over from one that died. */
async function claim(db: QueryExecutorProvider, call: KeyedCall, payload: Buffer, run: string): Promise<boolean> {
  const { rows } = await sql`insert into keyed_calls as stored (scope, key, payload, run)
    values (${call.scope}, ${call.key}, ${payload}, ${run})
    on conflict (scope, key) do update set run = excluded.run, started_at = now()
      where stored.status is null and stored.payload = excluded.payload
        and stored.started_at < now() - make_interval(secs => ${ABANDONED_SECONDS})
    returning 1`.execute(db)
  return rows.length === 1
}

async function readFirst(db: QueryExecutorProvider, call: KeyedCall, payload: Buffer): Promise<Response> {
  const { rows } = await sql<KeyedRow>`select payload, status, headers, body from keyed_calls
    where scope = ${call.scope} and key = ${call.key}`.execute(db)
  const first = rows[0]
  if (first && !first.payload.equals(payload))
    return refusalResponse(refuse('unprocessable', 'This Idempotency-Key was used for another request.'))
  if (!first || first.status === null)
    return refusalResponse(refuse('conflict', 'This request is already under way.', { retryAfter: 1 }))
  return new Response(first.body, { status: first.status, headers: first.headers ?? {} })
}

async function store(db: QueryExecutorProvider, call: KeyedCall, run: string, response: Response): Promise<void> {
  const headers = JSON.stringify(Object.fromEntries(response.headers))
  const body = await response.text()
  await sql`update keyed_calls set status = ${response.status}, headers = ${headers}::jsonb, body = ${body}
    where scope = ${call.scope} and key = ${call.key} and run = ${run}`.execute(db)
}

async function release(db: QueryExecutorProvider, call: KeyedCall, run: string): Promise<void> {
  await sql`delete from keyed_calls
    where scope = ${call.scope} and key = ${call.key} and run = ${run} and status is null`.execute(db)
}

/** Deletes keyed calls and their responses after the two days. */
export async function sweepKeyedCalls(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from keyed_calls where started_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(db)
}

/** Hashes the parsed values with sorted keys, so that the order of fields does not matter. */
function hashOf(payload: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(payload, (_, value: unknown) => sorted(value)) ?? '')
    .digest()
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
