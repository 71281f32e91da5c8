/*
 * `node bench/listing-sql.ts postgres://user@host/database`: the listing as SQL, an alternative design, compared to the
 * product index over the same database.
 */
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '#platform/db/database.server.ts'
import { readProducts } from '#shop/catalog/sql.server.ts'
import { createCatalogIndex } from '#shop/listing/catalog-index.server.ts'
import type { ListingQuery } from '#shop/listing/index-types.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/rules.ts'
import type { Tables } from '#shop/tables.server.ts'
import { generateQueries, quantile, runConcurrently } from './listing.ts'

const COLUMNS = { categories: 'category', pattern: 'pattern', fabric: 'fabric', fit: 'fit' } as const

/** One page and the count of all matches, as plain SQL over the shop's own tables and indexes. */
async function searchBySql(db: Kysely<Tables>, query: ListingQuery) {
  const conditions = [sql`price_paise <= ${(query.maxPrice ?? 100_000) * 100}`]
  for (const [name, column] of Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]) {
    const values = query[name]
    if (values?.length) conditions.push(sql`${sql.ref(column)} = any(${values})`)
  }
  if (query.colors?.length) conditions.push(sql`colors && ${query.colors}::text[]`)
  if (query.sizes?.length)
    conditions.push(sql`exists (select from stock s where s.product_id = p.id and s.size = any(${query.sizes})
      and s.on_hand > s.reserved ${query.colors?.length ? sql`and s.color = any(${query.colors})` : sql``})`)
  const where = sql.join(conditions, sql` and `)
  const order = query.sortBy === 'highToLow' ? sql`desc` : sql`asc`
  const [page, count] = await Promise.all([
    sql<{ id: string }>`select id from products p where ${where}
      order by price_paise ${order}, id collate "C" ${order} limit 24`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from products p where ${where}`.execute(db),
  ])
  const products = await readProducts(
    db,
    page.rows.map((row) => row.id),
  )
  return { products, total: count.rows[0]?.n ?? 0 }
}

/** Runs the same queries both ways, checks that the counts agree, and measures both with 16 callers. */
export async function benchListingSql(db: Kysely<Tables>) {
  const index = createCatalogIndex(db, () => DEFAULT_SETTINGS)
  await index.ready
  const queries = generateQueries(200)
  for (const query of queries.slice(0, 20)) {
    const [byIndex, bySql] = await Promise.all([index.search(query), searchBySql(db, query)])
    if (byIndex?.total !== bySql.total) throw new Error(`Index and SQL count differently: ${JSON.stringify(query)}`)
  }
  const results: Record<string, number> = { products: index.stats().products, buildMs: index.stats().buildMs }
  for (const [name, run] of [
    ['index', (query: ListingQuery) => index.search(query)],
    ['sql', (query: ListingQuery) => searchBySql(db, query)],
  ] as const) {
    const { times, perSecond, cpuMs } = await runConcurrently(queries, run)
    results[`${name}PerSecond`] = perSecond
    results[`${name}CpuMsWithoutDatabase`] = cpuMs
    results[`${name}P50`] = quantile(times, 0.5)
    results[`${name}P99`] = quantile(times, 0.99)
  }
  return results
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const connection = { connectionString: process.argv[2] ?? '' }
  const open = openDatabase<Tables>({ connection, log: { warn: () => {} }, max: 40 })
  const results = await benchListingSql(open.db)
  for (const [name, figure] of Object.entries(results))
    process.stdout.write(`${name}: ${Math.round(figure * 100) / 100}\n`)
  await open.close()
}
