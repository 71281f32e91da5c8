import { formatRupees } from '#platform/money.ts'
import type { ImportReport } from '#shop/imports/import-catalog.server.ts'
import type { LowPrice } from '#shop/imports/import-report.server.ts'
import type { LineError } from '#shop/imports/raw-product.server.ts'
import type { UndoneImport } from '#shop/imports/undo-import.server.ts'
import { linePrefix } from './command.ts'
import { readableJson, readableTime } from './table.ts'

/** A readable report of what an import did, or why it did nothing. */
export function reportLines(report: ImportReport): string[] {
  const notes = report.notes.map((one) => `${linePrefix(one)}note: ${one.message}`)
  const errors = report.errors.map(errorLine)
  if (!report.ok)
    return [
      ...notes,
      ...errors,
      `Nothing was imported: ${counted(report.errorCount, 'error')} in ${counted(report.products, 'product')}.`,
    ]
  const done = `${counted(report.products, 'product')}: ${report.created} new, ${report.updated} changed, ${report.unchanged} unchanged.`
  if (report.picturesFailed > 0)
    notes.push(`Pictures left out: ${report.picturesFailed}; the next import retries them.`)
  if (report.leftOutCount > 0)
    notes.push(...report.leftOut.map(errorLine), `Left out: ${counted(report.leftOutCount, 'product')} with errors.`)
  const result = report.dryRun ? `Nothing was written (dry run). ${done}` : `Imported ${done}`
  const undo =
    report.id === null ? [] : [`This is import ${report.id}: \`catalog undo-import ${report.id}\` takes it back.`]
  return [...notes, ...changeLines(report), ...lowPriceLines(report), result, ...undo]
}

function errorLine(error: LineError): string {
  return `${linePrefix(error)}${error.message}`
}

function changeLines({ changes, created, updated }: ImportReport): string[] {
  const lines = changes.flatMap(({ id, fields }) =>
    fields === null
      ? [`${id}: new`]
      : Object.entries(fields).map(
          ([name, { before, after }]) => `${id}: ${name} ${readableJson(before)} -> ${readableJson(after)}`,
        ),
  )
  const unlisted = created + updated - changes.length
  return changes.length === 0 || unlisted === 0 ? lines : [...lines, `… and ${counted(unlisted, 'more product')}`]
}

function lowPriceLines({ lowPrices }: ImportReport): string[] {
  const lines = lowPrices.map((one) => `${linePrefix(one)}${lowPriceSentence(one)}`)
  return lines.length === 0 ? [] : [`Check ${counted(lines.length, 'price')}:`, ...lines.map((line) => `  ${line}`)]
}

function lowPriceSentence({ before, after, from }: LowPrice): string {
  const now = formatRupees(after)
  if (before === null) return `the price is ${now}`
  const fall = `from ${formatRupees(before)} to ${now}, by ${Math.round((1 - after / before) * 100)} %`
  return from === undefined ? `the price falls ${fall}` : `on ${readableTime(from)} the price falls ${fall}`
}

/** A readable report of what was taken back. */
export function undoneLines({ import: id, restored, removed, sold, kept }: UndoneImport): string[] {
  return [
    `Import ${id} was taken back: ${counted(restored.length, 'product')} as before, ${removed.length} removed.`,
    ...sold.map((product) => `${product}: sold since, so it stays as it is`),
    ...kept.map((one) => `${one.id}: changed since, so this stays: ${one.fields.join(', ')}`),
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
