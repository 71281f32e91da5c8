import { type QueryExecutorProvider, sql } from 'kysely'
import { createKeyedMutex } from './keyed-mutex.ts'

/** At most `max` events in any period of `seconds`. */
export interface LimitRule {
  max: number
  seconds: number
}

export type LimitResult = { ok: true } | { ok: false; retryAfter: number }

export interface Limits {
  /**
   * Counts one event in a bucket, or rejects it with the seconds until the next one is allowed; rejected events don't
   * count. Exact for parallel calls and across instances, because the count is in the database.
   */
  take(bucket: string, rules: readonly LimitRule[]): Promise<LimitResult>
  /** True if `take` would accept an event now, without counting one. For buckets that count only failures. */
  check(bucket: string, rules: readonly LimitRule[]): Promise<LimitResult>
}

/** Rate limits in the table `limit_hits` (0003_mail.sql), whose expired rows `deleteExpiredLimits` deletes. */
export function createLimits(db: QueryExecutorProvider): Limits {
  const runExclusive = createKeyedMutex()
  return {
    async take(bucket, rules) {
      const maxima = rules.map((rule) => rule.max)
      const spans = rules.map((rule) => rule.seconds)
      const { rows } = await runExclusive(bucket, () =>
        sql<{ wait: number }>`
          select take_limit(${bucket}, ${maxima}::integer[], ${spans}::integer[]) as wait`.execute(db),
      )
      const wait = rows[0]?.wait ?? 0
      return wait === 0 ? { ok: true } : { ok: false, retryAfter: wait }
    },
    async check(bucket, rules) {
      const maxima = rules.map((rule) => rule.max)
      const spans = rules.map((rule) => rule.seconds)
      const { rows } = await sql<{ wait: number | null }>`
        select ceil(max(extract(epoch from hit_at + make_interval(secs => seconds) - clock_timestamp())))::integer as wait
        from unnest(${maxima}::integer[], ${spans}::integer[]) as rule (most, seconds) cross join lateral (
          select hit_at from limit_hits
          where bucket = ${bucket} and hit_at > clock_timestamp() - make_interval(secs => seconds)
          order by hit_at desc offset most - 1 limit 1) as blocking`.execute(db)
      const wait = rows[0]?.wait ?? null
      return wait === null ? { ok: true } : { ok: false, retryAfter: Math.max(1, wait) }
    },
  }
}

/** Deletes expired rows: the names of their buckets contain personal data. */
export async function deleteExpiredLimits(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from limit_hits where keep_until < now()`.execute(db)
}
