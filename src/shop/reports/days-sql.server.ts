import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** What a row of figures is about. */
export type SalesKind = 'day' | 'product' | 'size' | 'color' | 'place'
const KINDS: readonly SalesKind[] = ['day', 'product', 'size', 'color', 'place']

/** One round at a time, across all instances. */
const DAYS_LOCK = 0x5ea1
/** A transaction that began before midnight has ended by then. */
const CLOSED_AFTER = sql`interval '1 hour'`

/** SQL: the last day in India whose sales are added up. */
export const lastClosedDay = sql`(indian_day(now() - ${CLOSED_AFTER}) - 1)`

/** SQL: the two kinds of orders that were sold. A cash order that was cancelled before it was paid wasn't. */
export const STANDING = sql`state in ('placed', 'paid')`
export const CANCELLED = sql`state = 'cancelled' and payment_id is not null`

/** SQL: the moment at which a day in India begins. */
export const startOfDay = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone 'Asia/Kolkata')`

/** True if days from `from` on that are over aren't added up, or changed since. */
export async function hasOpenDays(db: Db, from: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from sales_stale where day <= ${lastClosedDay})
      or exists (select from generate_series(
          greatest(${from}::date, indian_day((select min(paid_at) from orders where status is not null))),
          ${lastClosedDay}, interval '1 day') d
        where not exists (select from sales_days s where s.day = d::date)) as open`.execute(db)
  return rows[0]?.open ?? false
}

/** Adds up the days that are over and new, or that changed since. Returns how many. */
export async function closeDays(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${DAYS_LOCK})`.execute(tx)
    // What is committed by now is in the sums below; what is committed later leaves its row for the next round.
    await sql`with stale as (delete from sales_stale where day <= ${lastClosedDay} returning day)
      delete from sales_days where day in (select day from stale)`.execute(tx)
    const { rows: days } = await sql<{ day: string }>`
      insert into sales_days (day)
      select d::date from generate_series(indian_day((select min(paid_at) from orders where status is not null)),
        ${lastClosedDay}, interval '1 day') d
      on conflict do nothing returning day::text as day`.execute(tx)
    if (days.length > 0)
      await addUp(
        tx,
        days.map(({ day }) => day),
      )
    return days.length
  })
}

async function addUp(tx: Transaction<Tables>, days: readonly string[]): Promise<void> {
  await sql`delete from sales_figures where day = any(${days}::date[])`.execute(tx)
  const sorted = [...days].sort()
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
  const from = startOfDay(sql`${first}::date`)
  const until = startOfDay(sql`${last}::date + 1`)
  for (const kind of KINDS) {
    const figures = tx
      .selectFrom(sql<Figures>`(${figuresOf(kind, from, until)})`.as('f'))
      .select([sql<string>`${kind}`.as('kind'), ...COLUMNS])
      .where(sql<boolean>`f.day = any(${days}::date[])`)
    await tx
      .insertInto('sales_figures')
      .columns(['kind', ...COLUMNS])
      .expression(figures)
      .execute()
  }
}

const COLUMNS = [
  'day',
  'key',
  'orders',
  'pieces',
  'cancelled',
  'goods_paise',
  'delivery_paise',
  'tax_paise',
  'total_paise',
] as const
type Figures = { day: string; key: string } & Record<Exclude<(typeof COLUMNS)[number], 'day' | 'key'>, number>

/** SQL: what was asked after discounts, by day and key: the figures of the orders paid from a moment to another one, by day and key. */
export function figuresOf(kind: SalesKind, from: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<unknown> {
  const placed = (state: RawBuilder<unknown>) =>
    sql`select id, indian_day(paid_at) as day, left(address ->> 'zipCode', 3) as place, goods_paise - discount_paise as goods_paise,
        delivery_paise - delivery_discount_paise + cash_fee_paise as delivery_paise, tax_paise, total_paise
      from orders where ${state} and paid_at >= ${from} and paid_at < ${until}`
  const sold = sql`(${placed(STANDING)} union all ${placed(CANCELLED)})`
  if (kind === 'day' || kind === 'place') {
    const key = kind === 'day' ? sql`''` : sql`coalesce(o.place, '')`
    return sql`
      select o.day, ${key} as key, count(*)::integer as orders, sum(p.pieces)::integer as pieces,
        sum(p.cancelled)::integer as cancelled, sum(o.goods_paise)::bigint as goods_paise,
        sum(o.delivery_paise)::bigint as delivery_paise, sum(o.tax_paise)::bigint as tax_paise,
        sum(o.total_paise)::bigint as total_paise
      from ${sold} o
      join (select l.order_id, sum(l.quantity) as pieces, sum(l.cancelled) as cancelled
        from order_lines l join ${sold} i on i.id = l.order_id group by l.order_id) p on p.order_id = o.id
      group by 1, 2`
  }
  const column = { product: sql`l.product_id`, size: sql`l.size`, color: sql`l.color` }[kind]
  return sql`
    select o.day, ${column} as key, count(distinct o.id)::integer as orders, sum(l.quantity)::integer as pieces,
      sum(l.cancelled)::integer as cancelled, sum(l.price_paise::bigint * l.quantity - l.discount_paise)::bigint as goods_paise,
      0::bigint as delivery_paise, 0::bigint as tax_paise, 0::bigint as total_paise
    from ${sold} o join order_lines l on l.order_id = o.id group by 1, 2`
}
