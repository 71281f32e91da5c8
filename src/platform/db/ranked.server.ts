import { type RawBuilder, sql } from 'kysely'
import { PLANNED_EACH_TIME } from './statement-names.server.ts'

type Condition = RawBuilder<unknown>

export interface RankedPage {
  /** The rank of the last row of the page before, and the condition for the rows of its rank that come after it. */
  after: { rank: number; rest: Condition } | null
  /** How many rows there are at most. */
  limit: number
  /** SQL: the first `limit` rows of a condition, in the order of the list. */
  rows(where: Condition): RawBuilder<unknown>
}

/**
 * SQL: the first rows that a search finds, each with the `rank` of the first meaning that finds it: those of the most exact
 * meaning, and only if they're too few those of the next. Planned for what is searched for: many rows have it, or few.
 * The rows of each rank are in the order of the list; all of them aren't.
 */
export function rankedRows(meanings: readonly Condition[], { after, limit, rows }: RankedPage): RawBuilder<unknown> {
  const first = after?.rank ?? 0
  const ranks = meanings.flatMap((meaning, rank) => (rank < first ? [] : [{ meaning, rank }]))
  if (ranks.length === 0) return sql`(select 0 as rank, one.* from (${rows(sql`false`)}) one)`
  const nameOf = (rank: number) => sql.ref(`found_${rank}`)
  const found = ranks.map(({ meaning, rank }) => {
    const before = ranks.filter((one) => one.rank < rank).map((one) => nameOf(one.rank))
    const conditions = [
      meaning,
      ...(after !== null && rank === after.rank ? [after.rest] : []),
      // What earlier pages may have had by a more exact meaning. One that is null, as an id that isn't asked for, finds nothing.
      ...meanings.slice(0, after === null ? 0 : Math.min(rank, after.rank + 1)).map((one) => sql`(${one}) is not true`),
      // What this page has is all that a meaning before this one finds: else this one isn't asked.
      ...before.map((name) => sql`id not in (select id from ${name})`),
      ...(before.length === 0
        ? []
        : [
            sql`${sql.join(
              before.map((name) => sql`(select count(*) from ${name})`),
              sql` + `,
            )} < ${limit}`,
          ]),
    ]
    return sql`${nameOf(rank)} as materialized (
      select ${rank}::integer as rank, one.* from (${rows(sql.join(conditions, sql` and `))}) one)`
  })
  const all = ranks.map(({ rank }) => sql`select * from ${nameOf(rank)}`)
  return sql`(${sql.raw(PLANNED_EACH_TIME)} with ${sql.join(found)} ${sql.join(all, sql` union all `)})`
}
