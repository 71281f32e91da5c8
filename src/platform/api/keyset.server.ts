import { z } from 'zod'
import { findUnstorable } from '../text/storable.ts'
import { type Refusal, refuse } from './result.ts'

const LIMIT = 'The limit is a number from 1 to 100.'
const MAX_CURSOR = 1000

/** The query of a list: where it goes on, and how many rows. Spread it into the call's query. */
export const pageQuery = {
  cursor: z.string().max(MAX_CURSOR).optional(),
  limit: z.coerce.number({ error: LIMIT }).int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(50),
}

/** A page of a list: `next` is the cursor of the next page, or null on the last one. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}

/** The sort key of the last row of a page: the next page begins after it. */
export type KeysetKey = readonly (string | number)[]

/**
 * Cuts a page from rows of which one more than `limit` was read, which tells that there is a next page. A page goes on
 * after a row and not after a number of rows, so rows that are added meanwhile neither repeat nor hide others.
 */
export function cutPage<R>(rows: readonly R[], limit: number, keyOf: (row: R) => KeysetKey) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit),
    next: last === undefined ? null : Buffer.from(JSON.stringify(keyOf(last))).toString('base64url'),
  }
}

const BROKEN = 'This cursor isn’t valid: start with the first page.'

/** The key of a cursor in the shape of `key`, or null for the first page. Refused: a cursor that `cutPage` didn't make. */
export function readCursor<S extends z.ZodType>(
  cursor: string | undefined,
  key: S,
): { ok: true; data: z.output<S> | null } | Refusal<'invalid_input'> {
  if (cursor === undefined) return { ok: true, data: null }
  try {
    const parsed = key.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (parsed.success && findUnstorable(parsed.data) === null) return { ok: true, data: parsed.data }
  } catch {}
  return refuse('invalid_input', BROKEN)
}
