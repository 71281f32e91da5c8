// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { RefundDialog } from './refund-dialog.tsx'

beforeEach(() => localStorage.clear())

// Safe cast: the fields that the dialog reads.
const order = { id: 'o1', status: 'delivered', lines: [], money: { left: 1500 } } as unknown as OrderRecord

const Dialog = () => <RefundDialog order={order} onClose={() => undefined} onDone={() => undefined} />

function answer({ name }: ScreenCall) {
  if (name === 'POST /orders/o1/refund/preview')
    return { amount: 500, maximum: 1500, lines: [], ways: ['source'], effects: [], status: 'delivered' }
  // The refund is made, but its answer never comes.
  return null
}

test('a refund whose answer was lost is the same refund after a reload, not a second one', {
  tags: ['A3'],
}, async () => {
  const before = await showScreen({ Component: Dialog }, answer)
  await before.type('Amount', '500')
  await before.type('Note', 'torn seam')
  await before.press('Refund Rs. 500.00')
  before.close()
  const after = await showScreen({ Component: Dialog }, answer)
  expect(after.value('Amount')).toBe('500')
  await after.press('Refund Rs. 500.00')
  const keys = [before, after].map(({ calls }) =>
    calls.find(({ name }) => name === 'POST /orders/o1/refund')?.headers.get('idempotency-key'),
  )
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  after.close()
})
