import { expect, test } from 'vitest'
import { historyText } from './history-text.ts'

test('a skipped change says what was kept', () => {
  const after = { bulk: 12, stays: { price: 1104 }, wasScheduled: { price: 853 } }
  expect(historyText({ action: 'product.schedule-skipped', before: null, after })).toBe(
    'Skipped a scheduled change, because someone had changed the product first. Kept: Price: Rs. 1,104',
  )
})
