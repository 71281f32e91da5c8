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

/** Limits on the table `limit_hits` (0003_mail.sql). Counts are kept for as long as their longest rule, until `sweepLimits`. */
export function createLimits(db: QueryExecutorProvider): Limits {
  const inTurn = createTurns()
  return {
    async take(bucket, rules) {
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

/** Forgets counts that have had their time: their buckets name people and addresses. */
export async function sweepLimits(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from limit_hits where keep_until < now()`.execute(db)
}
