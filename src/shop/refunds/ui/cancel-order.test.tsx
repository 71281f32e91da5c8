import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parseOrders } from '../../orders/read-orders.ts'
import { CancelOrder } from './cancel-order.tsx'

test.each([
  [null, 'This order won’t be sent.'],
  ['2026-11-14T10:00:00Z', 'This order has been cancelled.'],
])('a cancelled order that was shipped at %s says: %s', (ontheway, sentence) => {
  const [order] = parseOrders([{ _id: 'a', orderStatus: 'cancelled', statusDates: { ontheway } }])
  expect(order && renderToStaticMarkup(<CancelOrder order={order} onChanged={() => {}} />)).toContain(sentence)
})
