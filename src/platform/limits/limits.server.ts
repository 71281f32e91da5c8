import { type QueryExecutorProvider, sql } from 'kysely'
import { createTurns } from './turns.ts'

/** At most `max` events in any stretch of `seconds`. */
export interface LimitRule {
  max: number
  seconds: number
}

export type Taken = { ok: true } | { ok: false; retryAfter: number }

export interface Limits {
  /**
   * Counts one event in a bucket, or refuses it and says in how many seconds one will fit again; a refused event is
   * not counted. Exact for parallel calls and over all instances: the count stands in the database.
   */
  take(bucket: string, rules: readonly LimitRule[]): Promise<Taken>
}

/** Old counts are swept by every so many calls, so that no timer is needed. */
const SWEEP_EVERY = 250

/** Limits on the table `limit_hits` (0003_mail.sql). Buckets are kept for as long as their longest rule. */
export function createLimits(db: QueryExecutorProvider): Limits {
  const inTurn = createTurns()
  let calls = 0
  return {
    async take(bucket, rules) {
      calls += 1
      if (calls % SWEEP_EVERY === 0) await sweepHits(db)
      const maxima = rules.map((rule) => rule.max)
      const spans = rules.map((rule) => rule.seconds)
      const { rows } = await inTurn(bucket, () =>
        sql<{ wait: number }>`
          select take_limit(${bucket}, ${maxima}::integer[], ${spans}::integer[]) as wait`.execute(db),
      )
      const wait = rows[0]?.wait ?? 0
      return wait === 0 ? { ok: true } : { ok: false, retryAfter: wait }
    },
  }
}

async function sweepHits(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from limit_hits where keep_until < now()`.execute(db)
}
