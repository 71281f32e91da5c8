import { isRecord } from '../is-record.ts'
import type { CartLine, LineToSet } from './contract.ts'

/** Where local storage has a visitor's cart (guest-lines.ts). The shell looks for it by the same name. */
export const GUEST_CART_KEY = 'guestCart'

/** Whether the owner lets visitors fill a cart (the setting `cart.guests`), as the document says. */
export function takesGuests(): boolean {
  return document.querySelector('meta[name=guest-cart]') !== null
}

/** A product with colour, size and quantity. */
export type SelectedLine = Omit<LineToSet, 'userId'>

/** A line as a selection, to add it again or elsewhere. */
export function selectionOf({ productId, color, size, quantity }: CartLine): SelectedLine {
  return { productId: productId._id, color, size, quantity }
}

type PendingLine = { line: SelectedLine; from: string }

/**
 * One line in this tab's session storage under `key`, so that a shopper who presses Add while logged out finds it in the
 * cart after the login.
 */
export function createPendingLine(key: string) {
  return {
    save(line: SelectedLine, from: string): void {
      sessionStorage.setItem(key, JSON.stringify({ line, from } satisfies PendingLine))
    },
    /** Returns the saved line and deletes it. */
    take(): PendingLine | null {
      const text = sessionStorage.getItem(key)
      sessionStorage.removeItem(key)
      return parsePendingLine(text)
    },
  }
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

/** A line as it was stored; null for anything else. */
export function parseSelectedLine(value: unknown): SelectedLine | null {
  if (!isRecord(value)) return null
  const { productId, color, size, quantity } = value
  if (typeof productId !== 'string' || typeof color !== 'string' || typeof size !== 'string') return null
  return typeof quantity === 'number' ? { productId, color, size, quantity } : null
}
