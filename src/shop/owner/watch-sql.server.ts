import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** What an owner loses money by if nobody sees it, as figures for /metrics. */
export interface Watched {
  /** Orders whose payment the provider hasn't confirmed for half an hour. */
  paymentsInDoubt: number
  /** Refunds that haven't left for an hour, and those that failed for good. */
  refundsStuck: number
  /** By how many bytes the replica that is furthest behind lags; 0 without one, or for a user who may not see that. */
  replicaLag: number
}

export async function readWatched(db: Kysely<Tables>): Promise<Watched> {
  const { rows } = await sql<Watched>`select
    (select count(*)::integer from orders where capture_unconfirmed and paid_at < now() - interval '30 minutes') as "paymentsInDoubt",
    (select count(*)::integer from refunds where state in ('due', 'pending') and created_at < now() - interval '1 hour')
      + (select count(*)::integer from failed_refunds) as "refundsStuck",
    (select coalesce(max(pg_wal_lsn_diff(sent_lsn, replay_lsn)), 0)::float8 from pg_stat_replication) as "replicaLag"`.execute(
    db,
  )
  return rows[0] ?? { paymentsInDoubt: 0, refundsStuck: 0, replicaLag: 0 }
}

/** How many SKUs have another stock than the sum of its ledger. Reads the whole ledger, which after years takes longer than a statement may. */
export function countWrongStock(db: Kysely<Tables>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from stock s left join (select sku, sum(delta_on_hand) as on_hand from stock_ledger group by sku) l using (sku)
      where s.on_hand <> coalesce(l.on_hand, 0)`.execute(tx)
    return rows[0]?.count ?? 0
  })
}
