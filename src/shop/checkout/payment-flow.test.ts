import { describe, expect, test, vi } from 'vitest'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import type { OrderOutcome, PayableOrder } from './client.ts'
import { TOTAL_CHANGED } from './messages.ts'
import { type FlowPorts, type FlowState, PaymentFlow, type Submission } from './payment-flow.ts'
import type { DialogListeners } from './provider-dialog.ts'
import { contactOf, reasonOf } from './provider-dialog.ts'

const submission: Submission = {
  request: { totalPrice: 3292.9, productDetails: [], addressId: 'a1' },
  address: {
    _id: 'a1',
    firstName: 'Aarti',
    lastName: 'Kamble',
    phoneNumber: '',
    email: '',
    streetAddress: '12, Hill Road',
    country: 'India',
    townCity: 'Mumbai',
    state: '',
    zipCode: '400050',
    gstin: '',
    isDefault: true,
  },
  shown: 329290,
  prefill: { name: 'Aarti Kamble', email: 'a@example.com', contact: '' },
}

/** The same submission after the address was corrected, which keeps its id. */
const corrected: Submission = { ...submission, address: { ...submission.address, townCity: 'Pune', zipCode: '411001' } }
const elsewhere: Submission = {
  ...submission,
  request: { ...submission.request, addressId: 'a2' },
  address: { ...submission.address, _id: 'a2' },
}

const order: PayableOrder = {
  orderId: 'o1',
  razorpayOrderId: 'order_1',
  amount: 329290,
  currency: 'INR',
  keyId: 'rzp_test',
  checkoutUrl: 'https://bank.example/checkout.js',
  heldUntil: 1_200_000,
}
const opened = { kind: 'opened', order, responded: true } as const
const lost: OrderOutcome = { kind: 'failed', message: 'x', responded: false }
const signed = { razorpayPaymentId: 'pay_1', razorpayOrderId: 'order_1', razorpaySignature: 's' }

function setUp(more: Partial<FlowPorts> = {}) {
  const dialogs: DialogListeners[] = []
  const close = vi.fn()
  const states: FlowState[] = []
  const storeProof = vi.fn()
  const ports = {
    createOrder: vi.fn(async (): Promise<OrderOutcome> => opened),
    verify: vi.fn<FlowPorts['verify']>(async () => ({ kind: 'paid' })),
    openDialog: vi.fn(async (_order: PayableOrder, _prefill: unknown, listeners: DialogListeners) => {
      dialogs.push(listeners)
      return { close }
    }),
    keys: createRequestKeys(),
    isPaid: vi.fn(async () => false),
    now: () => 0,
    delay: async () => {},
    storeProof,
    onChange: (state: FlowState) => states.push(state),
    onPaid: vi.fn(),
    onNoUser: vi.fn(),
    ...more,
  }
  return { flow: new PaymentFlow(ports), ports, dialogs, close, states, storeProof }
}

describe('from Checkout to a placed order', () => {
  test('creates the order, opens the dialog, verifies and succeeds', async () => {
    const { flow, ports, dialogs, states, storeProof } = setUp()
    await flow.pay(submission)
    dialogs[0]?.onPaid(signed)
    await expect.poll(() => ports.onPaid).toHaveBeenCalledExactlyOnceWith('o1')
    expect(states.map((state) => state.phase)).toEqual(['creating', 'paying', 'verifying', 'paid'])
    expect(ports.verify).toHaveBeenCalledExactlyOnceWith({ orderId: 'o1', ...signed })
    expect(storeProof.mock.calls.at(-1)).toEqual([null])
  })

  test('a session that ended leads to the login; a payment made meanwhile stays stored and isn’t paid again', async () => {
    const message = 'Please log in to continue.'
    const ended = setUp({ createOrder: async () => ({ kind: 'no-user', message, responded: true }) })
    await ended.flow.pay(submission)
    expect(ended.ports.onNoUser).toHaveBeenCalledExactlyOnceWith(message)
    const { flow, ports, storeProof } = setUp({ verify: async () => ({ kind: 'no-user', message }) })
    await flow.verify({ orderId: 'o1', ...signed })
    expect(ports.onNoUser).toHaveBeenCalledExactlyOnceWith(message)
    expect(storeProof.mock.calls).toEqual([[{ orderId: 'o1', ...signed }]])
    await flow.pay(submission)
    expect(ports.createOrder).not.toHaveBeenCalled()
  })

  test('an order in cash is placed without a dialog', async () => {
    const { flow, ports, states } = setUp({
      createOrder: async () => ({ kind: 'placed', orderId: 'o2', responded: true }),
    })
    await flow.pay({ ...submission, request: { ...submission.request, paymentMethod: 'cash' } })
    expect(ports.onPaid).toHaveBeenCalledExactlyOnceWith('o2')
    expect(ports.openDialog).not.toHaveBeenCalled()
    expect(states.map((state) => state.phase)).toEqual(['creating', 'paid'])
  })

  test('a second press during the first one creates no order', async () => {
    const { flow, ports } = setUp()
    await Promise.all([flow.pay(submission), flow.pay(submission)])
    await flow.pay(submission)
    expect(ports.createOrder).toHaveBeenCalledTimes(1)
  })

  test('a request is retried under the same key after a lost response, and under a new key after a received one', async () => {
    const createOrder = vi.fn<FlowPorts['createOrder']>(async () => lost)
    const { flow } = setUp({ createOrder })
    await flow.pay(submission)
    createOrder.mockResolvedValue({ ...lost, responded: true })
    await flow.pay(submission)
    await flow.pay(submission)
    const [first, again, next] = createOrder.mock.calls.map(([, key]) => key)
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  test('after a lost response, a corrected address is sent under a new key', async () => {
    const createOrder = vi.fn<FlowPorts['createOrder']>(async () => lost)
    const { flow } = setUp({ createOrder })
    await flow.pay(submission)
    await flow.pay(corrected)
    const [first, next] = createOrder.mock.calls.map(([, key]) => key)
    expect(next).not.toBe(first)
  })

  test('a changed amount is shown first, and the next press accepts it', async () => {
    const dearer = { ...opened, order: { ...order, amount: 400000 } }
    const { flow, ports } = setUp({ createOrder: async () => dearer })
    await flow.pay(submission)
    expect(flow.state.problem).toEqual({ kind: 'repriced', message: TOTAL_CHANGED, total: 4000 })
    expect(ports.openDialog).not.toHaveBeenCalled()
    await flow.pay(submission)
    expect(ports.openDialog).toHaveBeenCalledTimes(1)
  })
})

describe('a payment that fails', () => {
  test('a decline stays on the page after the dialog is closed, and Try again uses the same order', async () => {
    const { flow, ports, dialogs, close } = setUp()
    await flow.pay(submission)
    dialogs[0]?.onDeclined('Card declined')
    dialogs[0]?.onDismissed()
    expect(flow.state).toEqual({ phase: 'idle', problem: { kind: 'declined', reason: 'Card declined' } })
    await flow.retry(submission)
    expect(close).toHaveBeenCalledTimes(1)
    expect(ports.createOrder).toHaveBeenCalledTimes(1)
    expect(ports.openDialog).toHaveBeenCalledTimes(2)
    dialogs[0]?.onDismissed()
    expect(flow.state.phase).toBe('paying')
  })

  test.each([
    ['the address was corrected', corrected],
    ['another address was chosen', elsewhere],
  ])('where %s, Try again requests a new order', async (_, now) => {
    const { flow, ports, dialogs, close } = setUp()
    await flow.pay(submission)
    dialogs[0]?.onDeclined('Card declined')
    await flow.retry(now)
    expect(ports.createOrder).toHaveBeenLastCalledWith(now.request, expect.stringMatching(/^[0-9a-f]{32}$/))
    expect(ports.createOrder).toHaveBeenCalledTimes(2)
    expect(close).toHaveBeenCalledTimes(1)
    expect(flow.state.phase).toBe('paying')
  })

  test('an order whose hold is about to end is requested again', async () => {
    const { flow, ports, dialogs } = setUp({ now: () => order.heldUntil - 1000 })
    await flow.pay(submission)
    dialogs[0]?.onDeclined('Card declined')
    await flow.retry(submission)
    expect(ports.createOrder).toHaveBeenCalledTimes(2)
  })

  test('a closed dialog leaves the order unfinished without an error', async () => {
    const { flow, dialogs } = setUp()
    await flow.pay(submission)
    dialogs[0]?.onDismissed()
    expect(flow.state).toEqual({ phase: 'idle', problem: { kind: 'unfinished' } })
  })

  test('a payment through a dialog that was replaced still counts', async () => {
    const { flow, ports, dialogs } = setUp()
    await flow.pay(submission)
    dialogs[0]?.onDeclined('Card declined')
    await flow.retry(submission)
    dialogs[0]?.onPaid(signed)
    await expect.poll(() => ports.onPaid).toHaveBeenCalledTimes(1)
  })

  test('an unverified payment can only be verified again, not paid again', async () => {
    const verify = vi.fn<FlowPorts['verify']>(async () => ({ kind: 'unverified' }))
    const { flow, ports, dialogs, storeProof } = setUp({ verify })
    await flow.pay(submission)
    dialogs[0]?.onPaid(signed)
    await expect.poll(() => flow.state.problem).toEqual({ kind: 'unverified', reference: 'pay_1' })
    await flow.pay(submission)
    expect(ports.createOrder).toHaveBeenCalledTimes(1)
    expect(storeProof.mock.calls).toEqual([[{ orderId: 'o1', ...signed }]])
    verify.mockResolvedValue({ kind: 'paid' })
    await flow.verify()
    expect(ports.onPaid).toHaveBeenCalledWith('o1')
  })

  test('a failed verification is shown, and the order’s state is checked a moment later', async () => {
    const { promise: delay, resolve: goOn } = Promise.withResolvers<void>()
    const { flow, ports, dialogs, storeProof } = setUp({
      verify: async () => ({ kind: 'unverified' }),
      isPaid: vi.fn(async () => true),
      delay: () => delay,
    })
    await flow.pay(submission)
    dialogs[0]?.onPaid(signed)
    await expect.poll(() => flow.state.problem).toEqual({ kind: 'unverified', reference: 'pay_1' })
    expect(ports.isPaid).not.toHaveBeenCalled()
    goOn()
    await expect.poll(() => ports.onPaid).toHaveBeenCalledExactlyOnceWith('o1')
    expect(ports.isPaid).toHaveBeenCalledExactlyOnceWith('o1')
    expect(storeProof.mock.calls.at(-1)).toEqual([null])
  })

  test('a blocked script and a refused order are shown', async () => {
    const blocked = setUp({ openDialog: async () => null })
    await blocked.flow.pay(submission)
    expect(blocked.flow.state.problem).toEqual({ kind: 'no-script' })
    const short: OrderOutcome = { kind: 'change-cart', message: 'Only 1 left of it.', responded: true }
    const refused = setUp({ createOrder: async () => short })
    await refused.flow.pay(submission)
    expect(refused.flow.state).toEqual({
      phase: 'idle',
      problem: { kind: 'change-cart', message: 'Only 1 left of it.' },
    })
  })
})

test('the provider’s reason for a decline is shown', () => {
  expect(reasonOf({ error: { description: 'Card declined', reason: 'card_declined' } })).toBe('Card declined')
  expect(reasonOf(undefined)).toBe('The bank gave no reason.')
})

test('an Indian phone number gets its country code', () => {
  expect(contactOf('98200 00000', 'India')).toBe('+919820000000')
  expect(contactOf('+1 (212) 555-0100', 'USA')).toBe('+12125550100')
  expect(contactOf('', 'India')).toBe('')
})
