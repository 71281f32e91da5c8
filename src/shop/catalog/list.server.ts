import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result } from '#platform/api/result.ts'
import { micros } from '#platform/db/micros.server.ts'
import { readableTime } from '#platform/india-time.ts'
import { formatRupees, paise, toRupees } from '#platform/money.ts'
import type { Shop } from '../shop.server.ts'
import {
  countProductLists,
  type ListedRow,
  listProductPage,
  MAX_COUNT,
  type ProductFilters,
  parseProductSearch,
} from './list-sql.server.ts'
import type { ProductState } from './rules.ts'
import type { ListedProductItem } from './staff-contract.ts'
import { thumbnailOf } from './thumbnail.ts'

type Reader = Pick<Shop, 'db' | 'settings'>

/** The filters of a list's address. `low` true: at or below the shop's level. */
export interface WrittenFilters {
  q?: string | undefined
  state?: ProductState | undefined
  low?: true | number | undefined
  ids?: readonly string[] | undefined
}

export function filtersOf(
  { settings }: Pick<Shop, 'settings'>,
  { q = '', state, low, ids }: WrittenFilters,
): ProductFilters {
  return {
    terms: parseProductSearch(q),
    state: state ?? null,
    low: low === true ? settings()['stock.lowLevel'] : (low ?? null),
    ids: ids ?? null,
  }
}

/** A page of products. */
export async function listForStaff(
  shop: Reader,
  { cursor, limit, ...filters }: WrittenFilters & { cursor?: string | undefined; limit: number },
): Promise<Result<{ items: ListedProductItem[]; next: string | null }, 'invalid_input'>> {
  const after = readCursor(cursor, z.tuple([z.int().min(0).max(5), micros, z.string().max(100)]))
  if (!after.ok) return after
  const rows = await listProductPage(shop.db, filtersOf(shop, filters), { after: after.data, limit })
  const page = cutPage(rows, limit, (row) => [row.rank, row.sort_key, row.id])
  return ok({ items: page.items.map(toListed), next: page.next })
}

function toListed(row: ListedRow): ListedProductItem {
  return {
    id: row.id,
    name: row.name,
    picture: thumbnailOf(row.picture),
    price: toRupees(paise(row.price_paise)),
    priceTo: row.price_to_paise === null ? null : toRupees(paise(row.price_to_paise)),
    mrp: row.mrp_paise === null ? null : toRupees(paise(row.mrp_paise)),
    sale: saleText(row.sale),
    stock: row.available,
    variants: row.variants,
    soldOut: row.sold_out,
    state: row.state,
    version: row.version,
  }
}

function saleText([next]: ListedRow['sale']): string | null {
  if (!next) return null
  return next.ends
    ? `Sale until ${readableTime(next.at)}`
    : `${formatRupees(next.price)} from ${readableTime(next.at)} on`
}

/** How many products each state has. */
export async function countForStaff({ db }: Pick<Reader, 'db'>) {
  const counts = Object.entries(await countProductLists(db)).map(([state, count]) => [state, countOf(count)])
  // Safe cast: the same states.
  return { states: Object.fromEntries(counts) as Record<ProductState, ReturnType<typeof countOf>> }
}

/** A count for a tab: exact to 10,000. */
export function countOf(count: number) {
  const isMore = count > MAX_COUNT
  return { count: Math.min(count, MAX_COUNT), isMore, text: isMore ? '10,000+' : count.toLocaleString('en-IN') }
}
