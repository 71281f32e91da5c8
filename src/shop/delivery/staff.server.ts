import type { Result } from '#platform/api/result.ts'
import { readAmount } from '../imports/amounts.ts'
import type { Lines } from '../imports/csv.server.ts'
import { readTableFile, rowsOrRefusal, type TableFile } from '../imports/table-file.server.ts'
import { rupees, type Zone } from '../settings/field-contract.ts'
import { INDIAN_STATES } from './indian-states.ts'

const YES = /^(?:yes|y|true|1)$/i
const NO = /^(?:no|n|false|0)$/i

/**
 * The zones of a CSV file, for `shipping.zones`. `where` is a PIN, a prefix of PINs or a state. `days`, `serviceable`,
 * `pickup`, `fee`, `freeFrom` (rupees) and `cash` may be missing or empty, and then the shop's usual ones apply. Refused: rows that can't be
 * read or are about the place of an earlier one, each with its line.
 */
export async function readZones(lines: Lines): Promise<Result<Zone[], 'invalid_input'>> {
  return rowsOrRefusal(await readZoneFile(lines))
}

/** The same, with what is wrong by row and column. */
export function readZoneFile(lines: Lines): Promise<TableFile<Zone>> {
  return readTableFile(lines, {
    needs: ['where'],
    read: readZone,
    keyOf: ({ where }) => ({ key: where, column: 'where' }),
  })
}

function readZone(cell: (column: string) => string, fail: (column: string, message: string) => void): Zone {
  const readFlag = (column: string) => {
    const written = cell(column)
    if (written === '' || YES.test(written)) return true
    if (!NO.test(written)) fail(column, `${written} must be yes or no.`)
    return false
  }
  const where = cell('where')
  const state = INDIAN_STATES.find((one) => one.toLowerCase() === where.toLowerCase())
  if (!state && !/^[1-9]\d{0,5}$/.test(where)) fail('where', `${where} is neither a PIN nor its beginning nor a state.`)
  const days = cell('days')
  if (days !== '' && !(/^\d{1,2}$/.test(days) && Number(days) <= 60))
    fail('days', `${days} must be a number of days from 0 to 60.`)
  const fee = cell('fee')
  const amount = readAmount(fee)
  if (fee !== '' && !rupees.safeParse(amount).success) fail('fee', `${fee} must be an amount in rupees.`)
  const from = cell('freeFrom')
  const freeFrom = readAmount(from)
  if (from !== '' && !rupees.safeParse(freeFrom).success) fail('freeFrom', `${from} must be an amount in rupees.`)
  return {
    where: state ?? where,
    days: days === '' ? null : Number(days),
    serviceable: readFlag('serviceable'),
    pickup: readFlag('pickup'),
    ...(amount === null ? {} : { fee: amount }),
    ...(freeFrom === null ? {} : { freeFrom }),
    ...(readFlag('cash') ? {} : { cash: false }),
  }
}
