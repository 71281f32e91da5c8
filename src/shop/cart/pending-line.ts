import { isRecord } from '../is-record.ts'
import type { CartLine, LineToSet } from './contract.ts'

/** The local storage key of a visitor's cart (guest-lines.ts); the shell reads it too. */
export const GUEST_CART_KEY = 'guestCart'

/** Whether the owner lets visitors fill a cart (the setting `cart.guests`), as the document says. */
export function isGuestCartEnabled(): boolean {
  return document.querySelector('meta[name=guest-cart]') !== null
}

/** A product in one colour and size, with a quantity. */
export type SelectedLine = Omit<LineToSet, 'userId'>

/** The selection that adds a line again, or to another list. */
export function selectionOf({ productId, color, size, quantity }: CartLine): SelectedLine {
  return { productId: productId._id, color, size, quantity }
}

type PendingLine = { line: SelectedLine; from: string }

/**
 * One line in this tab's session storage under `key`, so that a shopper who presses Add while logged out finds it in the
 * cart after the login.
 */
export function createPendingLine<R>(key: string, add: (line: SelectedLine) => Promise<R>) {
  return {
    /** Saves a line until after the login; `from` is the path to return to. */
    save(line: SelectedLine, from: string): void {
      sessionStorage.setItem(key, JSON.stringify({ line, from } satisfies PendingLine))
    },
    /** Adds the saved line, and forgets it. Null where none was saved. */
    async finish(): Promise<{ outcome: R; from: string } | null> {
      const saved = parsePendingLine(sessionStorage.getItem(key))
      sessionStorage.removeItem(key)
      return saved && { outcome: await add(saved.line), from: saved.from }
    },
  }
}

/** Whether two selections are of the same product, colour and size. */
export function isSameLine(one: SelectedLine, other: SelectedLine): boolean {
  return one.productId === other.productId && one.color === other.color && one.size === other.size
}

/** Parses what `save` wrote; null for anything else. */
export function parsePendingLine(text: string | null): PendingLine | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value.from !== 'string') return null
    const line = parseSelectedLine(value.line)
    return line && { line, from: value.from.startsWith('/') ? value.from : '/' }
  } catch {
    return null
  }
}

/** Parses a stored selection; null for anything else. */
export function parseSelectedLine(value: unknown): SelectedLine | null {
  if (!isRecord(value)) return null
  const { productId, color, size, quantity } = value
  if (typeof productId !== 'string' || typeof color !== 'string' || typeof size !== 'string') return null
  return typeof quantity === 'number' ? { productId, color, size, quantity } : null
}
