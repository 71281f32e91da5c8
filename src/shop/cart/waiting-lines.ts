import { deviceStorage, tabStorage } from '#platform/browser/storage.ts'
import { isRecord } from '../is-record.ts'
import type { CartLine, LineToSet } from './contract.ts'
import { GUEST_KEYS, type GuestList } from './guest-lists.ts'
import { GUEST_LINES } from './messages.ts'

/*
 * A waiting line was chosen by a shopper, and the server doesn't have it yet. It waits for the login
 * (`createWaitingLine`), on a guest's list (`guestLines`, `guestWishes`), or as a changed quantity for its pause or for a connection
 * (`createWaitingQuantities`).
 */

/** A product in one colour and size, with a quantity. */
export type SelectedLine = Omit<LineToSet, 'userId'>

/** The selection that adds a line again, or to another list. */
export function selectionOf({ productId, color, size, quantity }: CartLine): SelectedLine {
  return { productId: productId._id, color, size, quantity }
}

/** True if two selections are of the same product, colour and size. */
export function isSameLine(one: SelectedLine, other: SelectedLine): boolean {
  return one.productId === other.productId && one.color === other.color && one.size === other.size
}

/** The session storage keys of what waits for the login. */
export const WAITING_KEYS = { cart: 'waitingCartLine', wishlist: 'waitingWishlistLine' } as const

/** The line that waits under a key, or null. It stays there. */
export function readWaitingLine(key: string): SelectedLine | null {
  return parseWaitingLine(tabStorage.read(key))?.line ?? null
}

/**
 * One line in this tab's session storage under `key`, so that a shopper who presses Add while logged out finds it in
 * the cart after the login.
 */
export function createWaitingLine<R>(key: string, add: (line: SelectedLine) => Promise<R>) {
  return {
    /** Saves a line until after the login; `from` is the path to return to. */
    save(line: SelectedLine, from: string): void {
      tabStorage.write(key, { line, from })
    },
    /** Adds the saved line, and forgets it. Null if none was saved. `retry` adds it again. */
    async finish(): Promise<{ result: R; from: string; retry: () => Promise<R> } | null> {
      const saved = parseWaitingLine(tabStorage.read(key))
      tabStorage.write(key, null)
      if (saved === null) return null
      const retry = () => add(saved.line)
      return { result: await retry(), from: saved.from, retry }
    },
  }
}

/** Parses what `save` wrote; null for anything else. */
export function parseWaitingLine(value: unknown): { line: SelectedLine; from: string } | null {
  if (!isRecord(value) || typeof value.from !== 'string') return null
  const line = parseSelectedLine(value.line)
  return line && { line, from: value.from.startsWith('/') ? value.from : '/' }
}

function parseSelectedLine(value: unknown): SelectedLine | null {
  if (!isRecord(value)) return null
  const { productId, color, size, quantity } = value
  if (typeof productId !== 'string' || typeof color !== 'string' || typeof size !== 'string') return null
  return typeof quantity === 'number' ? { productId, color, size, quantity } : null
}

const VERSION = 1

/**
 * The lines that a guest put on a list on this device, at most 50, oldest first (docs/decisions/018). Functions that
 * store return false if the browser stores nothing.
 */
function createGuestLines(list: GuestList) {
  const key = GUEST_KEYS[list]
  /** No lines if the stored value is invalid. */
  function read(): SelectedLine[] {
    const value = deviceStorage.read(key)
    if (!isRecord(value) || value.version !== VERSION || !Array.isArray(value.lines)) return []
    const lines = value.lines.map(parseSelectedLine)
    const isValid = (line: SelectedLine | null) => line !== null && Number.isInteger(line.quantity) && line.quantity > 0
    return lines.every(isValid) ? lines.filter((line) => line !== null).slice(0, GUEST_LINES) : []
  }
  /** The stored lines with this one set, without storing them. */
  function withLine(line: SelectedLine): SelectedLine[] {
    const lines = read()
    const known = lines.findIndex((other) => isSameLine(line, other))
    return known === -1 ? [...lines, line] : lines.with(known, line)
  }
  /** Stores these lines instead of all others. */
  function write(lines: readonly SelectedLine[]): boolean {
    return deviceStorage.write(key, lines.length === 0 ? null : { version: VERSION, lines })
  }
  return {
    list,
    read,
    with: withLine,
    /** The stored lines with one replaced by others in its place, without storing them. */
    replacing(line: SelectedLine, others: readonly SelectedLine[]): SelectedLine[] {
      const isNew = (one: SelectedLine) => others.some((other) => isSameLine(one, other))
      return read().flatMap((one) => (isSameLine(one, line) ? others : isNew(one) ? [] : one))
    },
    write,
    /** Sets a line's quantity, or adds the line. */
    set: (line: SelectedLine): boolean => write(withLine(line)),
    drop: (line: SelectedLine): boolean => write(read().filter((other) => !isSameLine(line, other))),
    clear: (): boolean => write([]),
  }
}

export type GuestLines = ReturnType<typeof createGuestLines>

/** A guest's cart, and a guest's wishlist. */
export const guestLines = createGuestLines('cart')
export const guestWishes = createGuestLines('wishlist')

/** SPEC 9: the pause after the last change before a quantity is sent. */
export const QUANTITY_DELAY_MS = 500

/** A line as it is shown. `isUnsent`: there was no connection for its quantity. */
export type ShownLine<L = CartLine> = L & { isUnsent?: boolean }

/** @returns false if there was no connection */
type Send<L> = (line: L, quantity: number, options: { keepalive: boolean }) => Promise<boolean>

type Waiting<L> = {
  line: L
  quantity: number
  isUnsent: boolean
  timer: ReturnType<typeof setTimeout> | null
  /** Requests of one line run one after the other, so that the last quantity wins. */
  sent: Promise<void>
  version: number
}

/**
 * Quantities changed on the screen. Each line waits separately: 500 ms after its last change (SPEC 4), and without a
 * connection until it's sent again. `send` sends one line and reloads the list; `onChange` is called when that is done.
 */
export function createWaitingQuantities<L extends { _id: string; quantity: number }>(
  send: Send<L>,
  onChange: () => void,
) {
  const waiting = new Map<string, Waiting<L>>()
  const isCurrent = (one: Waiting<L>) => waiting.get(one.line._id) === one

  function dispatch(one: Waiting<L>, keepalive: boolean): void {
    if (one.timer === null && !one.isUnsent) return
    if (one.timer !== null) clearTimeout(one.timer)
    one.timer = null
    one.isUnsent = false
    const { quantity, version } = one
    one.sent = one.sent.then(async () => {
      let isSent = true
      try {
        if (isCurrent(one)) isSent = await send(one.line, quantity, { keepalive })
      } finally {
        if (isCurrent(one) && one.version === version) {
          if (isSent) waiting.delete(one.line._id)
          else one.isUnsent = true
        }
        onChange()
      }
    })
  }

  return {
    /** Sets a new quantity and restarts the line's pause. */
    change(line: L, quantity: number): void {
      const first = { line, quantity, isUnsent: false, timer: null, sent: Promise.resolve(), version: 0 }
      const one = waiting.get(line._id) ?? first
      if (one.timer !== null) clearTimeout(one.timer)
      one.quantity = quantity
      one.isUnsent = false
      one.version += 1
      one.timer = setTimeout(() => dispatch(one, false), QUANTITY_DELAY_MS)
      waiting.set(line._id, one)
    },
    /** The lines with their waiting quantities. */
    applyTo(lines: readonly L[]): ShownLine<L>[] {
      return lines.map((line) => {
        const one = waiting.get(line._id)
        return one ? { ...line, quantity: one.quantity, isUnsent: one.isUnsent } : line
      })
    },
    hasAny: (): boolean => waiting.size > 0,
    /** Sends everything now. Resolves when the server has it, or can't be reached. */
    async flush({ keepalive = false } = {}): Promise<void> {
      for (const one of waiting.values()) dispatch(one, keepalive)
      await Promise.all(Array.from(waiting.values(), (one) => one.sent))
    },
    /**
     * Drops the quantity of a line that is being removed. Resolves to it once no call of the line is in progress, or to
     * undefined if there was none. A call that arrives after the removal would add the line again.
     */
    async drop(id: string): Promise<number | undefined> {
      const one = waiting.get(id)
      if (one?.timer) clearTimeout(one.timer)
      waiting.delete(id)
      await one?.sent
      return one?.quantity
    },
    /** Forgets everything: the shopper has left. */
    clear(): void {
      for (const { timer } of waiting.values()) if (timer !== null) clearTimeout(timer)
      waiting.clear()
    },
  }
}

/** Calls `flush` when the page is hidden or unloaded. Returns the function that removes the listeners. */
export function onPageLeave(flush: () => void): () => void {
  const stop = new AbortController()
  const hidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  document.addEventListener('visibilitychange', hidden, { signal: stop.signal })
  window.addEventListener('pagehide', flush, { signal: stop.signal })
  return () => stop.abort()
}
