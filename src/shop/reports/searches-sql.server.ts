import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { Period } from './rules.ts'

/** So many products are little. */
export const LITTLE = 3

/** A text that was searched for in a period. */
interface VainSearch {
  text: string
  times: number
  /** How many products it found when it was last searched for in the period. */
  found: number
  /** The last day. */
  last: string
}

/** Texts of a period that found at most three products, the most wanted first. */
export async function readVainSearches(db: Kysely<Tables>, { from, to }: Period): Promise<VainSearch[]> {
  const { rows } = await sql<VainSearch>`
    select text, sum(times)::integer as times, (array_agg(found order by day desc))[1] as found, max(day)::text as last
    from searches where day between ${from}::date and ${to}::date
    group by text having (array_agg(found order by day desc))[1] <= ${LITTLE}
    order by times desc, text`.execute(db)
  return rows
}
