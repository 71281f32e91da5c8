import type { Transaction } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { LOST_IN_SPREADSHEET, REFILL } from '../imports/csv.server.ts'
import { moveOrder, type StaffContext } from '../orders/staff.server.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { carrierName, trackingLink } from './carriers.ts'
import { hasLeft, type ParcelState, parcelState, STATE_NOTES } from './parcel-states.ts'
import { carrierProblem, parseLink, parseTrackingNumber } from './rules.ts'
import { findParcels, isWhollyDelivered, markReported } from './sql.server.ts'
import { lockOrders, type ShippedOrder, shipInTransaction } from './staff.server.ts'
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
  /** Rows whose state ships nothing (not with the carrier yet, coming back, lost, cancelled, unknown) or needs a look. */
  notes: RowError[]
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
 * nothing is imported. A file imported before changes nothing. `confirm` sees the report before the transaction ends;
 * unless it agrees, nothing is written, as in a dry run.
 */
export async function importTracking(
  context: StaffContext,
  lines: AsyncIterable<string> | Iterable<string>,
  { dryRun = false, confirm = () => true }: { dryRun?: boolean; confirm?: (report: TrackingReport) => boolean } = {},
): Promise<TrackingReport> {
  const nothing = {
    ok: false,
    dryRun,
    format: null,
    shipped: [],
    already: 0,
    skipped: 0,
    delivered: 0,
    notes: [],
    errors: [],
  }
  const file = await readTrackingFile(lines)
  if (typeof file === 'string') return { ...nothing, errors: [{ line: 0, message: file }] }
  const found = file.rows.map((row): Row => ({ ...row, state: stateOf(row, file.format) })).filter(isAboutParcel)
  const { rows, errors } = withoutRepeats(found)
  try {
    const imported = await inTransaction(context.db, async (tx) => {
      const skipped = file.rows.length - found.length
      const report: TrackingReport = { ...nothing, format: file.format, shipped: [], skipped, notes: [], errors }
      const leaving = rows.filter((row): row is LeavingRow => row.state !== null && hasLeft(row.state))
      await lockOrders(
        tx,
        leaving.map(({ order }) => order),
      )
      for (const row of rows) await noteState(tx, row, report)
      for (const [at, row] of leaving.entries()) {
        const problems = checkRow(row)
        if (problems.length === 0) await importRow(context, tx, row, leaving.slice(0, at), report)
        report.errors.push(...problems)
      }
      report.errors.sort((a, b) => a.line - b.line)
      report.ok = report.errors.length === 0
      if (!report.ok || dryRun) throw new RolledBack(report)
      if (!confirm(report)) throw new RolledBack({ ...report, dryRun: true })
      return report
    })
    context.mail.wake()
    return imported
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return error.report.ok ? error.report : { ...error.report, shipped: [], already: 0, delivered: 0 }
  }
}

type Row = TrackingRow & { state: ParcelState | null }
type LeavingRow = TrackingRow & { state: ParcelState }

/** A parcel in a file without states has left; a state that isn't known says nothing. */
function stateOf({ status, statusType }: TrackingRow, format: string): ParcelState | null {
  return status === null ? 'moving' : parcelState(format, status, statusType)
}

/** An order that isn't booked yet has neither a carrier nor a number, and no news. */
function isAboutParcel({ carrier, tracking, state }: Row): boolean {
  return carrier !== '' || tracking !== '' || (state !== null && state !== 'moving' && state !== 'waiting')
}

/**
 * Carriers write a row per product of an order, so a row may repeat another one. Rows about one parcel that differ are
 * an error of the second.
 */
function withoutRepeats(rows: readonly Row[]): { rows: Row[]; errors: RowError[] } {
  const first = new Map<string, Row>()
  const errors: RowError[] = []
  for (const row of rows) {
    const key = JSON.stringify([row.order, carrierName(row.carrier), parseTrackingNumber(row.tracking) ?? row.tracking])
    const same = first.get(key)
    if (!same) first.set(key, row)
    else if (same.state !== row.state || same.status !== row.status || same.url !== row.url) {
      const message = `${row.order}: line ${same.line} is about the same parcel and says something else`
      errors.push({ line: row.line, column: row.columns.order, message })
    }
  }
  return { rows: [...first.values()], errors }
}

/** Notes a row whose state needs a look. */
async function noteState(tx: Transaction<Tables>, row: Row, report: TrackingReport): Promise<void> {
  const { line, state, status, order, carrier, tracking, columns } = row
  const meaning = state === null ? `not a known state of ${report.format}` : STATE_NOTES[state]
  if (meaning === undefined) return
  const number = parseTrackingNumber(tracking)
  const isRecorded = number !== null && (await findParcels(tx, carrierName(carrier), number)).length > 0
  const said = status ? `is "${status.slice(0, 60)}" (${meaning})` : 'has no state'
  const effect = isRecorded ? 'the parcel, recorded before, stays as it is' : 'nothing was shipped'
  const message = [order || 'A row without an order', tracking, said].filter((part) => part !== '').join(' ')
  report.notes.push({
    line,
    column: columns.status,
    message: state === 'attempted' ? message : `${message}; ${effect}`,
  })
}

function checkRow({ line, order, carrier, tracking, url, columns }: TrackingRow): RowError[] {
  const isTracking = parseTrackingNumber(tracking) !== null
  const isLost = LOST_IN_SPREADSHEET.test(tracking)
  const unreadable = `"${tracking.slice(0, 60)}" ${isLost ? REFILL : 'isn’t a tracking number'}`
  const trackingProblem = tracking === '' ? 'is empty' : unreadable
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
  row: LeavingRow,
  earlier: readonly TrackingRow[],
  report: TrackingReport,
): Promise<void> {
  const { line, order: reference, carrier, tracking, columns } = row
  // Shiprocket also books couriers without a known tracking page. The link is then to Shiprocket's page.
  const isOnShiprocket = report.format === 'Shiprocket' && trackingLink(carrier, tracking) === null
  const url =
    row.url || (isOnShiprocket && trackingLink('Shiprocket', parseTrackingNumber(tracking) ?? '')) || undefined
  const shipped = await shipInTransaction(context, tx, reference, { carrier, tracking, url })
  if (!shipped.ok) {
    const other = earlier.find((one) => one.order === reference || one.tracking === tracking)
    const where = other ? ` Line ${other.line} has the same ${other.order === reference ? 'order' : 'number'}.` : ''
    report.errors.push({ line, column: columns.order, message: `${reference}: ${shipped.message}${where}` })
    return
  }
  if (shipped.data.already) report.already += 1
  else report.shipped.push(shipped.data)
  const stage = row.state
  if (stage !== 'delivered' && stage !== 'out-for-delivery') return
  await markReported(tx, shipped.data, stage)
  if (stage !== 'delivered' || !(await isWhollyDelivered(tx, shipped.data.orderId))) return
  const order = await lockOrderForStaff(tx, shipped.data.orderId)
  if (order?.status !== 'ontheway') return
  await moveOrder(context, tx, order, 'delivered', null)
  report.delivered += 1
}
