import type { Transaction } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { LOST_IN_SPREADSHEET, REFILL } from '../imports/csv.server.ts'
import { isTrouble } from '../orders/parcel-rules.ts'
import type { ParcelState } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { carrierName, trackingLink } from './carriers.ts'
import { noteParcelState } from './parcel.server.ts'
import { type ReportedState, reportedState, STATE_NOTES, stateOfReport } from './parcel-states.ts'
import { parseTrackingNumber } from './rules.ts'
import { findParcel, findParcels, isExchangeParcel } from './sql.server.ts'
import { carrierProblem, linkProblem, lockOrders, type ShippedOrder, shipInTransaction } from './staff.server.ts'
import { type RowError, readTrackingFile, type TrackingRow } from './tracking-file.server.ts'

/** What an import did, or would do in a dry run. */
export interface TrackingReport {
  ok: boolean
  dryRun: boolean
  /** Whose format the file has, such as Shiprocket. Null if it wasn't recognised. */
  format: string | null
  /** Recorded parcels, each with a mail. */
  shipped: ShippedOrder[]
  /** Parcels that are elsewhere than the shop knew: delivered, coming back, lost, on their way again. */
  updated: (Pick<ShippedOrder, 'orderId' | 'orderNumber' | 'carrier' | 'tracking'> & { state: ParcelState })[]
  /** The number of rows about parcels recorded before. */
  already: number
  /** The number of rows without a parcel: no carrier and no tracking number yet. */
  skipped: number
  /** The number of orders that became delivered, as their carrier reports. */
  delivered: number
  /** Rows whose state ships nothing (not with the carrier yet, cancelled, unknown) or needs a look. */
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
    updated: [],
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
      const report = { ...nothing, format: file.format, shipped: [], updated: [], skipped, notes: [], errors }
      await lockOrders(
        tx,
        rows.map(({ order }) => order),
      )
      for (const [at, row] of rows.entries()) await importRow(context, tx, row, rows.slice(0, at), report)
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
    return error.report.ok ? error.report : { ...error.report, shipped: [], updated: [], already: 0, delivered: 0 }
  }
}

type Row = TrackingRow & { state: ReportedState | null }

/** A parcel in a file without states has left; a state that isn't known says nothing. */
function stateOf({ status, statusType }: TrackingRow, format: string): ReportedState | null {
  return status === null ? 'moving' : reportedState(format, status, statusType)
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

/** Notes what a row says, if somebody should look at it, and what came of it. */
function note(row: Row, report: TrackingReport, effect: string): void {
  const { line, state, status, order, tracking, columns } = row
  const meaning = state === null ? `not a known state of ${report.format}` : STATE_NOTES[state]
  const said = status ? `is "${status.slice(0, 60)}"${meaning === undefined ? '' : ` (${meaning})`}` : 'has no state'
  const message = [order || 'A row without an order', tracking, said].filter((part) => part !== '').join(' ')
  report.notes.push({ line, column: columns.status, message: effect === '' ? message : `${message}; ${effect}` })
}

const NOTHING = 'nothing was shipped'
const STAYS = 'the parcel, recorded before, stays as it is'

function checkRow(
  context: Pick<StaffContext, 'actor' | 'settings'>,
  { line, order, carrier, tracking, url, columns }: TrackingRow,
): RowError[] {
  const isTracking = parseTrackingNumber(tracking) !== null
  const isLost = LOST_IN_SPREADSHEET.test(tracking)
  const unreadable = `"${tracking.slice(0, 60)}" ${isLost ? REFILL : 'isn’t a tracking number'}`
  const trackingProblem = tracking === '' ? 'is empty' : unreadable
  const problems: [column: string, message: string | null][] = [
    [columns.order, order === '' ? 'is empty' : null],
    [columns.carrier, carrierProblem(context, carrier)],
    [columns.tracking, isTracking ? null : trackingProblem],
    [columns.url, url === '' ? null : linkProblem(context, url)],
  ]
  return problems.flatMap(([column, message]) => (message === null ? [] : [{ line, column, message }]))
}

/** Records what a row says: a parcel that its carrier has, and where it is. */
async function importRow(
  context: StaffContext,
  tx: Transaction<Tables>,
  row: Row,
  earlier: readonly TrackingRow[],
  report: TrackingReport,
): Promise<void> {
  const { line, order: reference, carrier, columns, state: reported } = row
  const number = parseTrackingNumber(row.tracking)
  const recorded = number === null ? [] : await findParcels(tx, carrierName(carrier), number)
  if (reported === null || reported === 'waiting') return note(row, report, recorded.length > 0 ? STAYS : NOTHING)
  // A booking that is cancelled after its parcel was recorded: somebody has to find out where the parcel is.
  const state = stateOfReport(reported) ?? (recorded.length > 0 ? 'attempted' : null)
  if (state === null) return note(row, report, NOTHING)
  if (number !== null && recorded.length === 0 && (await isExchangeParcel(tx, carrierName(carrier), number)))
    return note(row, report, 'it belongs to an exchange: say so on the exchange’s page')
  // A parcel that doesn't arrive stops no file: what can't be recorded of it is named.
  const isLeaving = state === 'on_the_way' || state === 'attempted' || state === 'delivered'
  const problems = checkRow(context, row)
  const shipped = problems.length > 0 ? null : await shipRow(context, tx, row, report, isLeaving)
  if (!shipped?.ok) {
    if (!isLeaving || reported === 'cancelled') return note(row, report, NOTHING)
    report.errors.push(...problems)
    if (shipped) {
      const other = earlier.find((one) => one.order === reference || one.tracking === row.tracking)
      const where = other ? ` Line ${other.line} has the same ${other.order === reference ? 'order' : 'number'}.` : ''
      report.errors.push({ line, column: columns.order, message: `${reference}: ${shipped.message}${where}` })
    }
    return
  }
  if (shipped.data.already) report.already += 1
  else report.shipped.push(shipped.data)
  if (row.status === null) return
  await updateState(context, tx, row, { ...shipped.data, state }, report)
}

async function shipRow(
  context: StaffContext,
  tx: Transaction<Tables>,
  { order, carrier, tracking, url }: Row,
  { format }: TrackingReport,
  isMailed: boolean,
) {
  // Shiprocket also books couriers without a known tracking page. The link is then to Shiprocket's page.
  const isOnShiprocket = format === 'Shiprocket' && trackingLink(carrier, tracking) === null
  const link = url || (isOnShiprocket && trackingLink('Shiprocket', parseTrackingNumber(tracking) ?? '')) || undefined
  return shipInTransaction(context, tx, order, { carrier, tracking, url: link, isMailed })
}

/** Sets where a parcel is, as its row says, and notes what somebody should look at. */
async function updateState(
  context: StaffContext,
  tx: Transaction<Tables>,
  row: Row,
  parcel: TrackingReport['updated'][number],
  report: TrackingReport,
): Promise<void> {
  const { orderId, orderNumber, carrier, tracking, state } = parcel
  const order = await lockOrderForStaff(tx, orderId)
  const found = await findParcel(tx, orderId, tracking)
  if (!order || !found) throw new Error('a parcel just recorded is missing')
  const reason = isTrouble(state) ? (row.status ?? '').slice(0, 60) : undefined
  const news = { state, reason, isOut: row.state === 'out-for-delivery' }
  const noted = await noteParcelState(context, tx, order, found, news)
  if (!noted.ok) return note(row, report, 'the order is delivered, and stays so')
  if (isTrouble(state)) note(row, report, '')
  if (noted.data.already) return
  report.updated.push({ orderId, orderNumber, carrier, tracking, state })
  if (noted.data.status === 'delivered') report.delivered += 1
}
