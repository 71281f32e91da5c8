import { cutPage } from '#platform/api/keyset.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { paise, toRupees } from '#platform/money.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { leaveBy } from '../delivery/rules.ts'
import { addressLines, orderNumber, parseOrderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { takenBackText } from '../orders/staff-labels.ts'
import type { Settings } from '../settings/rules.ts'
import type { PackItem, PackTick } from './pack-contract.ts'
import {
  findNow,
  findPackStates,
  insertTicks,
  listPackRows,
  listTicks,
  listTicksSince,
  type NewTick,
  type PackRow,
  type PackState,
  type TickRow,
} from './pack-sql.server.ts'

type Context = Pick<StaffContext, 'db' | 'settings'>

interface Packing {
  items: PackItem[]
  /** The present ticks of their next parcels. */
  ticks: PackTick[]
  /** The shop's time. */
  now: string
}

/** A page of what is to pack, oldest first. `after`: the key of the last row of the page before. */
export async function listToPack(
  context: Context,
  { after, limit }: { after: readonly [micros: number, id: string] | null; limit: number },
): Promise<Packing & { next: string | null }> {
  const rows = await listPackRows(context.db, { after, limit: limit + 1 })
  const { items, next } = cutPage(rows, limit, ({ since_micros, id }) => [since_micros, id])
  return { ...(await toPacking(context, items)), next }
}

/** Those to pack of orders and exchanges, given by ids, or by the numbers of orders. Others are left out. */
export async function readToPack(context: Context, references: readonly string[]): Promise<Packing> {
  const rows = await findPackRows(context, references)
  return toPacking(
    context,
    rows.map(({ row }) => row),
  )
}

/** Those to pack of orders and exchanges, given by ids, or by the numbers of orders, oldest first. */
export async function findPackRows(
  { db }: Pick<Context, 'db'>,
  references: readonly string[],
): Promise<{ row: PackRow; matches(reference: string): boolean }[]> {
  const numbers = references.map(parseOrderNumber).filter((number) => number !== null)
  const rows = await listPackRows(db, { ids: references, numbers })
  return rows.map((row) => ({
    row,
    matches: (reference) => row.id === reference || row.number === parseOrderNumber(reference),
  }))
}

async function toPacking({ db, settings }: Context, rows: readonly PackRow[]): Promise<Packing> {
  const now = await findNow(db)
  const parcels = new Map(rows.map(({ id, parcel }) => [id, parcel]))
  const ticks = rows.length > 0 ? await listTicks(db, [...parcels.keys()]) : []
  return {
    items: rows.map((row) => toItem(row, settings(), now)),
    ticks: ticks.filter(({ item, parcel }) => parcels.get(item) === parcel).map(toTick),
    now: now.toISOString(),
  }
}

function toItem(row: PackRow, settings: Settings, now: Date): PackItem {
  const leaves = leaveBy(row.since, settings)
  return {
    id: row.id,
    kind: row.is_exchange ? 'exchange' : 'order',
    orderId: row.order_id,
    orderNumber: orderNumber(row.number, settings),
    parcel: row.parcel,
    since: row.since.toISOString(),
    leaveBy: leaves,
    isLate: leaves < indianDay(now),
    address: addressLines(row.address),
    lines: row.lines,
    warning: row.is_taken_back ? takenBackText(false) : null,
    collect: toRupees(paise(row.collect)),
  }
}

function toTick({ at, ...tick }: TickRow): PackTick {
  return { ...tick, at: at.toISOString() }
}

/** A transaction may take so long between the time of its ticks and its end. */
const OVERLAP_MS = 10_000

/** The present ticks of the pieces that were ticked since `since`, or shortly before. */
export async function readTicksSince({ db }: Context, since: Date): Promise<{ ticks: PackTick[]; now: string }> {
  const now = await findNow(db)
  const ticks = await listTicksSince(db, new Date(since.getTime() - OVERLAP_MS))
  return { ticks: ticks.map(toTick), now: now.toISOString() }
}

/** A tick as a device sends it. `at` is by the shop's clock. */
export type SentTick = Omit<PackTick, 'by'> & { key: string }

interface StaleTick {
  key: string
  item: string
  sku: string
  message: string
}

/**
 * Takes ticks. Each counts once by its key, and of those of a piece the newest counts, in whatever order they come.
 * `stale`: those of a parcel that has left, of what was cancelled, and of pieces that aren't to pack.
 */
export async function takeTicks(
  context: StaffContext & { staffId: string },
  sent: readonly SentTick[],
): Promise<{ ticks: PackTick[]; stale: StaleTick[]; now: string }> {
  const { db, actor, staffId, settings } = context
  const ids = [...new Set(sent.map(({ item }) => item))]
  const stale: StaleTick[] = []
  await db.transaction().execute(async (tx) => {
    const rows = new Map((await listPackRows(tx, { ids, numbers: [] })).map((row) => [row.id, row]))
    const states = new Map((await findPackStates(tx, ids)).map((state) => [state.id, state]))
    const fresh: NewTick[] = []
    for (const { key, item, parcel, sku, step, count, at } of sent) {
      const row = rows.get(item)
      const message = staleReason({ parcel, sku, count }, row, states.get(item), settings())
      if (message !== null) stale.push({ key, item, sku, message })
      else if (row) fresh.push({ key, item, order_id: row.order_id, parcel, sku, step, count, at: new Date(at) })
    }
    const added = await insertTicks(tx, staffId, fresh)
    const taken = fresh.filter(({ key }) => added.has(key))
    if (taken.length === 0) return
    await writeAudit(tx, actor, {
      action: 'pack.tick',
      subject: 'pack:ticks',
      before: null,
      after: { ticks: taken.map(({ item, sku, step, count }) => ({ item, sku, step, count })) },
    })
  })
  const [ticks, now] = [await listTicks(db, ids), await findNow(db)]
  return { ticks: ticks.map(toTick), stale, now: now.toISOString() }
}

/** Why a tick changes nothing any more, or null if it counts. */
function staleReason(
  { parcel, sku, count }: Pick<SentTick, 'parcel' | 'sku' | 'count'>,
  row: PackRow | undefined,
  state: PackState | undefined,
  settings: Settings,
): string | null {
  if (!state) return 'This order doesn’t exist.'
  const number = orderNumber(state.number, settings)
  if (state.isCancelled) return `${number} was cancelled in the meantime. Don’t pack it.`
  if (!row) return `${number} was shipped in the meantime.`
  if (row.parcel !== parcel) return `A parcel of ${number} was shipped in the meantime. Check what’s still to pack.`
  const line = row.lines.find((one) => one.sku === sku)
  if (!line) return `${sku} of ${number} is no longer to pack.`
  return count > line.count ? `Only ${line.count} of ${sku} are to pack for ${number}.` : null
}
