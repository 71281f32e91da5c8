import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/**
 * A time in a page's key (`cutPage`): its microseconds since 1970, which a number holds exactly. A Date has milliseconds
 * only, and a page after one would repeat or miss rows.
 */
export const micros = z.int().min(0).max(8e15)

/** A time of a row as microseconds. */
export function microsOf(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${time}) * 1000000)::float8`
}

/** The time of these microseconds. */
export function timeOfMicros(key: number): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`
}
