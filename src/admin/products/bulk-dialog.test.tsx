// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { BulkDialog } from './bulk-dialog.tsx'

test.each([
  ['published', { 'Last day': '7 Jun 2027' }, { state: 'published', at: { to: '2027-06-07' } }],
  ['hidden', {}, { state: 'hidden' }],
  [
    'percent',
    { 'Per cent': '-15', 'First day': '5 Jun 2027', 'Last day': '7 Jun 2027' },
    { price: { percent: -15, round: 1 }, at: { from: '2027-06-05', to: '2027-06-07' } },
  ],
])('what %s changes begins and ends on the days of the form', async (kind, fields, change) => {
  const report = {
    count: 1,
    selection: 'one',
    rows: [],
    refused: [],
    warnings: [],
    unchanged: 0,
    refusedCount: 0,
    when: null,
  }
  const Component = () => <BulkDialog target={{ ids: ['tee'] }} onClose={() => undefined} />
  const screen = await showScreen({ Component }, () => report)
  await screen.type('What changes', kind)
  for (const [label, value] of Object.entries(fields)) await screen.type(label, value)
  await screen.press('Preview')
  expect(screen.calls.at(-1)?.body).toEqual({ ids: ['tee'], change, dryRun: true })
  screen.close()
})
