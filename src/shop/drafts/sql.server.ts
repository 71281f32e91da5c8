import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Picture } from '../catalog/contract.ts'
import type { OrderRow } from '../orders/tables.server.ts'
import type { Tables } from '../tables.server.ts'
import type { DraftState, StoredDraftLine } from './rules.ts'

type Db = Kysely<Tables>
type Row = Selectable<Tables['draft_orders']>

type Money = Pick<
  Selectable<OrderRow>,
  | 'goods_paise'
  | 'discount_paise'
  | 'delivery_paise'
  | 'delivery_discount_paise'
  | 'tax_paise'
  | 'total_paise'
  | 'discounts'
  | 'gstin'
>

/** A line of its order. */
export interface DraftLineRow {
  sku: string
  name: string
  color: string
  size: string
  quantity: number
  price_paise: number
  discount_paise: number
  pictures: Picture[]
}

/** A draft with its order: the one that was paid, or the newest. */
export interface DraftRow extends Omit<Row, 'token_hash' | 'order_id'>, Money {
  state: DraftState
  /** `created_at` to the microsecond. */
  sort_key: string
  order_id: string
  order_number: number
  order_address: Selectable<OrderRow>['address']
  customer_id: string
  order_lines: DraftLineRow[]
}

const STATE = sql<DraftState>`case when o.state in ('paid', 'cancelled') then 'paid'
  when d.deleted_at is not null or d.hold_until <= now() then 'lapsed' else 'open' end`

/** SQL: drafts `d` with their orders `o`. A payment that came late may have paid an earlier order of the draft. */
const FROM = sql`draft_orders d join lateral (select * from orders x where x.id = d.order_id or (x.draft_id = d.id and x.state in ('paid', 'cancelled'))
  order by x.state in ('paid', 'cancelled') desc, x.created_at desc limit 1) o on true`

const COLUMNS = sql`d.id, d.lines, d.customer, d.address, d.pickup, d.note, d.source, d.codes, d.hold_until, d.paid, d.deleted_at, d.created_by,
  d.created_at, d.created_at::text as sort_key, ${STATE} as state, o.id as order_id, o.number as order_number, o.customer_id, o.address as order_address, o.goods_paise,
  o.discount_paise, o.delivery_paise, o.delivery_discount_paise, o.tax_paise, o.total_paise, o.discounts, o.gstin,
  (select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'color', l.color, 'size', l.size, 'quantity', l.quantity,
    'price_paise', l.price_paise, 'discount_paise', l.discount_paise, 'pictures', l.pictures) order by l.position)
    from order_lines l where l.order_id = o.id) as order_lines`

async function findDrafts(db: Db, where: RawBuilder<unknown>): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`select ${COLUMNS} from ${FROM} where ${where}`.execute(db)
  return rows
}

/** A draft, whatever its state, or null. */
export async function findDraft(db: Db, id: string): Promise<DraftRow | null> {
  return (await findDrafts(db, sql`d.id = ${id}`))[0] ?? null
}

/** The draft at a link, or null. */
export async function findDraftByToken(db: Db, hash: Buffer): Promise<DraftRow | null> {
  return (await findDrafts(db, sql`d.token_hash = ${hash}`))[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockDraft(tx: Db, id: string): Promise<DraftRow | null> {
  await sql`select from draft_orders where id = ${id} for update`.execute(tx)
  return findDraft(tx, id)
}

/** Drafts that aren't deleted, newest first, after a key. */
export function listDrafts(
  db: Db,
  { state, after, limit }: { state: DraftState | null; after: readonly [string, string] | null; limit: number },
): Promise<DraftRow[]> {
  const isAfter = after === null ? sql`true` : sql`(d.created_at, d.id) < (${after[0]}::timestamptz, ${after[1]})`
  const isOf = state === null ? sql`true` : sql`${STATE} = ${state}`
  return findDrafts(
    db,
    sql`d.deleted_at is null and ${isAfter} and ${isOf} order by d.created_at desc, d.id desc limit ${limit}`,
  )
}

/** What a SKU is now. */
export interface DraftVariant {
  sku: string
  productId: string
  color: string
  size: string
}

/** The variants of SKUs, of published products only. */
export async function findVariants(db: Db, skus: readonly string[]): Promise<Map<string, DraftVariant>> {
  const { rows } = await sql<DraftVariant>`
    select s.sku, s.product_id as "productId", s.color, s.size from stock s join products p on p.id = s.product_id
    where s.sku = any(${[...skus]}) and p.state = 'published'`.execute(db)
  return new Map(rows.map((row) => [row.sku, row]))
}

/** A person without an account, for an order that belongs to none. */
export async function insertBuyer(tx: Db, buyer: { id: string; name: string }): Promise<void> {
  await tx
    .insertInto('customers')
    .values({ ...buyer, email: null })
    .execute()
}

/** The language-independent facts of a draft, as they're stored. */
export type DraftFacts = Pick<
  Row,
  'lines' | 'customer' | 'address' | 'pickup' | 'note' | 'source' | 'codes' | 'hold_until'
>

export async function writeDraft(
  tx: Db,
  { id, tokenHash, orderId, createdBy }: { id: string; tokenHash: Buffer; orderId: string; createdBy: string },
  { lines, customer, address, codes, ...plain }: DraftFacts,
): Promise<void> {
  const values = {
    ...plain,
    lines: JSON.stringify(lines satisfies StoredDraftLine[]),
    customer: JSON.stringify(customer),
    address: address && JSON.stringify(address),
    codes: JSON.stringify(codes),
    order_id: orderId,
  }
  await tx
    .insertInto('draft_orders')
    .values({ id, token_hash: tokenHash, created_by: createdBy, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Makes an order that of a draft. */
export async function markDraftOrder(tx: Db, orderId: string, draft: { id: string; pickup: boolean }): Promise<void> {
  await sql`update orders set draft_id = ${draft.id}, pickup = ${draft.pickup} where id = ${orderId}`.execute(tx)
}

/** Gives a draft another order, and the address that came with it. */
export async function setDraftOrder(tx: Db, id: string, orderId: string, address: DraftRow['address']): Promise<void> {
  await sql`update draft_orders set order_id = ${orderId}, address = ${address && JSON.stringify(address)} where id = ${id}`.execute(
    tx,
  )
}

export async function setDraftPaid(tx: Db, id: string, paid: NonNullable<DraftRow['paid']>): Promise<void> {
  await sql`update draft_orders set paid = ${JSON.stringify(paid)} where id = ${id}`.execute(tx)
}

export async function setDraftDeleted(tx: Db, id: string): Promise<void> {
  await sql`update draft_orders set deleted_at = now() where id = ${id}`.execute(tx)
}
