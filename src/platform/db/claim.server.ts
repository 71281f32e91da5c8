import { type RawBuilder, sql } from 'kysely'

interface Claim {
  table: string
  /** The primary key; `id` by default. */
  key?: string
  /** Which rows are due. */
  due: RawBuilder<unknown>
  order: RawBuilder<unknown>
  limit: number
  /** What the claim changes so that the rows are no longer due: a lease (`inSeconds`), or a permanent mark. */
  set: RawBuilder<unknown>
  returning: RawBuilder<unknown>
}

/**
 * A statement that claims up to `limit` due rows and returns them, in no particular order. Concurrent instances get
 * different rows, and never wait. A lease lasts longer than its holder's work on the row. If the holder dies, the row
 * is due again.
 */
export function claim<Row>({ table, key = 'id', due, order, limit, set, returning }: Claim): RawBuilder<Row> {
  const id = sql.ref(key)
  return sql<Row>`update ${sql.table(table)} set ${set} where ${id} in (
    select ${id} from ${sql.table(table)} where ${due} order by ${order} limit ${limit} for update skip locked)
    returning ${returning}`
}

/** The time in that many seconds, by the database's clock, which all instances share. */
export function inSeconds(seconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
