import { sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './parse-product.server.ts'

/** Writes products with their sizes over those of the same `_id`, without their stock. */
export async function writeProducts(trx: Transaction<Tables>, batch: readonly StagedProduct[]) {
  const counts = await upsertProducts(trx, batch)
  await upsertSizes(trx, batch)
  await addPictureOrigins(trx, batch)
  return counts
}

async function upsertProducts(trx: Transaction<Tables>, batch: readonly StagedProduct[]) {
  const products = batch.map(({ draft: { variants: _, sizes: __, ...columns }, pictures }) => ({
    ...columns,
    pictures,
  }))
  const { rows } = await sql<{ created: boolean }>`
    insert into products as p (id, name, price_paise, mrp_paise, state, description, category, subcategory, pattern, fabric, fit, colors,
      pictures, details, latest_rank, top_rank, created_at)
    select r.id, r.name, r.price_paise, r.mrp_paise, r.state, r.description, r.category, r.subcategory, r.pattern, r.fabric, r.fit, r.colors,
      r.pictures, r.details, r.latest_rank, r.top_rank,
      coalesce(r.created_at, (select created_at from products old where old.id = r.id),
        date_trunc('milliseconds', now()))
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r(id text, name text, price_paise integer,
      mrp_paise integer, state text, description text, category text, subcategory text, pattern text, fabric text, fit text, colors text[],
      pictures jsonb, details jsonb, latest_rank integer, top_rank integer, created_at timestamptz)
    order by r.id
    on conflict (id) do update set name = excluded.name, price_paise = excluded.price_paise,
      mrp_paise = excluded.mrp_paise, state = excluded.state,
      description = excluded.description, category = excluded.category, subcategory = excluded.subcategory,
      pattern = excluded.pattern, fabric = excluded.fabric, fit = excluded.fit, colors = excluded.colors,
      pictures = excluded.pictures, details = excluded.details, latest_rank = excluded.latest_rank,
      top_rank = excluded.top_rank, created_at = excluded.created_at, updated_at = now()
    where (p.name, p.price_paise, p.mrp_paise, p.state, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
        p.pictures, p.details, p.latest_rank, p.top_rank, p.created_at)
      is distinct from (excluded.name, excluded.price_paise, excluded.mrp_paise, excluded.state, excluded.description, excluded.category,
        excluded.subcategory, excluded.pattern, excluded.fabric, excluded.fit, excluded.colors, excluded.pictures,
        excluded.details, excluded.latest_rank, excluded.top_rank, excluded.created_at)
    returning xmax = 0 as created`.execute(trx)
  const created = rows.filter((row) => row.created).length
  return { created, updated: rows.length - created }
}

/** A size keeps its id as long as the product has it. */
async function upsertSizes(trx: Transaction<Tables>, batch: readonly StagedProduct[]): Promise<void> {
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

/** The origins of external pictures, for the pages' Content-Security-Policy. */
async function addPictureOrigins(trx: Transaction<Tables>, batch: readonly StagedProduct[]): Promise<void> {
  const addresses = batch.flatMap(({ pictures }) => pictures.map((picture) => picture.src))
  const origins = new Set(addresses.filter((src) => src.startsWith('https://')).map((src) => new URL(src).origin))
  if (origins.size === 0) return
  await trx
    .insertInto('picture_origins')
    .values([...origins].sort().map((origin) => ({ origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
