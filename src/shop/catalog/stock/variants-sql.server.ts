import { sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { toPaise } from '#platform/money.ts'
import type { Tables } from '../../tables.server.ts'
import { sizesOf, type Variant } from '../product/parse.server.ts'
import type { ProductColumns } from '../tables.server.ts'
import { writeStockLedger } from './sql.server.ts'

interface VariantStock {
  sku: string
  product_id: string
  on_hand: number
  reserved: number
}

/** A variant's own prices, in rupees, as its row has them beside the product's price. */
export function storedPrices({ price, mrp }: Pick<Variant, 'price' | 'mrp'>, productPaise: number) {
  return {
    extra_paise: price == null ? 0 : (toPaise(price) ?? 0) - productPaise,
    mrp_paise: mrp == null ? null : toPaise(mrp),
  }
}

/**
 * Gives a locked product these variants, in this order, with prices by its own. Known SKUs keep their stock, new ones get theirs. Returns why that
 * can't be: a SKU that another product has, or that is held for an unpaid order and would go.
 */
export async function writeVariants(
  tx: Transaction<Tables>,
  { id: productId, price_paise }: Pick<ProductColumns, 'id' | 'price_paise'>,
  variants: readonly Variant[],
): Promise<string[]> {
  const skus = variants.map(({ sku }) => sku)
  // In the order in which orders lock stock.
  const { rows: known } = await sql<VariantStock>`
    select sku, product_id, on_hand, reserved from stock where product_id = ${productId} or sku = any(${skus})
    order by sku collate "C" for update`.execute(tx)
  const removed = known.filter(({ sku }) => !skus.includes(sku))
  const problems = [
    ...known
      .filter((one) => one.product_id !== productId)
      .map(({ sku, product_id }) => `SKU ${sku} belongs to ${product_id}`),
    ...removed
      .filter(({ reserved }) => reserved > 0)
      .map(({ sku }) => `SKU ${sku} is held for an unpaid order and must stay`),
  ]
  if (problems.length > 0) return problems
  const added = variants.filter(({ sku }) => known.every((one) => one.sku !== sku))
  const entries = [
    ...removed.map(({ sku, on_hand }) => ({ sku, delta_on_hand: -on_hand })),
    ...added.map(({ sku, quantity }) => ({ sku, delta_on_hand: quantity })),
  ]
  await writeStockLedger(
    tx,
    entries.map((entry) => ({ ...entry, delta_reserved: 0, reason: 'import' })),
  )
  await sql`delete from stock where sku = any(${removed.map(({ sku }) => sku)})`.execute(tx)
  const rows = JSON.stringify(
    variants.map((one, position) => ({ ...one, position, ...storedPrices(one, price_paise) })),
  )
  await sql`insert into stock as s (sku, product_id, color, size, position, on_hand, extra_paise, mrp_paise)
    select sku, ${productId}, color, size, position, quantity, extra_paise, mrp_paise from jsonb_to_recordset(${rows}::jsonb)
      as r(sku text, color text, size text, position integer, quantity integer, extra_paise integer, mrp_paise integer)
    on conflict (sku) do update set color = excluded.color, size = excluded.size, position = excluded.position,
        extra_paise = excluded.extra_paise, mrp_paise = excluded.mrp_paise
      where (s.color, s.size, s.position, s.extra_paise, s.mrp_paise)
        is distinct from (excluded.color, excluded.size, excluded.position, excluded.extra_paise, excluded.mrp_paise)`.execute(
    tx,
  )
  await sql`delete from stock_levels where sku = any(${variants.filter(({ low }) => low === undefined).map(({ sku }) => sku)})`.execute(
    tx,
  )
  await sql`insert into stock_levels as l (sku, low)
    select sku, low from jsonb_to_recordset(${rows}::jsonb) as r(sku text, low integer) where low is not null
    on conflict (sku) do update set low = excluded.low where l.low <> excluded.low`.execute(tx)
  await writeSizes(tx, [{ id: productId, sizes: sizesOf(variants) }])
  return []
}

/** Replaces the sizes of products. A size keeps its id as long as the product has it. */
export async function writeSizes(
  tx: Transaction<Tables>,
  products: readonly { id: string; sizes: readonly string[] }[],
): Promise<void> {
  const sizes = products.flatMap(({ id, sizes }) =>
    sizes.map((size, position) => ({ id: newId(), product_id: id, size, position })),
  )
  const list = sql`jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb)
    as r(id text, product_id text, size text, position integer)`
  await sql`delete from sizes s where s.product_id = any(${products.map(({ id }) => id)})
    and not exists (select from ${list} where r.product_id = s.product_id and r.size = s.size)`.execute(tx)
  await sql`insert into sizes as s (id, product_id, size, position) select id, product_id, size, position from ${list}
    on conflict (product_id, size) do update set position = excluded.position
      where s.position <> excluded.position`.execute(tx)
}
