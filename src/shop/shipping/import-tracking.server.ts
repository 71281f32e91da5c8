import type { Transaction } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { moveOrder, type StaffContext } from '../orders/staff.server.ts'
import { findOrderId, lockOrderForStaff } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { trackingLink } from './carriers.ts'
import { carrierProblem, parseLink, parseTrackingNumber, reportedStage } from './rules.ts'
import { isWhollyDelivered, markReported } from './sql.server.ts'
import { type ShippedOrder, shipInTransaction } from './staff.server.ts'
import { type RowError, readTrackingFile, type TrackingRow } from './tracking-file.server.ts'

/** What an import did, or would do in a dry run. */
export interface TrackingReport {
  ok: boolean
  dryRun: boolean
  /** Whose format the file has, such as Shiprocket. Null if it wasn't recognised. */
  format: string | null
  /** Recorded parcels, each with a mail. */
  shipped: ShippedOrder[]
  /** The number of rows about parcels recorded before. */
  already: number
  /** The number of rows without a parcel: no carrier and no tracking number yet. */
  skipped: number
  /** The number of orders that became delivered, as their carrier reports. */
  delivered: number
  /** With any error, nothing is imported. */
  errors: RowError[]
}

/** Rolls the transaction back after a dry run or a refused row. */
class RolledBack extends Error {
  readonly report: TrackingReport
  constructor(report: TrackingReport) {
    super('nothing is imported')
    this.report = report
  }
}

/**
 * Records the parcels of a file, and what its carrier reports about them, in one transaction: if one row is refused,
 * nothing is imported. A file imported before changes nothing.
 */
export async function importTracking(
  context: StaffContext,
  lines: AsyncIterable<string> | Iterable<string>,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<TrackingReport> {
  const nothing = { ok: false, dryRun, format: null, shipped: [], already: 0, skipped: 0, delivered: 0, errors: [] }
  const file = await readTrackingFile(lines)
  if (typeof file === 'string') return { ...nothing, errors: [{ line: 0, message: file }] }
  const rows = file.rows.filter((row) => row.carrier !== '' || row.tracking !== '')
  try {
    const imported = await inTransaction(context.db, async (tx) => {
      const skipped = file.rows.length - rows.length
      const report: TrackingReport = { ...nothing, format: file.format, shipped: [], skipped, errors: [] }
      await lockOrders(tx, rows)
      for (const row of rows) {
        const errors = checkRow(row)
        if (errors.length === 0) await importRow(context, tx, row, report)
        report.errors.push(...errors)
      }
      report.ok = report.errors.length === 0
      if (!report.ok || dryRun) throw new RolledBack(report)
      return report
    })
    context.mail.wake()
    return imported
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return error.report.ok ? error.report : { ...error.report, shipped: [], already: 0, delivered: 0 }
  }
}

/**
 * Locks the orders of all rows by id, so that two imports lock them in the same order, whether by ids or by numbers.
 */
async function lockOrders(tx: Transaction<Tables>, rows: readonly TrackingRow[]): Promise<void> {
  const ids = new Set<string>()
  for (const reference of new Set(rows.map(({ order }) => order))) {
    const id = await findOrderId(tx, reference)
    if (id !== null) ids.add(id)
  }
  for (const id of [...ids].sort()) await lockOrderForStaff(tx, id)
}

function checkRow({ line, order, carrier, tracking, url, columns }: TrackingRow): RowError[] {
  const isTracking = parseTrackingNumber(tracking) !== null
  const trackingProblem = tracking === '' ? 'is empty' : `"${tracking.slice(0, 60)}" isn’t a tracking number`
  const problems: [column: string, message: string | null][] = [
    [columns.order, order === '' ? 'is empty' : null],
    [columns.carrier, carrierProblem(carrier)],
    [columns.tracking, isTracking ? null : trackingProblem],
    [columns.url, url !== '' && parseLink(url) === null ? 'must be an https URL' : null],
  ]
  return problems.flatMap(([column, message]) => (message === null ? [] : [{ line, column, message }]))
}

async function importRow(
  context: StaffContext,
  tx: Transaction<Tables>,
  row: TrackingRow,
  report: TrackingReport,
): Promise<void> {
  const { line, order: reference, carrier, tracking, columns } = row
  // Shiprocket also books couriers without a known tracking page. The link is then to Shiprocket's page.
  const isOnShiprocket = report.format === 'Shiprocket' && trackingLink(carrier, tracking) === null
  const url =
    row.url || (isOnShiprocket && trackingLink('Shiprocket', parseTrackingNumber(tracking) ?? '')) || undefined
  const shipped = await shipInTransaction(context, tx, reference, { carrier, tracking, url })
  if (!shipped.ok) {
    report.errors.push({ line, column: columns.order, message: `${reference}: ${shipped.message}` })
    return
  }
  if (shipped.data.already) report.already += 1
  else report.shipped.push(shipped.data)
  const stage = reportedStage(row.status)
  if (stage === null) return
  await markReported(tx, shipped.data, stage)
  if (stage !== 'delivered' || !(await isWhollyDelivered(tx, shipped.data.orderId))) return
  const order = await lockOrderForStaff(tx, shipped.data.orderId)
  if (order?.status !== 'ontheway') return
  await moveOrder(context, tx, order, 'delivered', null)
  report.delivered += 1
}
