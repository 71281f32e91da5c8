// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeSession } from '#platform/browser/session.ts'
import { confirmPayment, createOrder, loadPendingOrders, payOrder } from './client.ts'

const request = { totalPrice: 68.35, productDetails: [], addressId: 'address' }
const proof = { orderId: 'o', razorpayPaymentId: 'p', razorpayOrderId: 'r', razorpaySignature: 's' }

function respondWith(status: number, body: object): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue()
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
})
afterEach(() => clearSession())

test.each([
  ['total_changed', 409, { total: 70 }, { kind: 'repriced', total: 70 }],
  ['already_placed', 409, { orderId: 'order' }, { kind: 'already-placed', orderId: 'order' }],
  ['insufficient_stock', 409, {}, { kind: 'change-cart' }],
  ['below_minimum_order', 409, {}, { kind: 'change-cart' }],
  ['shop_closed', 409, {}, { kind: 'failed' }],
  ['address_incomplete', 422, { errors: [] }, { kind: 'undeliverable' }],
  ['payment_provider_failed', 502, {}, { kind: 'failed' }],
  ['not_logged_in', 401, {}, { kind: 'no-user' }],
])('an order refused with %s', async (code, status, extra, outcome) => {
  respondWith(status, { code, message: 'In any words.', ...extra })
  expect(await createOrder(request, 'key')).toEqual({ ...outcome, message: 'In any words.', responded: true })
})

test('only a payment that is being returned shows the server’s message', async () => {
  respondWith(400, { code: 'payment_returned', message: 'In any words.' })
  expect(await confirmPayment(proof)).toEqual({ kind: 'refused', detail: 'In any words.' })
  respondWith(400, { code: 'payment_refused', message: 'In any words.' })
  expect(await confirmPayment(proof)).toEqual({ kind: 'refused', detail: null })
  respondWith(503, { code: 'shop_busy', message: 'In any words.' })
  expect(await confirmPayment(proof)).toEqual({ kind: 'unverified' })
})

test('an ended session is told apart in every payment step', async () => {
  respondWith(401, { code: 'not_logged_in', message: 'Please log in to continue.' })
  const noUser = { kind: 'no-user', message: 'Please log in to continue.' }
  const pending = { _id: 'o', orderedDate: '', heldUntil: '', totalPrice: 1, productDetails: [] }
  expect(await payOrder(pending as unknown as Parameters<typeof payOrder>[0])).toEqual({ ...noUser, responded: true })
  expect(await confirmPayment(proof)).toEqual(noUser)
  expect(await loadPendingOrders('me')).toBe('refused')
  clearSession()
  expect(await confirmPayment(proof)).toMatchObject({ kind: 'no-user' })
})
