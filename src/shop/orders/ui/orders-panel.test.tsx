// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { parseOrders } from '../read-orders.ts'
import { OrdersPanel } from './orders-panel.tsx'

vi.mock('../../catalog/value-names.ts', () => ({ valueName: (value: string) => `${value} in Hindi` }))

const SLOTS = { exchange: () => null, request: () => null, cancel: () => null, invoice: () => null }

function textOf(orders: unknown[], url = '/my-orders'): string {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.createElement('div')
  const root = createRoot(box)
  act(() =>
    root.render(
      <MemoryRouter initialEntries={[url]}>
        <OrdersPanel orders={parseOrders(orders)} slots={SLOTS} />
      </MemoryRouter>,
    ),
  )
  const text = box.textContent
  act(() => root.unmount())
  return text
}

test('the empty Ongoing tab doesn’t say that a cancelled order has arrived', () => {
  const delivered = { _id: 'a', orderStatus: 'delivered' }
  expect(textOf([delivered])).toContain('All of them have arrived.')
  const some = textOf([delivered, { _id: 'b', orderStatus: 'cancelled' }])
  expect(some).toContain('None of them is on its way.')
  expect(some).not.toContain('All of them have arrived.')
})

test('an order’s lines show the colour in the page’s language', () => {
  const line = { _id: 'l', productId: { _id: 'tee', name: 'Tee', price: 1, images: [] }, color: 'Black', size: 'M' }
  const order = { _id: 'a', orderStatus: 'ordered', productDetails: [line] }
  expect(textOf([order], '/my-orders?order=a')).toContain('M · Black in Hindi · 1')
})
