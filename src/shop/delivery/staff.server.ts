import { ok, type Result, refuse } from '#platform/api/result.ts'
import { readAmount } from '../imports/amounts.ts'
import { type CsvRow, cell, columnNames, type Lines, notText, peekLine, readCsvRows } from '../imports/csv.server.ts'
import { rupees, type Zone } from '../settings/field-contract.ts'
import { INDIAN_STATES } from './indian-states.ts'

const YES = /^(?:yes|y|true|1)$/i
const NO = /^(?:no|n|false|0)$/i

/**
 * The zones of a CSV file, for `shipping.zones`. `where` is a PIN, a prefix of PINs or a state. `days`, `serviceable`,
 * `pickup` and `fee` (rupees) may be missing or empty, and then the shop's usual ones apply. Refused: the first row
 * that can't be read or is about the place of an earlier one, with its line.
 */
export async function readZones(lines: Lines): Promise<Result<Zone[]>> {
  const [header, all] = await peekLine(lines)
  const problem = notText(header)
  if (problem !== null) return refuse('invalid_input', `line 1: ${problem}.`)
  if (header.trim() === '') return refuse('invalid_input', 'The file has no header line with its column names.')
  if (!columnNames(header).includes('where')) return refuse('invalid_input', 'The file needs a column "where".')
  const zones = new Map<string, { zone: Zone; line: number }>()
  try {
    for await (const row of readCsvRows(all)) {
      const zone = readZone(row)
      const before = zones.get(zone.where)
      if (before)
        return refuse('invalid_input', `line ${row.line}, where: ${zone.where} is in line ${before.line} too.`)
      zones.set(zone.where, { zone, line: row.line })
    }
  } catch (error) {
    return refuse('invalid_input', error instanceof Error ? error.message : String(error))
  }
  return ok([...zones.values()].map(({ zone }) => zone))
}

/** @throws {Error} naming line and column */
function readZone(row: CsvRow): Zone {
  const fail = (column: string, problem: string): never => {
    throw new Error(`line ${row.line}, ${column}: ${problem}`)
  }
  const readFlag = (column: string) => {
    const written = cell(row, column)
    if (written === '' || YES.test(written)) return true
    return NO.test(written) ? false : fail(column, `${written} must be yes or no.`)
  }
  const where = cell(row, 'where')
  const state = INDIAN_STATES.find((one) => one.toLowerCase() === where.toLowerCase())
  if (!state && !/^[1-9]\d{0,5}$/.test(where)) fail('where', `${where} is neither a PIN nor its beginning nor a state.`)
  const days = cell(row, 'days')
  if (days !== '' && !(/^\d{1,2}$/.test(days) && Number(days) <= 60))
    fail('days', `${days} must be a number of days from 0 to 60.`)
  const fee = cell(row, 'fee')
  const amount = readAmount(fee)
  if (fee !== '' && !rupees.safeParse(amount).success) fail('fee', `${fee} must be an amount in rupees.`)
  return {
    where: state ?? where,
    days: days === '' ? null : Number(days),
    serviceable: readFlag('serviceable'),
    pickup: readFlag('pickup'),
    ...(amount === null ? {} : { fee: amount }),
  }
}
