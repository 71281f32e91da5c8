import { type Kysely, sql, type Transaction } from 'kysely'
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

/** Who changed a product last, by its audit lines; null if nobody did. */
export async function findLastEditor(tx: Transaction<Tables>, product: string): Promise<string | null> {
  const { rows } = await sql<{ actor: string }>`
    select actor from audit_log where subject = ${`product:${product}`} order by id desc limit 1`.execute(tx)
  return rows[0]?.actor ?? null
}
