import { sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../../tables.server.ts'
import type { Picture } from '../contract.ts'
import { type LedgerEntry, writeLedger } from '../stock.server.ts'
import type { Draft } from './row.server.ts'

/** A product that passed its own checks, with the line it stands on. */
export interface Placed {
  line: number
  draft: Draft
  pictures: Picture[]
}

export interface LineError {
  line: number
  id: string
  message: string
}

interface StockRow {
  sku: string
  product_id: string
  color: string
  size: string
  position: number
  on_hand: number
  reserved: number
}

interface Plan {
  removed: StockRow[]
  written: (StockRow & { delta: number })[]
  errors: LineError[]
}

/**
 * Writes products with their sizes and stock, whole: what a product had before and the line does not name is gone.
 * `quantity` is what can be bought, so on hand becomes quantity plus what is held for unpaid orders.
 */
export async function writeProducts(trx: Transaction<Tables>, batch: readonly Placed[]) {
  const { rows: stock } =
    await sql<StockRow>`select sku, product_id, color, size, position, on_hand, reserved from stock
    where product_id = any(${batch.map(({ draft }) => draft.id)})
      or sku = any(${batch.flatMap(({ draft }) => draft.variants.map((one) => one.sku))})
    order by sku for update`.execute(trx)
  const plan = planStock(batch, stock)
  if (plan.errors.length > 0) return { created: 0, updated: 0, errors: plan.errors }
  const counts = await upsertProducts(trx, batch)
  await upsertSizes(trx, batch)
  await applyStock(trx, plan)
  await noteOrigins(trx, batch)
  return { ...counts, errors: plan.errors }
}

function planStock(batch: readonly Placed[], stock: readonly StockRow[]): Plan {
  const plan: Plan = { removed: [], written: [], errors: [] }
  const bySku = new Map(stock.map((row) => [row.sku, row]))
  const owners = new Map(stock.map((row) => [row.sku, row.product_id]))
  for (const { line, draft } of batch) {
    const kept = new Set<string>()
    for (const [position, variant] of draft.variants.entries()) {
      const owner = owners.get(variant.sku) ?? draft.id
      owners.set(variant.sku, draft.id)
      kept.add(variant.sku)
      if (owner !== draft.id)
        plan.errors.push({ line, id: draft.id, message: `SKU ${variant.sku} belongs to ${owner}` })
      else plan.written.push(plannedRow(draft.id, position, variant, bySku.get(variant.sku)))
    }
    for (const row of stock) {
      if (row.product_id !== draft.id || kept.has(row.sku)) continue
      plan.removed.push(row)
      if (row.reserved > 0)
        plan.errors.push({ line, id: draft.id, message: `SKU ${row.sku} is held for an unpaid order and must stay` })
    }
  }
  return plan
}

function plannedRow(productId: string, position: number, variant: Draft['variants'][number], old?: StockRow) {
  const reserved = old?.reserved ?? 0
  const on_hand = variant.quantity + reserved
  const { sku, color, size } = variant
  return { sku, product_id: productId, color, size, position, on_hand, reserved, delta: on_hand - (old?.on_hand ?? 0) }
}

async function upsertProducts(trx: Transaction<Tables>, batch: readonly Placed[]) {
  const products = batch.map(({ draft: { variants: _, sizes: __, ...columns }, pictures }) => ({
    ...columns,
    pictures,
  }))
  const { rows } = await sql<{ created: boolean }>`
    insert into products as p (id, name, price_paise, description, category, subcategory, pattern, fabric, fit, colors,
      pictures, details, latest_rank, top_rank, created_at)
    select r.id, r.name, r.price_paise, r.description, r.category, r.subcategory, r.pattern, r.fabric, r.fit, r.colors,
      r.pictures, r.details, r.latest_rank, r.top_rank,
      coalesce(r.created_at, (select created_at from products old where old.id = r.id),
        date_trunc('milliseconds', now()))
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r(id text, name text, price_paise integer,
      description text, category text, subcategory text, pattern text, fabric text, fit text, colors text[],
      pictures jsonb, details jsonb, latest_rank integer, top_rank integer, created_at timestamptz)
    order by r.id
    on conflict (id) do update set name = excluded.name, price_paise = excluded.price_paise,
      description = excluded.description, category = excluded.category, subcategory = excluded.subcategory,
      pattern = excluded.pattern, fabric = excluded.fabric, fit = excluded.fit, colors = excluded.colors,
      pictures = excluded.pictures, details = excluded.details, latest_rank = excluded.latest_rank,
      top_rank = excluded.top_rank, created_at = excluded.created_at, updated_at = now()
    where (p.name, p.price_paise, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
        p.pictures, p.details, p.latest_rank, p.top_rank, p.created_at)
      is distinct from (excluded.name, excluded.price_paise, excluded.description, excluded.category,
        excluded.subcategory, excluded.pattern, excluded.fabric, excluded.fit, excluded.colors, excluded.pictures,
        excluded.details, excluded.latest_rank, excluded.top_rank, excluded.created_at)
    returning xmax = 0 as created`.execute(trx)
  const created = rows.filter((row) => row.created).length
  return { created, updated: rows.length - created }
}

/** A size keeps its id as long as the product has it. */
async function upsertSizes(trx: Transaction<Tables>, batch: readonly Placed[]): Promise<void> {
  const sizes = batch.flatMap(({ draft }) =>
    draft.sizes.map((size, position) => ({ id: newId(), product_id: draft.id, size, position })),
  )
  const list = sql`jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb)
    as r(id text, product_id text, size text, position integer)`
  await sql`delete from sizes s where s.product_id = any(${batch.map(({ draft }) => draft.id)})
    and not exists (select from ${list} where r.product_id = s.product_id and r.size = s.size)`.execute(trx)
  await sql`insert into sizes as s (id, product_id, size, position) select id, product_id, size, position from ${list}
    on conflict (product_id, size) do update set position = excluded.position
      where s.position <> excluded.position`.execute(trx)
}

async function applyStock(trx: Transaction<Tables>, { removed, written }: Plan): Promise<void> {
  if (removed.length > 0)
    await trx
      .deleteFrom('stock')
      .where(
        'sku',
        'in',
        removed.map((row) => row.sku),
      )
      .execute()
  await sql`insert into stock as s (sku, product_id, color, size, position, on_hand)
    select sku, product_id, color, size, position, on_hand from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as r(sku text, product_id text, color text, size text, position integer, on_hand integer)
    order by sku
    on conflict (sku) do update set color = excluded.color, size = excluded.size, position = excluded.position,
      on_hand = excluded.on_hand
    where (s.color, s.size, s.position, s.on_hand)
      is distinct from (excluded.color, excluded.size, excluded.position, excluded.on_hand)`.execute(trx)
  const entry = (sku: string, delta: number): LedgerEntry => ({
    sku,
    delta_on_hand: delta,
    delta_reserved: 0,
    why: 'import',
  })
  await writeLedger(trx, [
    ...removed.map((row) => entry(row.sku, -row.on_hand)),
    ...written.map((row) => entry(row.sku, row.delta)),
  ])
}

/** Where pictures come from that stay where they are: the pages' policy must allow these origins. */
async function noteOrigins(trx: Transaction<Tables>, batch: readonly Placed[]): Promise<void> {
  const addresses = batch.flatMap(({ pictures }) => pictures.map((picture) => picture.src))
  const origins = new Set(addresses.filter((src) => src.startsWith('https://')).map((src) => new URL(src).origin))
  if (origins.size === 0) return
  await trx
    .insertInto('picture_origins')
    .values([...origins].sort().map((origin) => ({ origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
