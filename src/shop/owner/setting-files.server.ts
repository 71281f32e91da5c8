import { isDeepStrictEqual } from 'node:util'
import { csvLine } from '#platform/csv.ts'
import { readZoneFile } from '../delivery/staff.server.ts'
import type { Lines } from '../imports/csv.server.ts'
import type { TableFile } from '../imports/table-file.server.ts'
import type { Settings } from '../settings/definitions.ts'
import type { TaxRate, Zone } from '../settings/field-contract.ts'
import type { ReadSettingFile, TABLE_SETTINGS } from './setting-files-contract.ts'
import { rateKey, readTaxFile } from './tax-file.server.ts'

export type TableSetting = (typeof TABLE_SETTINGS)[number]

interface Table<Row> {
  columns: readonly string[]
  read: (lines: Lines) => Promise<TableFile<Row>>
  rowsOf: (settings: Settings) => readonly Row[]
  cellsOf: (row: Row) => readonly (string | number)[]
  /** Rows for a file of an empty table. */
  example: readonly Row[]
  keyOf: (row: Row) => string
  /** What a row says about its key. */
  textOf: (row: Row) => string
}

const zones: Table<Zone> = {
  columns: ['where', 'days', 'serviceable', 'pickup', 'fee', 'freeFrom', 'cash'],
  read: readZoneFile,
  rowsOf: (settings) => settings['shipping.zones'],
  cellsOf: ({ where, days, serviceable, pickup, fee, freeFrom, cash = true }) => [
    where,
    days ?? '',
    serviceable ? 'yes' : 'no',
    pickup ? 'yes' : 'no',
    fee ?? '',
    freeFrom ?? '',
    cash ? 'yes' : 'no',
  ],
  example: [
    { where: '400', days: 2, serviceable: true, pickup: true },
    { where: 'Assam', days: 9, serviceable: true, pickup: false, fee: 120, freeFrom: 0 },
    { where: '744', days: null, serviceable: false, pickup: false },
  ],
  keyOf: ({ where }) => where,
  textOf({ days, serviceable, pickup, fee, freeFrom, cash = true }) {
    if (!serviceable) return 'no delivery'
    const parts = [
      days === null ? 'usual days' : `${days} days`,
      fee === undefined ? 'usual fee' : rupees(fee),
      ...(freeFrom === undefined ? [] : [freeFrom === 0 ? 'never free' : `free from ${rupees(freeFrom)}`]),
      pickup ? 'pick-up' : 'no pick-up',
      ...(cash ? [] : ['no cash']),
    ]
    return parts.join(', ')
  },
}

const rates: Table<TaxRate> = {
  columns: ['hsn', 'up_to', 'percent', 'from'],
  read: readTaxFile,
  rowsOf: (settings) => settings['tax.table'],
  cellsOf: ({ hsn, upTo, percent, from }) => [hsn, upTo ?? '', percent, from],
  example: [
    { hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' },
    { hsn: '61', percent: 18, from: '2025-09-22' },
  ],
  keyOf: rateKey,
  textOf: ({ percent }) => `${percent}%`,
}

const rupees = (amount: number) => `Rs. ${amount.toLocaleString('en-IN')}`

/** A table as the lines of a CSV file; an example if it's empty. */
export function tableLines(name: TableSetting, settings: Settings): string[] {
  return name === 'shipping.zones' ? linesOf(zones, settings) : linesOf(rates, settings)
}

function linesOf<Row>({ columns, rowsOf, cellsOf, example }: Table<Row>, settings: Settings): string[] {
  const rows = rowsOf(settings)
  return [columns, ...(rows.length > 0 ? rows : example).map(cellsOf)].map(csvLine)
}

/** Reads a CSV file for a table: what is wrong with it, or what it would change. */
export function readSettingFile(name: TableSetting, settings: Settings, lines: Lines): Promise<ReadSettingFile> {
  return name === 'shipping.zones' ? compare(zones, settings, lines) : compare(rates, settings, lines)
}

const MAX_CHANGES = 100

async function compare<Row>(table: Table<Row>, settings: Settings, lines: Lines): Promise<ReadSettingFile> {
  const { rows, errors } = await table.read(lines)
  const none = { added: 0, changed: 0, removed: 0, unchanged: 0, changes: [] }
  if (errors.length > 0) return { errors, value: null, ...none }
  const before = new Map(table.rowsOf(settings).map((row) => [table.keyOf(row), row]))
  const after = new Map(rows.map((row) => [table.keyOf(row), row]))
  const added = [...after].filter(([key]) => !before.has(key))
  const removed = [...before].filter(([key]) => !after.has(key))
  const changed = [...after].filter(([key, row]) => before.has(key) && !isDeepStrictEqual(before.get(key), row))
  const textOf = (row: Row | undefined) => (row === undefined ? null : table.textOf(row))
  const keys = [...removed, ...changed, ...added].map(([key]) => key)
  return {
    errors: [],
    value: rows,
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    unchanged: rows.length - added.length - changed.length,
    changes: keys
      .slice(0, MAX_CHANGES)
      .map((key) => ({ key, from: textOf(before.get(key)), to: textOf(after.get(key)) })),
  }
}
