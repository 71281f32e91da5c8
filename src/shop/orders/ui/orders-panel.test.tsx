// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OrderLine } from '../contract.ts'
import { parseOrders, type ShownExchange } from '../read-orders.ts'
import { OrderDetail } from './order-detail.tsx'
import { OrdersPanel } from './orders-panel.tsx'

vi.mock('../../catalog/value-names.ts', () => ({ valueName: (value: string) => `${value} in Hindi` }))

const SLOTS = {
  exchange: ({ productId }: ShownExchange, actions: ReactNode) => [`exchange of ${productId._id}`, actions],
  request: ([line]: readonly OrderLine[]) => `request ${line?.productId._id}`,
  actions: (line: OrderLine) => `actions of ${line.productId._id}`,
  cancel: null,
  invoice: null,
}

function textOf(orders: unknown[], url = '/my-orders'): string {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.createElement('div')
  const root = createRoot(box)
  act(() =>
    root.render(
      <MemoryRouter initialEntries={[url]}>
        <OrdersPanel
          orders={parseOrders(orders)}
          renderOrder={(order, backTo) => <OrderDetail order={order} slots={SLOTS} backTo={backTo} />}
          renderExchange={() => null}
        />
      </MemoryRouter>,
    ),
  )
  const text = box.textContent
  act(() => root.unmount())
  return text
}

test('the empty Ongoing tab doesn’t say that a cancelled order has arrived', () => {
  const ongoing = '/my-orders?tab=ongoing'
  const delivered = { _id: 'a', orderStatus: 'delivered' }
  expect(textOf([delivered], ongoing)).toContain('All of them have arrived.')
  const some = textOf([delivered, { _id: 'b', orderStatus: 'cancelled' }], ongoing)
  expect(some).toContain('None of them is on its way.')
  expect(some).not.toContain('All of them have arrived.')
})

test('the tab that has orders is open, and Ongoing if both have', { tags: 'R41' }, () => {
  const delivered = { _id: 'a', orderStatus: 'delivered', productName: 'Old tee' }
  expect(textOf([delivered])).toContain('Old tee')
  const both = textOf([delivered, { _id: 'b', orderStatus: 'ordered', productName: 'New tee' }])
  expect(both).toContain('New tee')
  expect(both).not.toContain('Old tee')
  expect(textOf([])).toContain('No orders found.')
})

test('an exchanged product is listed under Return Initiated, and no more among the items', { tags: 'S2.40' }, () => {
  const line = { _id: 'l', productId: { _id: 'tee', name: 'Tee', price: 100, images: [] }, color: 'Black', size: 'M' }
  const order = { _id: 'a', orderStatus: 'delivered', productDetails: [line], exchanges: [{ productId: 'tee' }] }
  const other = { ...line, _id: 'k', productId: { ...line.productId, _id: 'cap', name: 'Cap' } }
  const text = textOf([{ ...order, productDetails: [line, other] }], '/my-orders?order=a')
  expect(text.split('Return Initiated')).toEqual([
    expect.stringMatching(/Items.*Cap.*request cap/),
    expect.stringContaining('exchange of teeactions of tee'),
  ])
  expect(text.split('Return Initiated')[0]).not.toContain('Tee')
  const only = textOf([order], '/my-orders?order=a')
  expect(only).not.toContain('Items')
  expect(only).toContain('Something wrong? Write to us.')
})

test('an order’s lines show the colour in the page’s language', () => {
  const line = { _id: 'l', productId: { _id: 'tee', name: 'Tee', price: 1, images: [] }, color: 'Black', size: 'M' }
  const order = { _id: 'a', orderStatus: 'ordered', productDetails: [line] }
  expect(textOf([order], '/my-orders?order=a')).toContain('M in Hindi · Black in Hindi · 1')
})
