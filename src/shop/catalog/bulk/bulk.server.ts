import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { readableTime } from '#platform/india-time.ts'
import { paise, productCardPrice, toPaise, toRupees } from '#platform/money.ts'
import { type AuditEntry, reserveAuditId, writeAudit, writeAuditLines } from '../../audit/sql.server.ts'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { storeUndo } from '../../undo/undo.server.ts'
import { filtersOf, type WrittenFilters } from '../list.server.ts'
import { findListedIds } from '../list-sql.server.ts'
import { touchProducts } from '../product/sql.server.ts'
import type { BulkChange, BulkReport, BulkRow } from '../staff-contract.ts'
import type { ScheduledChange } from '../tables.server.ts'
import { type BulkPlan, type BulkProduct, type BulkWish, planBulk } from './rules.ts'
import {
  type BulkValues,
  findSelection,
  insertScheduledChanges,
  keepSelection,
  lockBulkProducts,
  readBulkProducts,
  takeSelection,
  updateProducts,
} from './sql.server.ts'

type Context = Pick<Shop, 'db' | 'settings' | 'clock'> & { actor: Actor }

/** Which products: those of a list at this moment, these, or those that a dry run was shown for. */
export interface BulkSelection {
  filter?: WrittenFilters | undefined
  ids?: readonly string[] | undefined
  selection?: string | undefined
}

/** Products in a statement, which must end within five seconds. */
const AT_ONCE = 2500
const MAX_SELECTED = 200_000
const ROWS_SHOWN = 10
const REFUSALS_SHOWN = 100

type Refused = BulkReport['refused'][number]

/**
 * Changes price, MRP or state of many products, each where that is possible, in one transaction: a change that is repeated
 * after a failure is made once, and `undo` takes the whole of it back. Sales of these products don't wait for it. A dry run
 * changes nothing and keeps the selection for the run that follows, which uses it up.
 */
export async function changeProducts(
  context: Context,
  selection: BulkSelection,
  change: BulkChange,
  { dryRun }: { dryRun: boolean },
): Promise<Result<BulkReport, 'not_found' | 'conflict' | 'invalid_input'>> {
  const { db, actor, clock } = context
  const at = change.at?.from
  if (at && at <= clock.now())
    return refuse('invalid_input', `${readableTime(at)} (in India) is in the past; give a later time.`)
  const staffId = actor.kind === 'staff' ? (actor.id ?? null) : null
  if (dryRun) {
    const ids = await resolve({ ...context, staffId }, selection, findSelection)
    if (ids === null) return refuse('not_found', NO_SELECTION)
    const report = createReport()
    for (const some of chunksOf(ids)) addAll(report, some, await readBulkProducts(db, some), wishOf(change), { at })
    report.selection = staffId === null ? null : await keepSelection(db, staffId, ids)
    return ok(finish(report))
  }
  return inTransaction(db, async (tx) => {
    const ids = await resolve({ ...context, db: tx, staffId }, selection, takeSelection)
    return ids === null ? refuse('not_found', NO_SELECTION) : ok(finish(await changeAll(tx, actor, ids, change)))
  })
}

const NO_SELECTION = 'This selection was changed already, or isn’t kept any more. Please choose the products again.'

async function changeAll(
  tx: Transaction<Tables>,
  actor: Actor,
  ids: readonly string[],
  change: BulkChange,
): Promise<Report> {
  const at = change.at?.from
  const report = createReport()
  const bulk = await reserveAuditId(tx)
  for (const some of chunksOf(ids)) {
    const plans = addAll(report, some, await lockBulkProducts(tx, some), wishOf(change), { at })
    await writePlans(tx, actor, plans, { at, bulk })
  }
  if (report.count === 0) return report
  const after = { selected: ids.length, ...wishText(change) }
  await writeAudit(tx, actor, { id: bulk, action: 'product.bulk', subject: 'catalog', before: null, after })
  const undo = await storeUndo(tx, actor, { kind: 'product.bulk', data: { bulk }, line: bulk })
  return { ...report, change: bulk, undo }
}

async function resolve(
  { staffId, ...context }: Pick<Context, 'db' | 'settings'> & { staffId: string | null },
  { filter, ids, selection }: BulkSelection,
  kept: typeof findSelection,
): Promise<readonly string[] | null> {
  if (ids) return [...new Set(ids)].sort()
  if (filter) return findListedIds(context.db, filtersOf(context, filter), MAX_SELECTED)
  return staffId === null || selection === undefined ? null : kept(context.db, staffId, selection)
}

function wishOf({ price, mrp, state }: BulkChange): BulkWish {
  return {
    price: typeof price === 'number' ? (toPaise(price) ?? 0) : price,
    mrp: typeof mrp === 'number' ? toPaise(mrp) : mrp,
    state,
  }
}

const wishText = ({ at, ...change }: BulkChange) => ({ ...change, ...(at ? { at: at.from.toISOString() } : {}) })

function createReport(): BulkReport & { falls: number; halves: number; free: number } {
  const counts = { count: 0, unchanged: 0, refusedCount: 0, falls: 0, halves: 0, free: 0 }
  return { ...counts, undo: null, change: null, selection: null, rows: [], refused: [], warnings: [] }
}

type Report = ReturnType<typeof createReport>

/** Plans the change of some products, and adds it to the report. Returns the plans of those that change. */
function addAll(
  report: Report,
  ids: readonly string[],
  products: readonly BulkProduct[],
  wish: BulkWish,
  { at }: { at: Date | undefined },
): BulkPlan[] {
  const found = new Set(products.map(({ id }) => id))
  for (const id of ids) if (!found.has(id)) addRefusal(report, { id, name: id, message: 'There is no such product.' })
  return products.flatMap((product) => {
    const plan = planBulk(product, wish)
    if (plan === null) report.unchanged++
    else if (typeof plan === 'string') addRefusal(report, { id: product.id, name: product.name, message: plan })
    else {
      addPlan(report, plan, at)
      return [plan]
    }
    return []
  })
}

function addRefusal(report: Report, refused: Refused): void {
  report.refusedCount++
  if (report.refused.length < REFUSALS_SHOWN) report.refused.push(refused)
}

function addPlan(report: Report, plan: BulkPlan, at: Date | undefined): void {
  const { product } = plan
  report.count++
  if (plan.price_paise < product.price_paise) report.falls++
  if (plan.price_paise * 2 < product.price_paise && plan.price_paise > 0) report.halves++
  if (plan.price_paise === 0 && product.price_paise > 0) report.free++
  if (report.rows.length < ROWS_SHOWN) report.rows.push(rowOf(plan, at))
}

function rowOf(plan: BulkPlan, at: Date | undefined): BulkRow {
  const [before, after] = [valuesOf(plan.product), valuesOf(plan)]
  const changes = namesOf(before, after).map((name) => [name, { before: before[name], after: after[name] }])
  const when = at ? [['at', { before: null, after: readableTime(at) }]] : []
  return { id: plan.product.id, name: plan.product.name, changes: Object.fromEntries([...changes, ...when]) }
}

const NAMES = ['price', 'mrp', 'state'] as const
const namesOf = (before: BulkValues, after: BulkValues) => NAMES.filter((name) => before[name] !== after[name])

function valuesOf({ price_paise, mrp_paise, state }: Omit<BulkPlan, 'product'>): BulkValues {
  return { price: rupees(price_paise), mrp: mrp_paise === null ? null : rupees(mrp_paise), state }
}

const rupees = (amount: number) => toRupees(paise(amount))

function finish({ falls, halves, free, ...report }: Report): BulkReport {
  const warnings = [
    ...(free > 0 ? [`${free} would be given away: a price of ${productCardPrice(0)}.`] : []),
    ...(halves > 0 ? [`${halves} become cheaper by more than half.`] : []),
    ...(falls > 0
      ? [
          'Customers who have one of these on their wishlist may get a mail about the lower price. A mail can’t be recalled.',
        ]
      : []),
  ]
  return { ...report, warnings }
}

/** Writes plans of locked products, now or as scheduled, with an audit line each. */
async function writePlans(
  tx: Transaction<Tables>,
  actor: Actor,
  plans: readonly BulkPlan[],
  { at, bulk }: { at: Date | undefined; bulk: number },
): Promise<void> {
  if (plans.length === 0) return
  if (at) return schedulePlans(tx, actor, plans, { at, bulk })
  await updateProducts(
    tx,
    plans.map(({ product: { id }, price_paise, mrp_paise, state }) => ({ id, price_paise, mrp_paise, state })),
  )
  await writeAuditLines(
    tx,
    actor,
    plans.map((plan): AuditEntry => {
      const [before, after] = [valuesOf(plan.product), valuesOf(plan)]
      const names = namesOf(before, after)
      const pick = (values: BulkValues) => Object.fromEntries(names.map((name) => [name, values[name]]))
      return {
        action: 'product.bulk',
        subject: `product:${plan.product.id}`,
        before: pick(before),
        after: { bulk, ...pick(after) },
      }
    }),
  )
}

async function schedulePlans(
  tx: Transaction<Tables>,
  actor: Actor,
  plans: readonly BulkPlan[],
  { at, bulk }: { at: Date; bulk: number },
): Promise<void> {
  const changes = plans.flatMap((plan): { id: string; change: ScheduledChange }[] => {
    const [before, after] = [valuesOf(plan.product), valuesOf(plan)]
    const { id } = plan.product
    const changesPrice = before.price !== after.price || before.mrp !== after.mrp
    return [
      ...(changesPrice ? [{ id, change: { price: after.price, mrp: after.mrp } }] : []),
      ...(before.state === after.state ? [] : [{ id, change: { state: after.state } }]),
    ]
  })
  const inserted = await insertScheduledChanges(tx, changes, { at, actor })
  await touchProducts(tx, [...new Set(changes.map(({ id }) => id))], 'scheduled')
  const numbers = new Map<string, number[]>()
  for (const { product_id, id } of inserted) numbers.set(product_id, [...(numbers.get(product_id) ?? []), id])
  await writeAuditLines(
    tx,
    actor,
    changes.map(
      ({ id, change }): AuditEntry => ({
        action: 'product.bulk',
        subject: `product:${id}`,
        before: null,
        after: { bulk, at: at.toISOString(), scheduled: numbers.get(id)?.shift() ?? 0, ...change },
      }),
    ),
  )
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}
