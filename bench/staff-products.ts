import { type Kysely, sql } from 'kysely'
import type { Tables } from '#shop/tables.server.ts'

/**
 * Adds so many products to a shop, with two colours in three sizes each: names of a few words, one in fifty hidden, one in
 * forty variants sold out and one in thirty low, and sales of the last month.
 */
export async function fillStaffProducts(db: Kysely<Tables>, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`insert into products (id, name, price_paise, mrp_paise, state, description, category, subcategory, colors, pictures, details, created_at)
      select 'bench-product-' || n, (array['Linen','Cotton','Silk','Wool','Printed','Plain','Boxy','Long'])[1 + n % 8] || ' '
        || (array['Shirt','Kurta','Tee','Saree','Dress','Jacket'])[1 + n % 6] || ' ' || n,
        50000 + (n * 7919 % 4000) * 100, 900000, case when n % 50 = 0 then 'hidden' when n % 211 = 0 then 'draft' else 'published' end,
        'A garment for measurements.', 'Woman', 'Shirts', '{Black,White}', q.pictures, '{}', now() - n * interval '1 minute'
      from generate_series(1, ${count}::integer) n, (select pictures from products order by id limit 1) q`.execute(tx)
    await sql`insert into sizes (id, product_id, size, position)
      select 'bench-size-' || n || s, 'bench-product-' || n, s, ascii(s)
      from generate_series(1, ${count}::integer) n, unnest(array['S','M','L']) s`.execute(tx)
    await sql`insert into stock (sku, product_id, color, size, position, on_hand)
      select 'BP' || n || '-' || left(c, 1) || s, 'bench-product-' || n, c, s, ascii(s),
        case when (n * 7 + ascii(s)) % 40 = 0 then 0 when (n * 7 + ascii(s)) % 30 = 0 then 2 else 20 + n % 80 end
      from generate_series(1, ${count}::integer) n, unnest(array['Black','White']) c, unnest(array['S','M','L']) s`.execute(
      tx,
    )
    await sql`insert into stock_ledger (sku, delta_on_hand, reason)
      select sku, on_hand, 'import' from stock where sku like 'BP%' and on_hand > 0`.execute(tx)
    await sql`insert into stock_ledger (sku, delta_on_hand, reason, at)
      select sku, v, case when v < 0 then 'sold' else 'arrived' end, now() - interval '3 days'
      from stock, unnest(array[-1, 1]) v where sku like 'BP%' and hashtext(sku) % 3 = 0`.execute(tx)
  })
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own)
    await sql`vacuum analyze`.execute(own)
  })
}

/** The addresses of each kind of call about products and stock, `rounds` of each. */
export async function productCallsOf(db: Kysely<Tables>, rounds: number): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ id: string; name: string; sku: string; key: number }>`
    select p.id, p.name, (select sku from stock where product_id = p.id limit 1) as sku,
      (extract(epoch from p.created_at) * 1000000)::float8 as key
    from products p where p.id like 'bench-product-%' and p.state = 'published' order by md5(p.id) limit ${rounds}`.execute(
    db,
  )
  const search = (textOf: (row: (typeof rows)[number]) => string, more = '') =>
    rows.map((row) => `/products?${new URLSearchParams({ q: textOf(row) })}${more}`)
  const same = (path: string) => rows.map(() => path)
  return {
    'all products': same('/products'),
    'products: hidden': same('/products?state=hidden'),
    'products: low': same('/products?low=true'),
    'products: sold out and hidden': same('/products?low=0&state=hidden'),
    'products: deep pages': rows.map(({ key, id }) => `/products?cursor=${cursorOf([0, key, id])}`),
    'products: id': search(({ id }) => id),
    'products: SKU': search(({ sku }) => sku),
    'products: beginning of a SKU': search(({ sku }) => sku.slice(0, 4)),
    'products: name': search(({ name }) => name),
    'products: a common word': search(({ name }) => name.split(' ')[1] ?? ''),
    'products: a common word, hidden': search(({ name }) => name.split(' ')[1] ?? '', '&state=hidden'),
    'products: nothing found': search(({ id }) => `nobody ${id.slice(-5)}`),
    'product counts': same('/products/counts'),
    'what is coming': same('/products/timeline'),
    'one product': rows.map(({ id }) => `/products/${id}`),
    'stock: running out': same('/stock?low=true'),
    'stock: running out, deep': rows.map(({ sku }) => `/stock?low=true&cursor=${cursorOf([2, sku])}`),
    'stock: every SKU': rows.map(({ sku }) => `/stock?cursor=${cursorOf([0, sku])}`),
    'stock: a SKU': rows.map(({ sku }) => `/stock?q=${sku}`),
    'stock history': rows.map(({ sku }) => `/stock/${sku}/history`),
  }
}

const cursorOf = (key: readonly unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Changes the prices of all products that match a word, after a dry run, and takes that back: a line about it. */
export async function bulkLine(
  send: (path: string, body?: unknown) => Promise<{ count: number; undo: string }>,
): Promise<string> {
  const body = { filter: { q: 'linen' }, change: { price: { percent: 10, round: 9 } } }
  const time = async <T>(work: () => Promise<T>) => {
    const from = performance.now()
    return [await work(), ((performance.now() - from) / 1000).toFixed(1)] as const
  }
  const [, dry] = await time(() => send('/products/bulk', { ...body, dryRun: true }))
  const [{ count, undo }, done] = await time(() => send('/products/bulk', body))
  const [, undone] = await time(() => send(`/undo/${undo}`))
  return `The prices of ${count} products: shown in ${dry} s, changed in ${done} s, taken back in ${undone} s.`
}
