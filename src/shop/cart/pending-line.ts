import { isRecord } from '../is-record.ts'
import type { LineToSet } from './contract.ts'

/** A product with colour, size and quantity. */
export type SelectedLine = Omit<LineToSet, 'userId'>

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
    if (!isRecord(value) || !isRecord(value.line) || typeof value.from !== 'string') return null
    const { productId, color, size, quantity } = value.line
    if (typeof productId !== 'string' || typeof color !== 'string' || typeof size !== 'string') return null
    if (typeof quantity !== 'number') return null
    return { line: { productId, color, size, quantity }, from: value.from.startsWith('/') ? value.from : '/' }
  } catch {
    return null
  }
}
