import { expect, test } from 'vitest'
import { createReport } from './import-report.server.ts'
import { toRunView } from './run-view.server.ts'
import type { RunRow } from './runs-sql.server.ts'

const run: RunRow = {
  id: 'run',
  staff_id: 'asha',
  is_stale: false,
  file_name: 'kurtas.csv',
  by: 'Asha',
  state: 'applied',
  progress: {},
  options: { stock: false },
  report: createReport(false),
  import_id: 7,
  undone_at: null,
  created_at: new Date(),
  is_kept: false,
}

test('pictures that were left out are said with the way to try again, as the command says them', () => {
  expect(toRunView(run).text).toBe('Imported: 0 new, 0 changed, 0 unchanged.')
  expect(toRunView({ ...run, report: { ...createReport(false), picturesFailed: 3 } }).text).toBe(
    'Imported: 0 new, 0 changed, 0 unchanged. 3 pictures were left out: upload the file again to try again.',
  )
})
