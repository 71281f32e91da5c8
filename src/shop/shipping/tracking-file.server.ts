import { type CsvRow, cell, columnNames, columnOf, notText, peekLine, readCsvRows } from '../imports/csv.server.ts'

/** The columns of a file with tracking numbers, each by its possible names, in lower case. */
interface TrackingFormat {
  name: string
  order: readonly string[]
  tracking: readonly string[]
  carrier?: readonly string[]
  url?: readonly string[]
  status?: readonly string[]
  statusType?: readonly string[]
  /** The carrier if the file has no column for it. */
  fallback?: string
}

/** A file's format is the first of these whose order and tracking columns it has. */
const FORMATS: readonly TrackingFormat[] = [
  { name: 'the shop’s own', order: ['order'], tracking: ['tracking'], carrier: ['carrier'], url: ['url'] },
  {
    name: 'Shiprocket',
    order: ['order id', '*order id', 'order number'],
    tracking: ['awb code', 'awb'],
    carrier: ['courier company', 'courier name', 'courier'],
    url: ['tracking url', 'tracking link'],
    status: ['status', 'current status', 'shipment status', 'order status'],
    fallback: 'Shiprocket',
  },
  {
    name: 'Delhivery',
    order: ['sale order number', '*sale order number', 'order id', 'order number', 'reference number'],
    tracking: ['waybill', 'waybill number', 'awb number', 'awb no', 'awb no.'],
    status: ['current status', 'shipment status', 'package status', 'last status', 'status'],
    statusType: ['status type', 'statustype', 'status_type'],
    fallback: 'Delhivery',
  },
  {
    name: 'India Post',
    order: ['ref', 'reference', 'reference no', 'bulkreference', 'order id'],
    tracking: ['barcode', 'barcode no', 'article number', 'article no', 'consignment number'],
    status: ['status', 'event', 'current status', 'event description', 'latest event'],
    fallback: 'India Post',
  },
]

/** A row of such a file: its cells as written, empty if the file has no such column. */
export interface TrackingRow {
  line: number
  order: string
  carrier: string
  tracking: string
  url: string
  /** The carrier's state of the parcel. Null if the file has no column for it. */
  status: string | null
  statusType: string
  /** The file's own names of the columns, for errors. */
  columns: { order: string; carrier: string; tracking: string; url: string; status: string }
}

/** What's wrong with a row, or with the file as a whole (line 0). */
export interface RowError {
  line: number
  column?: string
  message: string
}

/**
 * Reads a file with tracking numbers, whose first line determines its format. Returns an error message for any other
 * file.
 */
export async function readTrackingFile(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ format: string; rows: TrackingRow[] } | string> {
  const [first, all] = await peekLine(lines)
  const problem = notText(first)
  if (problem !== null) return `The file can’t be read: ${problem}.`
  const names = columnNames(first)
  const has = (column: readonly string[]) => column.some((name) => names.includes(name))
  const format = FORMATS.find(({ order, tracking }) => has(order) && has(tracking))
  if (!format)
    return 'The first line must have columns for order and tracking number: `order` and `tracking` (with `carrier` and `url`), or those of Shiprocket, Delhivery or India Post.'
  const rows: TrackingRow[] = []
  try {
    for await (const row of readCsvRows(all)) rows.push(trackingRow(row, format))
  } catch (error) {
    return `This isn’t a CSV file: ${error instanceof Error ? error.message : String(error)}`
  }
  return { format: format.name, rows }
}

function trackingRow(row: CsvRow, format: TrackingFormat): TrackingRow {
  const { carrier = [], url = [], status = [], statusType = [], fallback = '' } = format
  const tracking = cell(row, ...format.tracking)
  return {
    line: row.line,
    // Without the apostrophe that `csvLine` puts before what a spreadsheet would take for a formula.
    order: cell(row, ...format.order).replace(/^'/, ''),
    carrier: cell(row, ...carrier) || (tracking === '' ? '' : fallback),
    tracking: tracking.replace(/^'/, ''),
    url: cell(row, ...url),
    status: status.some((name) => Object.hasOwn(row.cells, name)) ? cell(row, ...status) : null,
    statusType: cell(row, ...statusType),
    columns: {
      order: columnOf(row, ...format.order),
      carrier: columnOf(row, ...carrier),
      tracking: columnOf(row, ...format.tracking),
      url: columnOf(row, ...url),
      status: columnOf(row, ...status),
    },
  }
}
