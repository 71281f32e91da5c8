import { plainCode } from '#platform/text/typed.ts'
import { type CsvRow, cell, columnNames, notText, peekLine, readCsvRows } from '../imports/csv.server.ts'
import type { RemittedRow } from './rules.ts'

/** Names of the columns in the shop's own file, and in those of Shiprocket, Delhivery and India Post; in lower case. */
const COLUMNS = {
  awb: ['awb', 'awb code', 'awb number', 'awb no', 'awb no.', 'waybill', 'waybill number', 'article number', 'barcode'],
  amount: [
    'amount',
    'cod amount',
    'remitted amount',
    'remittance amount',
    'amount remitted',
    'cod value',
    'net amount',
  ],
  utr: ['utr', 'utr no', 'utr no.', 'utr number', 'bank transaction id', 'bank reference', 'transaction id'],
  date: ['date', 'remittance date', 'remitted on', 'utr date', 'payment date', 'transfer date', 'settlement date'],
} as const

const LARGEST = 10_000_000_00
const MAX_NUMBER = 64
const MAX_UTR = 64
const MAX_ROWS = 20_000

/** What's wrong with a row of a file, by the number of its line. */
export interface BadRow {
  row: number
  message: string
}

/** What a file is about: parcels' cash, or payments and refunds that the provider settled. */
export type FileKind = 'cash' | 'payments'

interface ReadFile {
  of: FileKind
  rows: RemittedRow[]
  errors: BadRow[]
}

/** Reads a carrier's file of what it paid, or the provider's of what it settled. With any bad row, only those are returned. */
export async function readRemittanceFile(bytes: Uint8Array): Promise<ReadFile> {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/)
  const [first, all] = await peekLine(lines)
  const problem = notText(first)
  if (problem !== null) return refused(1, `The file can’t be read: ${problem}.`)
  const names = columnNames(first)
  const isSettlement =
    SETTLEMENT_COLUMNS.every((name) => names.includes(name)) && TYPE.some((name) => names.includes(name))
  const of = isSettlement ? 'payments' : 'cash'
  const missing = of === 'cash' && Object.values(COLUMNS).find((column) => !column.some((name) => names.includes(name)))
  if (missing)
    return refused(1, `The first line must have the columns AWB, Amount, UTR and Date: there is no “${missing[0]}”.`)
  const readOne = of === 'cash' ? readRow : readSettled
  const read: { row: RemittedRow; line: number; problems: string[] }[] = []
  try {
    for await (const row of readCsvRows(all)) {
      // What isn't settled yet has no transfer.
      if (of === 'cash' || cell(row, 'settlement_utr') !== '') read.push(readOne(row))
    }
  } catch (error) {
    return refused(1, `This isn’t a CSV file: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (read.length === 0) return refused(1, 'The file has no rows.')
  if (read.length > MAX_ROWS) return refused(MAX_ROWS + 1, 'A file can have up to 20,000 rows.')
  const errors = read.flatMap(({ line, problems }) =>
    problems.length > 0 ? [{ row: line, message: problems.join(' ') }] : [],
  )
  return errors.length > 0 ? { of, rows: [], errors } : { of, rows: read.map(({ row }) => row), errors }
}

function refused(row: number, message: string) {
  return { of: 'cash' as const, rows: [], errors: [{ row, message }] }
}

function readRow(row: CsvRow) {
  const written = {
    awb: cell(row, ...COLUMNS.awb).replace(/^'/, ''),
    amount: cell(row, ...COLUMNS.amount),
    utr: cell(row, ...COLUMNS.utr).replace(/^'/, ''),
    date: cell(row, ...COLUMNS.date),
  }
  const [awb, amount, date] = [parseNumber(written.awb), parseAmount(written.amount), parseDay(written.date)]
  const problems = [
    awb === null && `“${short(written.awb)}” isn’t an AWB number.`,
    amount === null && `“${short(written.amount)}” isn’t an amount above 0, such as 1,299.00.`,
    (written.utr === '' || written.utr.length > MAX_UTR) && 'The UTR is missing, or too long.',
    date === null && `“${short(written.date)}” isn’t a day such as 2026-11-28 or 28-11-2026.`,
  ].filter((problem) => problem !== false)
  return {
    row: { awb: awb ?? '', amount: amount ?? 0, utr: written.utr.toUpperCase(), date: date ?? '' },
    line: row.line,
    problems,
  }
}

/** Of Razorpay's settlement report ("Settlement recon"): one row for each payment and refund. Its amounts are rupees. */
const SETTLEMENT_COLUMNS = ['entity_id', 'amount', 'credit', 'settlement_utr', 'settled_at']
/** Its dashboard's file has the second name, a report that was put together there may have the first. */
const TYPE = ['type', 'transaction_entity']

function readSettled(row: CsvRow) {
  const written = {
    id: cell(row, 'entity_id'),
    amount: cell(row, 'amount'),
    utr: cell(row, 'settlement_utr').replace(/^'/, ''),
    day: cell(row, 'settled_at').split(/[ T]/)[0] ?? '',
  }
  const [amount, date] = [parseAmount(written.amount), parseDay(written.day)]
  const isPayment = cell(row, ...TYPE) === 'payment'
  const credit = cell(row, 'credit')
  const problems = [
    (written.id === '' || written.id.length > MAX_NUMBER) && 'The entity_id is missing, or too long.',
    amount === null && `“${short(written.amount)}” isn’t an amount above 0, such as 1,299.00.`,
    isPayment && parseAmount(credit) === null && `The credit “${short(credit)}” isn’t an amount above 0.`,
    written.utr.length > MAX_UTR && 'The settlement_utr is too long.',
    date === null && `“${short(written.day)}” isn’t a day such as 2026-11-28 or 28/11/2026.`,
  ].filter((problem) => problem !== false)
  const arrived = isPayment ? Math.min(amount ?? 0, arrivedOf(row)) : (amount ?? 0)
  return {
    row: { awb: written.id, amount: arrived, utr: written.utr.toUpperCase(), date: date ?? '' },
    line: row.line,
    problems,
  }
}

/** What arrived of a payment, with what the provider kept as its fee and the tax on that. */
function arrivedOf(row: CsvRow): number {
  const withoutTax = cell(row, 'fee (exclusive tax)')
  const kept = withoutTax === '' ? [cell(row, 'fee')] : [withoutTax, cell(row, 'tax')]
  return [cell(row, 'credit'), ...kept].reduce((sum, text) => sum + (parseAmount(text) ?? 0), 0)
}

const short = (text: string) => text.slice(0, 60)

/** A parcel's number as the shop stores it, or null. What it isn't, no parcel has. */
function parseNumber(text: string): string | null {
  const number = plainCode(text).replace(/\s+/g, '').toUpperCase()
  return number !== '' && number.length <= MAX_NUMBER ? number : null
}

/** Paise of an amount such as 1299, 1,299.00 or Rs. 1,299.50; null for anything else. */
function parseAmount(text: string): number | null {
  const plain = text.replace(/^(?:rs\.?|inr|₹)\s*/i, '').replaceAll(',', '')
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return null
  const amount = Math.round(Number(plain) * 100)
  return amount > 0 && amount <= LARGEST ? amount : null
}

/** A day as YYYY-MM-DD, from that or DD-MM-YYYY; null for anything else. */
function parseDay(text: string): string | null {
  const day = text
    .replaceAll('/', '-')
    .replace(/^(\d{1,2})-(\d{1,2})-(\d{4})$/, (_, d, m, y) => `${y}-${pad(m)}-${pad(d)}`)
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null
}

const pad = (part: string) => part.padStart(2, '0')
