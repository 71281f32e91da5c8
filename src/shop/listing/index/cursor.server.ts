/** The listing's sort key: price in paise, then id by bytes. */
export interface SortKey {
  price: number
  id: string
}

/** Below zero where `a` sorts before `b`. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  return a.price - b.price || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The last product's sort key, opaque to clients; it stays valid while products change. */
export function writeCursor(key: SortKey): string {
  return Buffer.from(`${key.price} ${key.id}`).toString('base64url')
}

/** Null for an invalid cursor. */
export function readCursor(cursor: string): SortKey | null {
  const match = /^(\d{1,10}) ([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!match?.[1] || !match[2]) return null
  const key = { price: Number(match[1]), id: match[2] }
  return writeCursor(key) === cursor ? key : null
}
