// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countGuestLines } from './guest-cart.ts'
import { parseLines } from './parse-line.ts'
import { createWaitingQuantities, guestLines, parseWaitingLine, QUANTITY_DELAY_MS } from './waiting-lines.ts'

describe('a line that waits for the login', () => {
  const line = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 2 }

  test('is restored with the page it came from', () => {
    expect(parseWaitingLine({ line, from: '/product-details/four-bars-boxy-tee' })).toEqual({
      line,
      from: '/product-details/four-bars-boxy-tee',
    })
  })

  test('never leads out of the shop', () => {
    expect(parseWaitingLine({ line, from: 'https://elsewhere.example' })?.from).toBe('/')
  })

  test.each([null, '', 'x', [], {}, { line: 1, from: '/' }, { line: { productId: 'a' }, from: '/' }])(
    'is nothing if the stored value is invalid: %j',
    (value) => expect(parseWaitingLine(value)).toBeNull(),
  )
})

describe('a guest’s lines', () => {
  const TEE = { productId: 'tee', color: 'Black', size: 'M', quantity: 1 }
  const CAP = { ...TEE, productId: 'cap' }

  beforeEach(() => localStorage.clear())

  test('setting a line again replaces its quantity in place; removing a line leaves the others', () => {
    for (const line of [TEE, CAP, { ...TEE, quantity: 3 }]) expect(guestLines.set(line)).toBe(true)
    expect(guestLines.read()).toEqual([{ ...TEE, quantity: 3 }, CAP])
    expect(guestLines.with({ ...CAP, size: 'L' })).toHaveLength(3)
    guestLines.drop(TEE)
    expect(guestLines.read()).toEqual([CAP])
    guestLines.clear()
    expect(localStorage).toHaveLength(0)
  })

  test.each([
    ['invalid JSON', '{'],
    ['a list', JSON.stringify([TEE])],
    ['another version', JSON.stringify({ version: 2, lines: [TEE] })],
    ['lines that are not a list', JSON.stringify({ version: 1, lines: 'all' })],
    ['a line without a size', JSON.stringify({ version: 1, lines: [CAP, { ...TEE, size: undefined }] })],
    ['a quantity of 0', JSON.stringify({ version: 1, lines: [{ ...TEE, quantity: 0 }] })],
    ['a fractional quantity', JSON.stringify({ version: 1, lines: [{ ...TEE, quantity: 1.5 }] })],
  ])('an invalid stored value is an empty cart: %s', (_, stored) => {
    localStorage.setItem('guestCart', stored)
    expect(guestLines.read()).toEqual([])
    expect(guestLines.set(TEE)).toBe(true)
    expect(guestLines.read()).toEqual([TEE])
  })

  test('only the first 50 lines of a longer list are read', () => {
    const lines = Array.from({ length: 51 }, (_, number) => ({ ...TEE, size: `${number}` }))
    localStorage.setItem('guestCart', JSON.stringify({ version: 1, lines }))
    expect(guestLines.read()).toEqual(lines.slice(0, 50))
  })

  test('items are counted only in a shop with guest carts', () => {
    guestLines.set({ ...TEE, quantity: 2 })
    guestLines.set(CAP)
    expect(countGuestLines()).toBe(0)
    document.head.innerHTML = '<meta name="guest-cart" content="on">'
    expect(countGuestLines()).toBe(3)
    document.head.innerHTML = ''
  })
})

describe('quantities that wait', () => {
  const lines = parseLines(
    ['l1', 'l2'].map((_id) => ({ _id, productId: { _id: 'tee' }, size: 'M', color: 'Black', quantity: 1 })),
  )
  const [line, other] = lines
  if (!line || !other) throw new Error('there are no lines')

  beforeEach(() => void vi.useFakeTimers())

  /** Waiting quantities whose call takes a second. */
  function slow() {
    const order: string[] = []
    const send = async (_: unknown, quantity: number) => {
      order.push(`start ${quantity}`)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      order.push(`end ${quantity}`)
      return true
    }
    return { order, waiting: createWaitingQuantities(send, () => {}) }
  }

  test('only the last change of a line is sent, 500 ms after it', async () => {
    const send = vi.fn(async () => true)
    const waiting = createWaitingQuantities(send, () => {})
    waiting.change(line, 2)
    await vi.advanceTimersByTimeAsync(QUANTITY_DELAY_MS - 1)
    waiting.change(line, 3)
    await vi.advanceTimersByTimeAsync(QUANTITY_DELAY_MS - 1)
    expect(send).not.toHaveBeenCalled()
    expect(waiting.applyTo(lines)).toMatchObject([{ quantity: 3, isUnsent: false }, { quantity: 1 }])
    await vi.advanceTimersByTimeAsync(1)
    expect(send).toHaveBeenCalledExactlyOnceWith(line, 3, { keepalive: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(waiting.hasAny()).toBe(false)
  })

  test('a change during a request is sent after it, and the screen keeps showing it', async () => {
    const { order, waiting } = slow()
    waiting.change(line, 2)
    await vi.advanceTimersByTimeAsync(600)
    waiting.change(line, 3)
    await vi.advanceTimersByTimeAsync(950)
    expect(waiting.applyTo(lines)).toMatchObject([{ quantity: 3 }, { quantity: 1 }])
    await vi.advanceTimersByTimeAsync(2000)
    expect(order).toEqual(['start 2', 'end 2', 'start 3', 'end 3'])
    expect(waiting.hasAny()).toBe(false)
  })

  test('a line is removed once its call has returned, and its next call isn’t sent', async () => {
    const { order, waiting } = slow()
    waiting.change(line, 2)
    await vi.advanceTimersByTimeAsync(QUANTITY_DELAY_MS)
    waiting.change(line, 3)
    await vi.advanceTimersByTimeAsync(QUANTITY_DELAY_MS)
    const dropped = waiting.drop('l1').then((quantity) => order.push(`dropped ${quantity}`))
    await vi.advanceTimersByTimeAsync(3000)
    await dropped
    expect(order).toEqual(['start 2', 'end 2', 'dropped 3'])
  })

  test('flush sends at once, and a removed line sends nothing', async () => {
    const send = vi.fn(async () => true)
    const waiting = createWaitingQuantities(send, () => {})
    waiting.change(line, 2)
    waiting.change(other, 4)
    void waiting.drop('l2')
    await waiting.flush({ keepalive: true })
    expect(send).toHaveBeenCalledExactlyOnceWith(line, 2, { keepalive: true })
  })

  test('without a connection a quantity stays as typed and is marked as unsent; a retry sends it', async () => {
    let isConnected = false
    const sent: number[] = []
    const waiting = createWaitingQuantities(
      async (_, quantity) => {
        if (isConnected) sent.push(quantity)
        return isConnected
      },
      () => {},
    )
    waiting.change(line, 5)
    await vi.advanceTimersByTimeAsync(QUANTITY_DELAY_MS)
    expect(waiting.applyTo(lines)).toMatchObject([{ quantity: 5, isUnsent: true }, { quantity: 1 }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([])
    await waiting.flush()
    expect(waiting.applyTo(lines)).toMatchObject([{ quantity: 5, isUnsent: true }, { quantity: 1 }])
    isConnected = true
    await waiting.flush()
    expect(sent).toEqual([5])
    expect(waiting.hasAny()).toBe(false)
  })

  test('after a logout nothing is sent', async () => {
    const send = vi.fn(async () => true)
    const waiting = createWaitingQuantities(send, () => {})
    waiting.change(line, 2)
    waiting.clear()
    await vi.advanceTimersByTimeAsync(QUANTITY_DELAY_MS)
    expect(send).not.toHaveBeenCalled()
  })
})
