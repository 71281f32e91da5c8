import { type Kysely, sql, type Transaction } from 'kysely'
import { claim } from '#platform/db/claim.server.ts'
import { newSecret } from '#platform/ids.server.ts'
import { hasRoom } from '#platform/mail/outbox-table.server.ts'
import type { Variant } from '../cart/sql.server.ts'
import type { Picture } from '../catalog/contract.ts'
import { variantPrice } from '../catalog/variant-price-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { KEEP_DAYS, WAVE_HOURS } from './rules.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** The unsubscribe token of an e-mail address. It never changes, so that links in earlier mails work. */
async function addRecipient(tx: Tx, email: string): Promise<string> {
  const { token } = await tx
    .insertInto('alert_recipients')
    .values({ email, token: newSecret() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/**
 * Records that an e-mail address waits for a variant. A repeated request keeps the alert's place, token and
 * confirmation. An unconfirmed alert is kept for another full period, because the mail with its link is sent again.
 */
export async function addStockAlert(
  tx: Tx,
  alert: Variant & { email: string; confirmed: boolean },
): Promise<{ token: string; unsubscribeToken: string }> {
  const unsubscribeToken = await addRecipient(tx, alert.email)
  const { rows } = await sql<{ token: string }>`
    insert into stock_alerts as a (email, product_id, color, size, token, confirmed_at)
    values (${alert.email}, ${alert.productId}, ${alert.color}, ${alert.size}, ${newSecret()}, case when ${alert.confirmed} then now() end)
    on conflict (email, product_id, color, size) where notified_at is null
      do update set confirmed_at = coalesce(a.confirmed_at, excluded.confirmed_at),
        created_at = case when a.confirmed_at is null then now() else a.created_at end
    returning token`.execute(tx)
  const [added] = rows
  if (!added) throw new Error('The stock alert was not stored.')
  return { token: added.token, unsubscribeToken }
}

/** Confirms an alert by its token. Returns true if there is one; idempotent. */
export async function confirmStockAlert(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`update stock_alerts set confirmed_at = coalesce(confirmed_at, now())
    where token = ${token} returning 1`.execute(db)
  return rows.length > 0
}

/** Deletes an e-mail address with all its alerts, by its unsubscribe token. */
export async function removeRecipient(db: Db, token: string): Promise<void> {
  await db.deleteFrom('alert_recipients').where('token', '=', token).execute()
}

/** Variants that can be bought and that somebody waits for, the earliest request first. */
export async function findVariantsBack(db: Db): Promise<Variant[]> {
  const { rows } = await sql<Variant>`
    select w.product_id as "productId", w.color, w.size
    from (select product_id, color, size, min(id) as first from stock_alerts
      where notified_at is null and confirmed_at is not null group by product_id, color, size) w
    join stock s on s.product_id = w.product_id and s.color = w.color and s.size = w.size
    join products p on p.id = w.product_id
    where s.on_hand > s.reserved and p.state = 'published' order by w.first`.execute(db)
  return rows
}

/** True if fewer than `most` mails wait to be sent. */
export async function hasRoomForMails(db: Db, most: number): Promise<boolean> {
  const { rows } = await sql<{ room: boolean }>`select ${hasRoom(most)} as room`.execute(db)
  return rows[0]?.room ?? false
}

/** A variant that is back in stock. */
export interface Pieces {
  sku: string
  name: string
  pictures: readonly Picture[]
  price_paise: number
  /** The number of pieces that can be bought. */
  available: number
}

/**
 * Locks a variant's stock, so that no piece is sold and no other instance notifies of it until the transaction ends.
 * Null if nothing can be bought or another transaction has the lock.
 */
export async function lockPieces(tx: Tx, { productId, color, size }: Variant): Promise<Pieces | null> {
  const { rows } = await sql<Pieces>`
    select s.sku, p.name, ${variantPrice} as price_paise, p.pictures, s.on_hand - s.reserved as available
    from stock s join products p on p.id = s.product_id
    where s.product_id = ${productId} and s.color = ${color} and s.size = ${size}
      and s.on_hand > s.reserved and p.state = 'published'
    for update of s skip locked`.execute(tx)
  return rows[0] ?? null
}

/** The number of people notified in the last `WAVE_HOURS` and since the variant was last sold out. */
export async function countRecentlyNotified(tx: Tx, { productId, color, size }: Variant, sku: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with since as (select now() - make_interval(hours => ${WAVE_HOURS}) as start),
    counts as (
      select at, (select on_hand from stock where sku = ${sku}) - coalesce(sum(delta_on_hand)
          over (order by id desc rows between unbounded preceding and 1 preceding), 0) as on_hand
      from stock_ledger where sku = ${sku} and at > (select start from since))
    select count(*)::integer as count from stock_alerts
    where product_id = ${productId} and color = ${color} and size = ${size}
      and notified_at > greatest((select start from since), (select max(at) from counts where on_hand <= 0))`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** The pictures of a product, none for an unknown one. */
export async function findPictures(db: Db, productId: string): Promise<readonly Picture[]> {
  const { rows } = await sql<{ pictures: Picture[] }>`select pictures from products where id = ${productId}`.execute(db)
  return rows[0]?.pictures ?? []
}

/** Marks the next people as notified, in the order of their requests. */
export async function takeNext(
  tx: Tx,
  { productId, color, size }: Variant,
  count: number,
): Promise<{ email: string; unsubscribeToken: string }[]> {
  const next = claim({
    table: 'stock_alerts',
    due: sql`product_id = ${productId} and color = ${color} and size = ${size} and notified_at is null and confirmed_at is not null`,
    order: sql`id`,
    limit: count,
    set: sql`notified_at = now()`,
    returning: sql`email`,
  })
  const { rows } = await sql<{ email: string; unsubscribeToken: string }>`with next as (${next})
    select r.email, r.token as "unsubscribeToken" from next join alert_recipients r on r.email = next.email`.execute(tx)
  return rows
}

/** Deletes alerts after their `KEEP_DAYS`, and e-mail addresses without any. */
export async function deleteOldAlerts(db: Db): Promise<void> {
  await sql`delete from stock_alerts
    where (confirmed_at is null and created_at < now() - make_interval(days => ${KEEP_DAYS.unconfirmed}))
      or notified_at < now() - make_interval(days => ${KEEP_DAYS.notified})
      or (notified_at is null and created_at < now() - make_interval(days => ${KEEP_DAYS.waiting}))`.execute(db)
  // A request in progress has inserted its address but no alert yet.
  await sql`delete from alert_recipients r
    where not price_drops and created_at < now() - interval '1 day'
      and not exists (select from stock_alerts a where a.email = r.email)`.execute(db)
}

/** A variant that people wait for. */
export interface Demand extends Variant {
  sku: string | null
  name: string
  available: number
  waiting: number
  /** People who haven't confirmed yet. */
  unconfirmed: number
  /** People notified in the last 90 days. */
  told: number
  /** The time of the earliest request still waiting. */
  since: Date | null
}

/** The variants people wait for, the most wanted first. */
export async function listDemand(db: Db, limit: number): Promise<Demand[]> {
  const { rows } = await sql<Demand>`
    select s.sku, a.product_id as "productId", p.name, a.color, a.size, coalesce(s.on_hand - s.reserved, 0) as available,
      count(*) filter (where a.notified_at is null and a.confirmed_at is not null)::integer as waiting,
      count(*) filter (where a.confirmed_at is null)::integer as unconfirmed,
      count(*) filter (where a.notified_at is not null)::integer as told,
      min(a.created_at) filter (where a.notified_at is null and a.confirmed_at is not null) as since
    from stock_alerts a join products p on p.id = a.product_id
    left join stock s on s.product_id = a.product_id and s.color = a.color and s.size = a.size
    group by s.sku, a.product_id, p.name, a.color, a.size, s.on_hand, s.reserved
    order by waiting desc, unconfirmed desc, a.product_id, a.color, a.size limit ${limit}`.execute(db)
  return rows
}
