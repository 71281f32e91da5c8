import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** A cart that somebody paid for. Prices in paise, per piece as bought. */
export interface PaidCart {
  order: string
  number: number
  delivery: number
  included: boolean
  lines: {
    productId: string
    sku: string
    color: string
    size: string
    quantity: number
    price: number
    hsn: string
  }[]
}

/** The last carts that were paid for, the latest first. */
export async function readPaidCarts(db: Kysely<Tables>, limit: number): Promise<PaidCart[]> {
  const { rows } = await sql<PaidCart>`
    select o.id as order, o.number, o.delivery_paise as delivery, o.prices_include_tax as included, (
      select jsonb_agg(jsonb_build_object('productId', l.product_id, 'sku', l.sku, 'color', l.color, 'size', l.size,
        'quantity', l.quantity, 'price', l.price_paise, 'hsn', l.hsn) order by l.position)
      from order_lines l where l.order_id = o.id) as lines
    from orders o where o.state in ('placed', 'paid') order by o.paid_at desc, o.id limit ${limit}`.execute(db)
  return rows
}

/** Products on sale with their price in paise and HSN code, the dearest first. */
export async function readPrices(
  db: Kysely<Tables>,
  limit: number,
): Promise<{ productId: string; name: string; price: number; hsn: string | null }[]> {
  return db
    .selectFrom('products')
    .select(['id as productId', 'name', 'price_paise as price', sql<string | null>`details ->> 'hsn'`.as('hsn')])
    .where('state', '=', 'published')
    .orderBy('price_paise', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
