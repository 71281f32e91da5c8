import { expect, test } from 'vitest'
import { stageIndex, stagesOf } from './progress.ts'
import { parseOrders } from './read-orders.ts'

test('invalid responses are parsed without an error', () => {
  expect(parseOrders(undefined)).toEqual([])
  expect(parseOrders({ not: 'a list' })).toEqual([])
  expect(parseOrders([null, 7])).toEqual([])
  const [order] = parseOrders([{ _id: 'a', exchanges: [{}], productDetails: [{ productId: 'tee' }, null] }])
  expect(order).toMatchObject({ _id: 'a', orderStatus: null, totalPrice: 0, totals: null, address: null })
  expect(order?.productDetails).toMatchObject([{ productId: { _id: 'tee', name: 'Unnamed Product' }, quantity: 1 }])
  expect(order?.exchanges).toMatchObject([{ orderId: 'a', exchangeStatus: null, isCancelled: false }])
})

test('parcels are parsed, even from `tracking` alone, and links other than https are dropped', () => {
  const tracking = { carrier: 'DTDC', number: 'D1', url: 'javascript:alert(1)' }
  const [order] = parseOrders([{ _id: 'a', tracking }])
  expect(order?.orderNumber).toBe('a')
  expect(order?.shipments).toMatchObject([{ carrier: 'DTDC', number: 'D1', url: null, pieces: [] }])
  const parcel = { ...tracking, url: 'https://carrier.example/1', pieces: [{ lineId: 'l', quantity: 2 }, 7] }
  const [other] = parseOrders([{ _id: 'a', orderNumber: 'FS-10482', tracking, shipments: [parcel] }])
  expect(other).toMatchObject({ orderNumber: 'FS-10482', shipments: [{ url: 'https://carrier.example/1' }] })
  expect(other?.shipments[0]?.pieces).toEqual([{ lineId: 'l', quantity: 2 }])
  expect(parseOrders([{ tracking: null, shipments: 'none' }])[0]?.shipments).toEqual([])
})

test('orders are sorted newest first, and an exchange gets the product of its line', () => {
  const line = { _id: 'l', productId: { _id: 'tee', name: 'Tee', price: 5, images: ['/a'] }, quantity: 2 }
  const orders = parseOrders([
    { _id: 'old', orderedDate: '2026-11-01T00:00:00Z', productDetails: [line], exchanges: [{ productId: 'tee' }] },
    { _id: 'new', orderedDate: '2026-11-02T00:00:00Z', orderStatus: 'ontheway' },
  ])
  expect(orders.map(({ _id }) => _id)).toEqual(['new', 'old'])
  expect(orders[0]?.orderStatus).toBe('ontheway')
  expect(orders[1]?.exchanges[0]?.productId.name).toBe('Tee')
  expect(orders[1]?.productName).toBe('Tee')
})

test('the four stages have their labels and days', { tags: 'S4.4' }, () => {
  const dates = { ordered: '2026-11-21T06:00:00Z', packaging: null, ontheway: null, delivered: null }
  expect(stagesOf(dates)).toEqual([
    { label: 'Ordered', detail: '21 Nov', glyph: 'receipt' },
    { label: 'Packaging', detail: null, glyph: 'parcel' },
    { label: 'On the way', detail: null, glyph: 'van' },
    { label: 'Delivered', detail: null, glyph: 'door' },
  ])
  expect(['ordered', 'packaging', 'ontheway', 'delivered'].map((status) => stageIndex(status as never))).toEqual([
    0, 1, 2, 3,
  ])
  expect(stageIndex(null)).toBe(-1)
})
