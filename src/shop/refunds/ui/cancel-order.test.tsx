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

test.each([
  [{}, 'We’re refunding your original payment method.'],
  [{ payment: { method: 'cash', due: 0, state: 'cancelled' } }, 'There’s nothing to pay.'],
  [
    { payment: { method: 'cash', due: 0, state: 'cancelled' }, credit: 250 },
    'What you paid by store credit is back there.',
  ],
  [
    { credit: 250 },
    'We’re refunding your original payment method. It should reach you within a few days. What you paid by store credit is back there.',
  ],
  [{ credit: 1000 }, 'What you paid by store credit is back there.'],
])('a cancelled order of %j says: %s', (fields, sentence) => {
  const [order] = parseOrders([{ _id: 'a', orderStatus: 'cancelled', totalPrice: 1000, ...fields }])
  expect(order && renderToStaticMarkup(<CancelOrder order={order} onChanged={() => {}} />)).toContain(sentence)
})
