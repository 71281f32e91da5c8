import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { indianDay, readableTime } from '#platform/india-time.ts'
import { formatRupees, paise, toPaise, toRupees } from '#platform/money.ts'
import { type AuditEntry, reserveAuditId, writeAudit, writeAuditLines } from '../../audit/sql.server.ts'
import { findBetterPrice } from '../../settings/tax-rules.ts'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { storeUndo } from '../../undo/undo.server.ts'
import { filtersOf, type WrittenFilters } from '../list.server.ts'
import { findListedIds } from '../list-sql.server.ts'
import { touchProducts } from '../product/sql.server.ts'
import { startOf } from '../schedule/period.ts'
import type { BulkChange, BulkReport, BulkRow } from '../staff-contract.ts'
import type { ScheduledChange, ScheduledWas } from '../tables.server.ts'
import { type BulkPlan, type BulkProduct, type BulkWish, planBulk, type ReviewedProduct } from './rules.ts'
import {
  type BulkValues,
  findSelection,
  insertScheduledChanges,
  keepSelection,
  lockBulkProducts,
  readBulkProducts,
  type ScheduledRow,
  takeSelection,
  updateProducts,
} from './sql.server.ts'

type Context = Pick<Shop, 'db' | 'settings' | 'clock'> & { actor: Actor }

/** Which products: those of a list at this moment, these, or those that a dry run was shown for, unless they were changed since. */
export interface BulkSelection {
  filter?: WrittenFilters | undefined
  ids?: readonly string[] | undefined
  /** The products of a dry run as they were shown; or the id under which the staff site keeps them. */
  reviewed?: readonly ReviewedProduct[] | undefined
  selection?: string | undefined
}

/** Products in a statement, which must end within five seconds. */
const AT_ONCE = 2500
const MAX_SELECTED = 200_000
const ROWS_SHOWN = 10
const REFUSALS_SHOWN = 100

type Refused = BulkReport['refused'][number]

type Refusals = 'not_found' | 'invalid_input'

/**
 * Says what a change of price, MRP, state or exchange days of many products would do, and keeps the products as they're shown for the change that
 * follows, which uses them up. Changes nothing.
 */
export async function previewBulkChange(
  context: Context,
  selection: BulkSelection,
  change: BulkChange,
): Promise<Result<{ report: BulkReport; reviewed: ReviewedProduct[] }, Refusals>> {
  const { db, actor, clock } = context
  const period = readPeriod(change, clock.now())
  if (!period.ok) return period
  const staffId = staffIdOf(actor)
  const chosen = await choose({ ...context, staffId }, selection, findSelection)
  if (chosen === null) return refuse('not_found', NO_SELECTION)
  const report = createReport(context, period.data)
  const reviewed: ReviewedProduct[] = []
  for (const some of chunksOf(chosen.ids)) {
    const products = await readBulkProducts(db, some)
    addAll(report, some, products, wishOf(change), chosen.reviewed)
    reviewed.push(...products.map(reviewedOf))
  }
  report.selection = staffId === null ? null : await keepSelection(db, staffId, reviewed)
  return ok({ report: finish(report), reviewed })
}

function reviewedOf({ id, price_paise, mrp_paise, state, exchange_days }: ReviewedProduct): ReviewedProduct {
  return { id, price_paise, mrp_paise, state, exchange_days }
}

/**
 * Changes price, MRP, state or exchange days of many products, each where that is possible, in one transaction: a change that is repeated
 * after a failure is made once, and `undo` takes the whole of it back. What somebody changed since the preview stays. Sales of these
 * products don't wait for it.
 */
export async function changeProducts(
  context: Context,
  selection: BulkSelection,
  change: BulkChange,
): Promise<Result<BulkReport, Refusals>> {
  const { db, actor, clock } = context
  const period = readPeriod(change, clock.now())
  if (!period.ok) return period
  return inTransaction(db, async (tx) => {
    const chosen = await choose({ ...context, db: tx, staffId: staffIdOf(actor) }, selection, (_, ...args) =>
      takeSelection(tx, ...args),
    )
    if (chosen === null) return refuse('not_found', NO_SELECTION)
    return ok(finish(await changeAll(tx, context, chosen, { change, period: period.data })))
  })
}

const NO_SELECTION = 'This selection has been changed already or has expired. Please choose the products again.'

const staffIdOf = (actor: Actor) => (actor.kind === 'staff' ? (actor.id ?? null) : null)

/** From when to when a change counts; missing: from now, for good. */
interface Period {
  from?: Date | undefined
  to?: Date | undefined
}

function readPeriod({ at }: BulkChange, now: Date): Result<Period, 'invalid_input'> {
  const period = { from: at?.from && startOf(at.from, now), to: at?.to?.to }
  for (const time of [period.from, period.to])
    if (time && time <= now)
      return refuse('invalid_input', `${readableTime(time)} (in India) is in the past; give a later time.`)
  if (period.from && period.to && period.to <= period.from)
    return refuse('invalid_input', 'The end must be after the start.')
  return ok(period)
}

async function changeAll(
  tx: Transaction<Tables>,
  context: Context,
  { ids, reviewed }: Chosen,
  { change, period }: { change: BulkChange; period: Period },
): Promise<Report> {
  const { actor } = context
  const report = createReport(context, period)
  const bulk = await reserveAuditId(tx)
  for (const some of chunksOf(ids)) {
    const plans = addAll(report, some, await lockBulkProducts(tx, some), wishOf(change), reviewed)
    await writePlans(tx, actor, plans, { period, bulk })
  }
  if (report.count === 0) return report
  const { at: _, ...values } = change
  const after = { selected: ids.length, ...values, ...textsOf(period) }
  await writeAudit(tx, actor, { id: bulk, action: 'product.bulk', subject: 'catalog', before: null, after })
  const undo = await storeUndo(tx, actor, { kind: 'product.bulk', data: { bulk }, line: bulk })
  return { ...report, change: bulk, undo }
}

const textsOf = ({ from, to }: Period) => ({
  ...(from ? { at: from.toISOString() } : {}),
  ...(to ? { to: to.toISOString() } : {}),
})

interface Chosen {
  ids: readonly string[]
  /** What was shown of them; null if nothing was. */
  reviewed: ReadonlyMap<string, ReviewedProduct> | null
}

async function choose(
  { staffId, ...context }: Pick<Context, 'db' | 'settings'> & { staffId: string | null },
  { filter, ids, reviewed, selection }: BulkSelection,
  kept: typeof findSelection,
): Promise<Chosen | null> {
  if (ids) return { ids: [...new Set(ids)].sort(), reviewed: null }
  if (filter) return { ids: await findListedIds(context.db, filtersOf(context, filter), MAX_SELECTED), reviewed: null }
  const shown =
    reviewed ?? (staffId === null || selection === undefined ? null : await kept(context.db, staffId, selection))
  return shown && { ids: shown.map(({ id }) => id), reviewed: new Map(shown.map((one) => [one.id, one])) }
}

function wishOf({ price, mrp, state, exchangeDays }: BulkChange): BulkWish {
  return {
    price: typeof price === 'number' ? (toPaise(price) ?? 0) : price,
    mrp: typeof mrp === 'number' ? toPaise(mrp) : mrp,
    state,
    exchangeDays,
  }
}

type OpenReport = BulkReport & {
  falls: number
  halves: number
  free: number
  offSale: number
  sized: number
  taxed: number
} & {
  /** True if a lower price of the product leaves the shop more after GST. */
  isTaxedMore: (product: BulkProduct, price: number) => boolean
}

function createReport({ settings, clock }: Pick<Context, 'settings' | 'clock'>, period: Period): OpenReport {
  const { 'tax.pricesInclude': isIncluded, 'tax.table': table, 'tax.hsn': hsn } = settings()
  const day = indianDay(period.from ?? clock.now())
  const isTaxedMore = (product: BulkProduct, price: number) =>
    isIncluded && findBetterPrice(table, { hsn: product.hsn ?? hsn, price: paise(price), day }) !== null
  const counts = {
    count: 0,
    unchanged: 0,
    refusedCount: 0,
    falls: 0,
    halves: 0,
    sized: 0,
    free: 0,
    offSale: 0,
    taxed: 0,
    isTaxedMore,
  }
  const when = periodText(period)
  return { ...counts, undo: null, change: null, selection: null, when, rows: [], refused: [], warnings: [] }
}

function periodText({ from, to }: Period): string | null {
  const begins = from ? `It begins on ${readableTime(from)}` : 'It begins now'
  if (to) return `${begins} and ends on ${readableTime(to)}: then the former values return.`
  return from ? `${begins}.` : null
}

type Report = ReturnType<typeof createReport>

/** Plans the change of some products, and adds it to the report. Returns the plans of those that change. */
function addAll(
  report: Report,
  ids: readonly string[],
  products: readonly BulkProduct[],
  wish: BulkWish,
  reviewed: Chosen['reviewed'],
): BulkPlan[] {
  const found = new Set(products.map(({ id }) => id))
  for (const id of ids) if (!found.has(id)) addRefusal(report, { id, name: id, message: 'This product doesn’t exist.' })
  return products.flatMap((product) => {
    const plan = planBulk(product, wish, reviewed?.get(product.id))
    if (plan === null) report.unchanged++
    else if (typeof plan === 'string') addRefusal(report, { id: product.id, name: product.name, message: plan })
    else {
      addPlan(report, plan)
      return [plan]
    }
    return []
  })
}

function addRefusal(report: Report, refused: Refused): void {
  report.refusedCount++
  if (report.refused.length < REFUSALS_SHOWN) report.refused.push(refused)
}

function addPlan(report: Report, plan: BulkPlan): void {
  const { product } = plan
  report.count++
  if (plan.price_paise < product.price_paise) report.falls++
  if (plan.price_paise * 2 < product.price_paise && plan.price_paise > 0) report.halves++
  if (product.state !== 'published' && plan.state !== 'published') report.offSale++
  if (plan.price_paise === 0 && product.price_paise > 0) report.free++
  if (plan.price_paise !== product.price_paise && product.hasSizePrices) report.sized++
  if (plan.price_paise !== product.price_paise && report.isTaxedMore(product, plan.price_paise)) report.taxed++
  if (report.rows.length < ROWS_SHOWN) report.rows.push(rowOf(plan))
}

function rowOf(plan: BulkPlan): BulkRow {
  const [before, after] = [valuesOf(plan.product), valuesOf(plan)]
  const changes = namesOf(before, after).map((name) => [name, { before: before[name], after: after[name] }])
  return { id: plan.product.id, name: plan.product.name, changes: Object.fromEntries(changes) }
}

const NAMES = ['price', 'mrp', 'state', 'exchangeDays'] as const
const namesOf = (before: BulkValues, after: BulkValues) => NAMES.filter((name) => before[name] !== after[name])

function valuesOf({ price_paise, mrp_paise, state, exchange_days }: Omit<BulkPlan, 'product'>): BulkValues {
  return {
    price: rupees(price_paise),
    mrp: mrp_paise === null ? null : rupees(mrp_paise),
    state,
    exchangeDays: exchange_days,
  }
}

const rupees = (amount: number) => toRupees(paise(amount))

function finish({ falls, halves, free, sized, offSale, taxed, isTaxedMore: _, ...report }: Report): BulkReport {
  const warnings = [
    ...(free > 0 ? [`${free} would be given away: a price of ${formatRupees(0)}.`] : []),
    ...(halves > 0 ? [`${halves} become cheaper by more than half.`] : []),
    ...(sized > 0 ? [`${sized} have prices by size: their dearer sizes change by the same rupees.`] : []),
    ...(taxed > 0
      ? [`Just above the end of a GST rate, where a lower price leaves you more: ${taxed} of the new prices.`]
      : []),
    ...(offSale > 0 ? [`${offSale} of ${report.count} can’t be bought: a draft, hidden or archived.`] : []),
    ...(falls > 0
      ? ['Customers with one of these on their wishlist may get an e-mail about the lower price. It can’t be recalled.']
      : []),
  ]
  return { ...report, warnings }
}

/** Writes plans of locked products, now or as scheduled, with an audit line each. */
async function writePlans(
  tx: Transaction<Tables>,
  actor: Actor,
  plans: readonly BulkPlan[],
  { period, bulk }: { period: Period; bulk: number },
): Promise<void> {
  if (plans.length === 0) return
  if (!period.from) {
    await updateProducts(
      tx,
      plans.map(({ product: { id }, ...values }) => reviewedOf({ id, ...values })),
    )
  }
  const scheduled = plans.flatMap((plan) => scheduledOf(plan, period))
  if (scheduled.length > 0) {
    await insertScheduledChanges(tx, scheduled, { bulk, actor })
    await touchProducts(tx, [...new Set(scheduled.map(({ id }) => id))], 'scheduled')
  }
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
        before: period.from ? null : pick(before),
        after: { bulk, ...textsOf(period), ...pick(after) },
      }
    }),
  )
}

/** The beginning and end of what a plan changes, as far as they are still to come. */
function scheduledOf(plan: BulkPlan, { from, to }: Period): ScheduledRow[] {
  const { id } = plan.product
  const [before, after] = [valuesOf(plan.product), valuesOf(plan)]
  const names = namesOf(before, after)
  const prices = ({ price, mrp }: BulkValues) => ({ price, mrp })
  const at = (time: Date | undefined, change: ScheduledChange, was: ScheduledWas) =>
    time ? [{ id, at: time, change, was }] : []
  return [
    ...(names.some((name) => name === 'price' || name === 'mrp')
      ? [...at(from, prices(after), prices(before)), ...at(to, { ...prices(before), endsSale: true }, prices(after))]
      : []),
    ...(names.includes('state')
      ? [
          ...at(from, { state: after.state }, { state: before.state }),
          ...at(to, { state: before.state, from: after.state }, { state: after.state }),
        ]
      : []),
  ]
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}
