import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { newId } from '../ids.server.ts'
import type { IdempotencyStore, KeyedCall } from './idempotency.server.ts'
import { refusalResponse } from './problem.server.ts'
import { refuse } from './result.ts'

/** A call that has not answered for this long died with its process: the next one with its key takes over. */
const ABANDONED_SECONDS = 60
const KEEP_HOURS = 48

interface KeyedRow {
  payload: Buffer
  status: number | null
  headers: Record<string, string> | null
  body: string | null
}

/**
 * Keyed calls on the table `keyed_calls` (0003_mail.sql), over all instances. Answers below 500 are kept for two
 * days, but for 429: that one says "not now" and answers nothing. After any other outcome the key is free again.
 */
export function createIdempotencyStore(db: QueryExecutorProvider): IdempotencyStore {
  return {
    async once(call, run) {
      const payload = hashOf(call.payload)
      const own = newId()
      if (!(await claim(db, call, payload, own))) return repeat(db, call, payload)
      const response = await run().catch(async (error: unknown) => {
        // Where the database is away, the row stays under way and is taken over after a minute.
        await release(db, call, own).catch(() => undefined)
        throw error
      })
      if (response.status >= 500 || response.status === 429) await release(db, call, own)
      else await keep(db, call, own, response.clone())
      return response
    },
  }
}

/** True where this call is the first with its key, or takes over from one that died. */
async function claim(db: QueryExecutorProvider, call: KeyedCall, payload: Buffer, run: string): Promise<boolean> {
  const { rows } = await sql`insert into keyed_calls as kept (scope, key, payload, run)
    values (${call.scope}, ${call.key}, ${payload}, ${run})
    on conflict (scope, key) do update set run = excluded.run, started_at = now()
      where kept.status is null and kept.payload = excluded.payload
        and kept.started_at < now() - make_interval(secs => ${ABANDONED_SECONDS})
    returning 1`.execute(db)
  return rows.length === 1
}

async function repeat(db: QueryExecutorProvider, call: KeyedCall, payload: Buffer): Promise<Response> {
  const { rows } = await sql<KeyedRow>`select payload, status, headers, body from keyed_calls
    where scope = ${call.scope} and key = ${call.key}`.execute(db)
  const first = rows[0]
  if (first && !first.payload.equals(payload))
    return refusalResponse(refuse('unprocessable', 'This Idempotency-Key was used for another request.'))
  if (!first || first.status === null)
    return refusalResponse(refuse('conflict', 'This request is already under way.', { retryAfter: 1 }))
  return new Response(first.body, { status: first.status, headers: first.headers ?? {} })
}

async function keep(db: QueryExecutorProvider, call: KeyedCall, run: string, response: Response): Promise<void> {
  const headers = JSON.stringify(Object.fromEntries(response.headers))
  const body = await response.text()
  await sql`update keyed_calls set status = ${response.status}, headers = ${headers}::jsonb, body = ${body}
    where scope = ${call.scope} and key = ${call.key} and run = ${run}`.execute(db)
}

async function release(db: QueryExecutorProvider, call: KeyedCall, run: string): Promise<void> {
  await sql`delete from keyed_calls
    where scope = ${call.scope} and key = ${call.key} and run = ${run} and status is null`.execute(db)
}

/** Forgets keyed calls and their answers after the two days. */
export async function sweepKeyedCalls(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from keyed_calls where started_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(db)
}

/** The payload's fingerprint: parsed values with sorted keys, so that spelling and order do not matter. */
function hashOf(payload: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(payload)) ?? '')
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
