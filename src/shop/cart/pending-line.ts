import type { LineToSet } from './contract.ts'

/** A product with everything chosen; whose it is comes from the session. */
export type ChosenLine = Omit<LineToSet, 'userId'>

type Kept = { line: ChosenLine; from: string }

/**
 * One line that waits for a login, in this tab's session storage under `key`: who taps Add while logged out finds the
 * choice again after the code.
 */
export function createPendingLine(key: string) {
  return {
    keep(line: ChosenLine, from: string): void {
      sessionStorage.setItem(key, JSON.stringify({ line, from } satisfies Kept))
    },
    /** The kept line, which is forgotten by this: it is tried once. */
    take(): Kept | null {
      const text = sessionStorage.getItem(key)
      sessionStorage.removeItem(key)
      return readKept(text)
    },
  }
}

/** Reads what `keep` wrote; null for anything else that stands in the storage. */
export function readKept(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!isRecord(kept) || !isRecord(kept.line) || typeof kept.from !== 'string') return null
    const { productId, color, size, quantity } = kept.line
    if (typeof productId !== 'string' || typeof color !== 'string' || typeof size !== 'string') return null
    if (typeof quantity !== 'number') return null
    return { line: { productId, color, size, quantity }, from: kept.from.startsWith('/') ? kept.from : '/' }
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
