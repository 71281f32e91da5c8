import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#shop/tables.server.ts'

/** A name in 22 letters like the shop's own ids, from a number. */
const idOf = (kind: string) =>
  sql.raw(`left(translate(encode(sha256(('${kind}' || n)::bytea), 'base64'), '+/=', '-_'), 22)`)

/**
 * Adds orders: copies of one that was paid, with ids, customers and addresses of their own. Everything that the ledger
 * adds up comes with them: lines, payments, stock movements and invoices.
 */
export async function fillOrders(db: Kysely<Tables>, count: number): Promise<void> {
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const customers = Math.ceil(count / 3)
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`insert into customers (id, email, name)
      select ${idOf('customer')}, 'buyer-' || n || '@example.test', 'Buyer ' || n from generate_series(0, ${customers}) n`.execute(
      tx,
    )
    await sql`insert into addresses (id, customer_id, first_name, phone_number, street_address, town_city, zip_code, is_default)
      select ${idOf('address')}, ${idOf('customer')}, 'Buyer', '98200 00028', md5(n::text), 'Mumbai', '400028', true
      from generate_series(0, ${customers}) n`.execute(tx)
    const others = sql`generate_series(1, ${count}::integer) i, lateral (select i % ${customers}::integer as n) c`
    await sql`insert into orders select r.* from orders o, ${others}, lateral jsonb_populate_record(o, jsonb_build_object(
        'id', o.id || i, 'number', nextval('order_numbers'), 'customer_id', ${idOf('customer')}, 'fingerprint', md5('f' || i),
        'provider_order_id', 'order_copy' || i, 'payment_id', 'pay_copy' || i,
        'created_at', o.created_at - i * interval '5 minutes', 'paid_at', o.paid_at - i * interval '5 minutes',
        'address', o.address || jsonb_build_object('streetAddress', md5('a' || i)))) r
      where o.id = ${id}`.execute(tx)
    const copies = sql`generate_series(1, ${count}::integer) i`
    await sql`insert into order_lines select r.* from order_lines l, ${copies}, lateral jsonb_populate_record(l, jsonb_build_object(
        'id', l.id || i, 'order_id', l.order_id || i)) r where l.order_id = ${id}`.execute(tx)
    await sql`insert into payments select r.* from payments p, ${copies}, lateral jsonb_populate_record(p, jsonb_build_object(
        'id', 'pay_copy' || i, 'order_id', p.order_id || i)) r where p.order_id = ${id}`.execute(tx)
    // What they sell was received before.
    await sql`insert into stock_ledger (sku, delta_on_hand, reason)
      select sku, -sum(delta_on_hand) * ${count}::integer, 'import' from stock_ledger where order_id = ${id} group by sku`.execute(
      tx,
    )
    await sql`insert into stock_ledger (sku, delta_on_hand, delta_reserved, reason, order_id, at)
      select sku, delta_on_hand, delta_reserved, reason, order_id || i, at - i * interval '5 minutes'
      from stock_ledger, ${copies} where order_id = ${id}`.execute(tx)
    await sql`insert into invoices select r.*
      from invoices v join document_counters c on c.series = 'invoice' and c.year = v.year, ${copies},
      lateral jsonb_populate_record(v, jsonb_build_object(
        'order_id', v.order_id || i, 'position', last + i, 'number', regexp_replace(v.number, '\\d+$', '') || (last + i),
        'document', v.document || jsonb_build_object('copy', md5('d' || i)))) r
      where v.order_id = ${id}`.execute(tx)
    await sql`update document_counters set last = last + ${count}::integer where series = 'invoice'`.execute(tx)
    await sql`analyze`.execute(tx)
  })
}

/** The sizes of a photo as it was uploaded, and of the pictures that the shop makes of it. */
const SIZES = [60_000, 4_000, 8_000, 14_000, 24_000, 40_000]

/** How many orders there are. */
export async function countOrders(db: Kysely<Tables>): Promise<{ orders: number }> {
  const { rows } = await sql<{ orders: number }>`select count(*)::integer as orders from orders`.execute(db)
  return { orders: rows[0]?.orders ?? 0 }
}

/** How many pictures a folder has, and their bytes. */
export async function measurePictures(folder: string): Promise<{ pictures: number; pictureBytes: number }> {
  const names = existsSync(folder) ? await readdir(folder) : []
  let pictureBytes = 0
  for (const name of names) pictureBytes += (await stat(join(folder, name))).size
  return { pictures: names.length, pictureBytes }
}

/** Writes files of random bytes that are named and sized like pictures. */
export async function fillPictures(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const photos = Math.ceil(bytes / SIZES.reduce((sum, size) => sum + size, 0))
  for (let photo = 0; photo < photos; photo += 1) {
    const name = `photo-${randomBytes(8).toString('hex')}`
    const files = SIZES.map((size, index) =>
      writeFile(join(folder, index === 0 ? `${name}.webp` : `${name}.${index * 360}.avif`), randomBytes(size)),
    )
    await Promise.all(files)
  }
}
