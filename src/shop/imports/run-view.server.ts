import { createReport } from './import-report.server.ts'
import type { LineError } from './raw-product.server.ts'
import type { RunRow } from './runs-sql.server.ts'
import type { ImportRunView } from './staff-contract.ts'

/** An import as the staff site shows it. */
export function toRunView(run: RunRow): ImportRunView {
  const report = run.report ?? createReport(false)
  const { part = 0, products = 0, pictures = null, rate = null, secondsLeft = null } = run.progress
  const isDone = run.state !== 'reading' && run.state !== 'applying'
  const canUndo = run.state === 'applied' && run.import_id !== null && run.undone_at === null
  return {
    id: run.id,
    file: run.file_name,
    by: run.by,
    at: run.created_at.toISOString(),
    state: run.state,
    progress: { part: isDone ? 1 : part, products, pictures, rate, secondsLeft: isDone ? null : secondsLeft },
    created: report.created,
    changed: report.updated,
    unchanged: report.unchanged,
    // The report of an earlier version has none of the last three.
    refused: run.state === 'refused' ? report.products : (report.leftOutCount ?? 0),
    leftOut: (report.leftOut ?? []).map(toFileError),
    withoutPictures: report.withoutPictures ?? 0,
    errorCount: report.errorCount,
    errors: report.errors.map(toFileError),
    notes: report.notes.map(toFileError),
    changes: report.changes.map(({ id, fields, product }) => ({ id, fields, product: product ?? null })),
    lowPrices: report.lowPrices.map(({ line, ...one }) => ({ row: line, ...one })),
    canUndo,
    mayChoose: run.is_kept && (run.state === 'ready' || run.state === 'refused'),
    choices: {
      prices: run.options.prices ?? null,
      skipWrong: run.options.skipWrong ?? false,
      draftsWithoutPictures: run.options.draftsWithoutPictures ?? false,
    },
    text: textOf(run),
  }
}

function toFileError({ line, column, id, message }: LineError) {
  return { row: line, ...(column === undefined ? {} : { column }), id, message }
}

function textOf({ state, report, undone_at }: RunRow): string {
  if (undone_at !== null) return 'It was undone.'
  const { created = 0, updated = 0, unchanged = 0, errorCount = 0, products = 0 } = report ?? {}
  const counts = `${created} new, ${updated} changed, ${unchanged} unchanged`
  switch (state) {
    case 'reading':
      return 'The file is being read.'
    case 'ready':
      return created + updated === 0 ? 'Nothing would change.' : `Ready: ${counts}. Nothing is written yet.`
    case 'applying':
      return 'The file is being imported.'
    case 'applied':
      return `Imported: ${counts}.${retryText(report?.picturesFailed ?? 0)}`
    case 'refused':
      if (!report || report.ok) return 'It was never imported, and its file is no longer kept.'
      return products === 0
        ? (report.errors[0]?.message ?? 'Nothing was imported.')
        : `Nothing was imported: ${errorCount} ${errorCount === 1 ? 'error' : 'errors'} in ${products} products.`
  }
}

/** As the command says it. */
function retryText(pictures: number): string {
  if (pictures === 0) return ''
  const left = pictures === 1 ? '1 picture was' : `${pictures} pictures were`
  return ` ${left} left out: upload the file again to try again.`
}
