import { expect, test } from 'vitest'
import { historyText } from './history-text.ts'

test('a skipped change says what stays', () => {
  const after = { bulk: 12, stays: { price: 1104 }, wasScheduled: { price: 853 } }
  expect(historyText({ action: 'product.schedule-skipped', before: null, after })).toBe(
    'A scheduled change was skipped, because this was changed meanwhile: Price: Rs. 1,104 stays',
  )
})
