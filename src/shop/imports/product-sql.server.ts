import { sql, type Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { addPictureOrigins } from '../catalog/product/sql.server.ts'
import { writeSizes } from '../catalog/stock/variants-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './raw-product.server.ts'

/**
 * Creates or replaces products with their sizes, but not their stock. Returns how many were created and updated. `before`:
 * how many products of the import were written already; of its new products the first is the newest.
 */
export async function writeProducts(
  tx: Transaction<Tables>,
  batch: readonly StagedProduct[],
  { actor, before }: { actor: Actor; before: number },
) {
  const written = await upsertProducts(tx, batch, before)
  await writeSizes(
    tx,
    batch.map(({ draft: { id, sizes } }) => ({ id, sizes })),
  )
  await addPictureOrigins(
    tx,
    batch.flatMap(({ pictures }) => pictures),
  )
  const created = new Set(written.filter((row) => row.created).map(({ id }) => id))
  const others = [...(await writeScheduled(tx, batch, actor)), ...(await writeThresholds(tx, batch))]
  const changed = new Set([...written.map(({ id }) => id), ...others])
  return { created: created.size, updated: changed.difference(created).size }
}

async function upsertProducts(tx: Transaction<Tables>, batch: readonly StagedProduct[], before: number) {
  const products = batch.map(
    ({ draft: { variants: _, sizes: __, scheduled: ___, ...columns }, pictures, fromOtherShop }, at) => ({
      number: before + at,
      ...columns,
      pictures,
      other_shop: fromOtherShop,
    }),
  )
  const { rows } = await sql<{ id: string; created: boolean }>`
    insert into products as p (id, name, price_paise, mrp_paise, state, description, category, subcategory, pattern, fabric, fit, colors,
      pictures, details, latest_rank, top_rank, position, moved_from, created_at)
    select r.id, r.name, r.price_paise, r.mrp_paise, r.state, r.description, r.category, r.subcategory, r.pattern, r.fabric, r.fit, r.colors,
      r.pictures,
      case when r.other_shop and old.id is not null
        then (old.details - 'descriptionMarkdown') || (r.details - '{badge,care,countryOfOrigin,gsm,measurements}'::text[])
        else r.details end,
      case when r.other_shop then old.latest_rank else r.latest_rank end,
      case when r.other_shop then old.top_rank else r.top_rank end,
      case when r.other_shop then coalesce(r.position, old.position) else r.position end,
      case when r.other_shop and r.moved_from = '{}' then coalesce(old.moved_from, '{}') else r.moved_from end,
      coalesce(r.created_at, old.created_at, date_trunc('milliseconds', now()) - r.number * interval '1 millisecond')
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r(number integer, id text, name text, price_paise integer,
      mrp_paise integer, state text, description text, category text, subcategory text, pattern text, fabric text, fit text, colors text[],
      pictures jsonb, details jsonb, latest_rank integer, top_rank integer, position integer, moved_from text[],
      created_at timestamptz, other_shop boolean)
    left join products old using (id)
    order by r.id
    on conflict (id) do update set name = excluded.name, price_paise = excluded.price_paise,
      mrp_paise = excluded.mrp_paise, state = excluded.state,
      description = excluded.description, category = excluded.category, subcategory = excluded.subcategory,
      pattern = excluded.pattern, fabric = excluded.fabric, fit = excluded.fit, colors = excluded.colors,
      pictures = excluded.pictures, details = excluded.details, latest_rank = excluded.latest_rank,
      top_rank = excluded.top_rank, position = excluded.position, moved_from = excluded.moved_from,
      created_at = excluded.created_at
    where (p.name, p.price_paise, p.mrp_paise, p.state, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
        p.pictures, p.details, p.latest_rank, p.top_rank, p.position, p.moved_from, p.created_at)
      is distinct from (excluded.name, excluded.price_paise, excluded.mrp_paise, excluded.state, excluded.description, excluded.category,
        excluded.subcategory, excluded.pattern, excluded.fabric, excluded.fit, excluded.colors, excluded.pictures,
        excluded.details, excluded.latest_rank, excluded.top_rank, excluded.position, excluded.moved_from, excluded.created_at)
    returning p.id, xmax = 0 as created`.execute(tx)
  return rows
}

/** Replaces the scheduled changes of products whose file has them. Returns the ids of the changed products. */
async function writeScheduled(
  tx: Transaction<Tables>,
  batch: readonly StagedProduct[],
  actor: Actor,
): Promise<string[]> {
  const stated = batch.filter(({ fromOtherShop, draft }) => !fromOtherShop || draft.scheduled !== null)
  const rows = stated.flatMap(({ draft }) =>
    (draft.scheduled ?? []).map(({ at, change }, number) => ({ product_id: draft.id, number, due_at: at, change })),
  )
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(product_id text, number integer, due_at timestamptz, change jsonb)`
  const { rows: changed } = await sql<{ id: string }>`
    select p.id from unnest(${stated.map(({ draft }) => draft.id)}::text[]) as p(id)
    where (select jsonb_agg(jsonb_build_array(due_at, change) order by due_at, number) from ${wanted} where product_id = p.id)
      is distinct from (select jsonb_agg(jsonb_build_array(c.due_at, c.change) order by c.due_at, c.id)
        from product_changes c where c.product_id = p.id)`.execute(tx)
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return ids
  await sql`delete from product_changes where product_id = any(${ids})`.execute(tx)
  await sql`insert into product_changes (product_id, due_at, change, actor)
    select product_id, due_at, change, ${JSON.stringify(actor)}::jsonb from ${wanted} where product_id = any(${ids})
    order by due_at, number`.execute(tx)
  return ids
}

/** Replaces the low-stock thresholds, which only the shop's own format has. Returns the ids of the changed products. */
async function writeThresholds(tx: Transaction<Tables>, batch: readonly StagedProduct[]): Promise<string[]> {
  const rows = batch
    .filter(({ fromOtherShop }) => !fromOtherShop)
    .flatMap(({ draft }) => draft.variants.map(({ sku, low = null }) => ({ product_id: draft.id, sku, low })))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product_id text, sku text, low integer)`
  const { rows: changed } = await sql<{ product_id: string; sku: string; low: number | null }>`
    select r.product_id, r.sku, r.low from ${wanted} left join stock_levels l using (sku) where r.low is distinct from l.low
    order by r.sku`.execute(tx)
  if (changed.length === 0) return []
  await sql`delete from stock_levels where sku = any(${changed.map(({ sku }) => sku)})`.execute(tx)
  const set = changed.flatMap(({ sku, low }) => (low === null ? [] : [{ sku, low }]))
  if (set.length > 0)
    await tx
      .insertInto('stock_levels')
      .values(set)
      .onConflict((conflict) => conflict.column('sku').doUpdateSet((eb) => ({ low: eb.ref('excluded.low') })))
      .execute()
  return changed.map(({ product_id }) => product_id)
}
