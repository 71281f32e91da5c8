import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.server.ts'

export interface HistoryRow {
  id: string
  at: Date
  by: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** A page of a product's audit lines and one more, newest first. */
export async function listProductHistory(
  db: Kysely<Tables>,
  product: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select id::text as id, at, actor as by, action, before, after from audit_log
    where subject = ${`product:${product}`} and ${after === null ? sql`true` : sql`id < ${after}::bigint`}
    order by audit_log.id desc limit ${limit + 1}`.execute(db)
  return rows
}
