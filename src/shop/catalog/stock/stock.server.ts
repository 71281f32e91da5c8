import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { storeUndo } from '../../undo/undo.server.ts'
import { hasSku } from '../product/sql.server.ts'
import { MAX_STOCK } from '../rules.ts'
import { thumbnailOf } from '../thumbnail.ts'
import type { StockItem } from './contract.ts'
import {
  changeSince,
  findStock,
  listLedgerPage,
  listStockPage,
  SALES_DAYS,
  type StockListRow,
} from './list-sql.server.ts'
import { changeStockIn, lockStockRow, setLowStockThresholdIn } from './sql.server.ts'

type Reader = Pick<Shop, 'db' | 'settings'>

interface StockQuery extends Page {
  q?: string | undefined
  low?: true | number | undefined
  sku?: string | undefined
  place?: string | undefined
}
type Page = { cursor?: string | undefined; limit: number }

/** A page of SKUs; with `low` what runs out, the fewest pieces first. */
export async function listStockForStaff(
  { db, settings, clock }: Reader & Pick<Shop, 'clock'>,
  { q = '', low, sku, place, cursor, limit }: StockQuery,
): Promise<Result<{ items: StockItem[]; next: string | null; at: string }, 'invalid_input'>> {
  const after = readCursor(cursor, z.tuple([z.int().min(-MAX_STOCK).max(MAX_STOCK), z.string().max(64)]))
  if (!after.ok) return after
  const level = settings()['stock.lowLevel']
  const text = q.trim().toLowerCase()
  const filters = {
    q: text === '' ? null : text,
    low: low === true ? level : (low ?? null),
    sku: sku ?? null,
    place: place ?? null,
  }
  const at = clock.now().toISOString()
  const rows = await listStockPage(db, filters, { after: after.data, limit })
  const page = cutPage(rows, limit, (row) => [row.available, row.sku])
  return ok({ items: page.items.map((row) => toStockItem(row, level)), next: page.next, at })
}

/** A stock row for staff. `level`: the shop's, for SKUs without their own. */
/** So many days of sales say how long the rest lasts. */
const FORECAST_DAYS = 14

export function toStockItem(row: StockListRow, level: number): StockItem {
  const { sku, product_id, name, picture, color, size, on_hand, held, available, low, place, waiting, sold } = row
  const days = Math.min(SALES_DAYS, row.selling_days ?? 0)
  return {
    sku,
    productId: product_id,
    name,
    picture: thumbnailOf(picture),
    color,
    size,
    onHand: on_hand,
    held,
    available,
    low,
    isLow: available <= (low ?? level),
    place,
    waiting,
    sold,
    daysLeft: sold > 0 && days >= FORECAST_DAYS ? Math.floor((available * days) / sold) : null,
  }
}

/** Every change of a SKU's stock, newest first. */
export async function showHistory({ db }: Reader, sku: string, { cursor, limit }: Page) {
  const after = readCursor(cursor, z.tuple([z.string().regex(/^\d{1,18}$/)]))
  if (!after.ok) return after
  const rows = await listLedgerPage(db, sku, { after: after.data?.[0] ?? null, limit })
  if (rows.length === 0 && !(await hasSku(db, sku))) return refuse('not_found', noSku(sku))
  const page = cutPage(rows, limit, ({ id }) => [id])
  const items = page.items.map(
    ({ id, at, on_hand, held, reason, order_id, order_number, is_exchange, after: left }) => ({
      id,
      at: at.toISOString(),
      onHand: on_hand,
      held,
      reason,
      order:
        order_id === null || order_number === null
          ? null
          : { id: order_id, number: order_number, isExchange: is_exchange },
      after: left,
    }),
  )
  return ok({ items, next: page.next })
}

type StockCode = 'not_found' | 'invalid_input'
interface Changed {
  stock: StockItem
  undo: string | null
}

/** Adds pieces to a SKU or takes some away. Refused: no such SKU, more than there are. */
export async function addStock(
  shop: Reader,
  actor: Actor,
  sku: string,
  { change, reason }: { change: number; reason: string },
): Promise<Result<Changed, StockCode>> {
  return transact<Tables, Changed, StockCode>(shop.db, async (tx) => {
    const done = await changeStockIn(tx, actor, sku, { delta: change, reason })
    if (!done.ok) return done
    const undo = await storeUndo(tx, actor, { kind: 'stock.change', data: { sku, change, reason } })
    return withStock({ ...shop, db: tx }, sku, { undo })
  })
}

/**
 * Takes a count over: what is on hand changes by the difference between the count and what was on hand when counting
 * began, so that a sale since then isn't undone. Pieces held for unpaid orders are on hand.
 */
export async function countStock(
  shop: Reader & Pick<Shop, 'clock'>,
  actor: Actor,
  sku: string,
  { counted, began }: { counted: number; began: string },
): Promise<Result<Changed & { expected: number; difference: number }, StockCode>> {
  const since = new Date(began)
  if (since > shop.clock.now()) return refuse('invalid_input', 'The count can’t begin in the future.')
  return transact<Tables, Changed & { expected: number; difference: number }, StockCode>(shop.db, async (tx) => {
    const row = await lockStockRow(tx, sku)
    if (!row) return refuse('not_found', noSku(sku))
    const expected = row.on_hand - (await changeSince(tx, sku, since))
    const difference = counted - expected
    if (difference === 0) return withStock({ ...shop, db: tx }, sku, { expected, difference, undo: null })
    const reason = `counted ${counted}, expected ${expected}`
    const done = await changeStockIn(tx, actor, sku, { delta: difference, reason })
    if (!done.ok) return done
    const undo = await storeUndo(tx, actor, { kind: 'stock.change', data: { sku, change: difference, reason } })
    return withStock({ ...shop, db: tx }, sku, { expected, difference, undo })
  })
}

/** Sets the level at or below which a SKU is low; null: the shop's. */
export async function setLevel(
  shop: Reader,
  actor: Actor,
  sku: string,
  low: number | null,
): Promise<Result<Changed, StockCode>> {
  return transact<Tables, Changed, StockCode>(shop.db, async (tx) => {
    const set = await setLowStockThresholdIn(tx, actor, sku, low)
    if (!set.ok) return set
    const { before } = set.data
    const data = { sku, before, after: low }
    const undo = before === low ? null : await storeUndo(tx, actor, { kind: 'stock.level', data })
    return withStock({ ...shop, db: tx }, sku, { undo })
  })
}

/** Reads the stock within the transaction of its change: a read that fails after it would let the call be made twice. */
async function withStock<T extends object>(
  { db, settings }: Reader,
  sku: string,
  more: T,
): Promise<Result<T & { stock: StockItem }, 'not_found'>> {
  const row = await findStock(db, sku)
  if (!row) return refuse('not_found', noSku(sku))
  return ok({ ...more, stock: toStockItem(row, settings()['stock.lowLevel']) })
}

const noSku = (sku: string) => `There is no SKU ${sku}.`
