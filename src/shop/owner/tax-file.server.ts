import { fieldErrors } from '#platform/api/field-errors.server.ts'
import { readAmount } from '../imports/amounts.ts'
import type { Lines } from '../imports/csv.server.ts'
import { readTableFile, type TableFile } from '../imports/table-file.server.ts'
import { type TaxRate, taxRate } from '../settings/field-contract.ts'

/** The columns of a file by the fields of a rate. */
const COLUMNS: Readonly<Record<string, string>> = { hsn: 'hsn', upTo: 'up_to', percent: 'percent', from: 'from' }

/** A day as spreadsheets in India write it: 22/09/2025, 22-9-2025. */
const INDIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/**
 * The rates of a CSV file, for `tax.table`, with what is wrong by row and column: `hsn` the first digits of HSN codes,
 * `percent`, `from` a day, and `up_to` a price in rupees before tax, or empty.
 */
export function readTaxFile(lines: Lines): Promise<TableFile<TaxRate>> {
  return readTableFile(lines, {
    needs: ['hsn', 'percent', 'from'],
    read: readRate,
    keyOf: ({ hsn, from, upTo }) => ({ key: rateKey({ hsn, from, upTo }), column: 'hsn' }),
  })
}

/** What a rate is for: a table has each once. */
export function rateKey({ hsn, from, upTo }: Pick<TaxRate, 'hsn' | 'from' | 'upTo'>): string {
  return `${hsn} from ${from}${upTo === undefined ? '' : ` up to Rs. ${upTo.toLocaleString('en-IN')}`}`
}

function readRate(cell: (column: string) => string, fail: (column: string, message: string) => void): TaxRate {
  const upTo = cell('up_to')
  const rate = {
    hsn: cell('hsn'),
    ...(upTo === '' ? {} : { upTo: readAmount(upTo) ?? upTo }),
    percent: numberOf(cell('percent').replace(/\s*%$/, '')),
    from: cell('from').replace(
      INDIAN_DAY,
      (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ),
  }
  const parsed = taxRate.safeParse(rate, { error: fieldErrors })
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) {
    const column = COLUMNS[String(path[0])] ?? 'hsn'
    fail(column, `${cell(column) || 'An empty cell'} ${message}.`)
  }
  return { hsn: '', percent: 0, from: '' }
}

const numberOf = (text: string) => (text === '' ? text : Number(text))
