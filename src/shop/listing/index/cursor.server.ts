/** The listing's sort key: price in paise, then id by bytes. */
export interface SortKey {
  price: number
  id: string
}

/** Below zero where `a` sorts before `b`. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  return a.price - b.price || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The key of the owner's own order: those with a position first. */
export interface HandKey extends SortKey {
  position?: number | undefined
}

/** Below zero where `a` comes before `b` in the owner's order. */
export function compareHandKeys(a: HandKey, b: HandKey): number {
  const [one, other] = [a.position ?? Number.POSITIVE_INFINITY, b.position ?? Number.POSITIVE_INFINITY]
  return one === other ? compareSortKeys(a, b) : one - other
}

/** The last product's sort key, opaque to clients; it stays valid while products change. */
export function writeCursor(key: HandKey): string {
  const position = key.position === undefined ? '' : ` ${key.position}`
  return Buffer.from(`${key.price} ${key.id}${position}`).toString('base64url')
}

/** Null for an invalid cursor. */
export function readCursor(cursor: string): HandKey | null {
  const match = /^(\d{1,10}) ([a-z0-9]+(?:-[a-z0-9]+)*)(?: (-?\d{1,7}))?$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  )
  if (!match?.[1] || !match[2]) return null
  const position = match[3] === undefined ? {} : { position: Number(match[3]) }
  const key = { price: Number(match[1]), id: match[2], ...position }
  return writeCursor(key) === cursor ? key : null
}
