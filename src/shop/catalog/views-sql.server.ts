import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { sha256 } from '#platform/ids.server.ts'
import { type Batches, createBatches } from '#platform/process/batches.server.ts'
import type { Tables } from '../tables.server.ts'

/**
 * Counts product views apart from the response, so that cached responses count too and counting can't fail or slow a
 * request.
 */
export interface ViewCounter extends Pick<Batches<never>, 'flush' | 'stop'> {
  /** Records a view (`?viewProduct=true`) for the next flush. */
  record(productId: string, client: string): void
}

const FLUSH_MS = 5000
/** Days before today whose views are kept by product. */
const DAYS_KEPT = 7
/** Views recorded between two flushes; more are not counted. */
const MAX_RECORDED = 20_000

/** At most one view an hour for each client and product (SPEC 7, viewProduct); the client is stored as a hash. */
export function createViewCounter(db: Kysely<Tables>, log: Logger): ViewCounter {
  const batches = createBatches<{ productId: string; client: string }>({
    everyMs: FLUSH_MS,
    max: MAX_RECORDED,
    write: (views) => writeViews(db, views),
    onError: (error) => log.warn({ err: error }, 'product views weren’t counted'),
  })
  return {
    record: (productId, client) => batches.record(`${productId} ${client}`, { productId, client }),
    flush: batches.flush,
    stop: batches.stop,
  }
}

/** Counts views, once per client, product and hour. Unknown products are ignored. */
export async function writeViews(
  db: Kysely<Tables>,
  views: readonly { productId: string; client: string }[],
): Promise<void> {
  const rows = views
    .map(({ productId, client }) => ({ product: productId, client: sha256(`${productId} ${client}`).toString('hex') }))
    .sort((a, b) => (a.product + a.client < b.product + b.client ? -1 : 1))
  await sql`
    with expired as (delete from product_viewers where seen_at < now() - interval '2 hours'),
    counted as (
      insert into product_viewers (product_id, client)
      select p.id, decode(v.client, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(product text, client text) join products p on p.id = v.product
      on conflict (product_id, client) do update set seen_at = now()
        where product_viewers.seen_at <= now() - interval '1 hour'
      returning product_id),
    by_product as (select product_id, count(*) as views from counted group by product_id),
    forgotten as (delete from product_view_days where day < indian_day(now()) - ${DAYS_KEPT}::integer),
    of_week as (
      insert into product_view_days (day, product_id, views)
      select indian_day(now()), product_id, views from by_product order by product_id
      on conflict (day, product_id) do update set views = product_view_days.views + excluded.views),
    of_day as (
      insert into view_days (day, views) select indian_day(now()), count(*) from counted having count(*) > 0
      on conflict (day) do update set views = view_days.views + excluded.views)
    insert into product_views (product_id, views) select product_id, views from by_product order by product_id
    on conflict (product_id) do update set views = product_views.views + excluded.views`.execute(db)
}
