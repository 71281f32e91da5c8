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

/** Reads a carrier's file of what it paid. With any bad row, only those are returned. */
export async function readRemittanceFile(bytes: Uint8Array): Promise<{ rows: RemittedRow[]; errors: BadRow[] }> {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/)
  const [first, all] = await peekLine(lines)
  const problem = notText(first)
  if (problem !== null) return refused(1, `The file can’t be read: ${problem}.`)
  const names = columnNames(first)
  const missing = Object.values(COLUMNS).find((column) => !column.some((name) => names.includes(name)))
  if (missing)
    return refused(1, `The first line must have the columns AWB, Amount, UTR and Date: there is no “${missing[0]}”.`)
  const read: { row: RemittedRow; line: number; problems: string[] }[] = []
  try {
    for await (const row of readCsvRows(all)) read.push(readRow(row))
  } catch (error) {
    return refused(1, `This isn’t a CSV file: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (read.length === 0) return refused(1, 'The file has no rows.')
  if (read.length > MAX_ROWS) return refused(MAX_ROWS + 1, 'A file can have up to 20,000 rows.')
  const errors = read.flatMap(({ line, problems }) =>
    problems.length > 0 ? [{ row: line, message: problems.join(' ') }] : [],
  )
  return errors.length > 0 ? { rows: [], errors } : { rows: read.map(({ row }) => row), errors }
}

function refused(row: number, message: string) {
  return { rows: [], errors: [{ row, message }] }
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
