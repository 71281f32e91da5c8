/**
 * The sort key of the listing: price in paise, then id by bytes. If the best matches or the newest products come first,
 * `relevanceRank` or `createdAt` precedes both; if sold-out products come last, `soldOut` precedes everything.
 */
export interface SortKey {
  price: number
  id: string
  /** Of a text search sorted by relevance (`readBest`), of views or of stars: lower is better. */
  relevanceRank?: number | undefined
  /** In milliseconds since 1970, if the newest come first. */
  createdAt?: number | undefined
  soldOut?: boolean | undefined
}

/** Negative if `a` sorts before `b`. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  return (
    (a.relevanceRank ?? 0) - (b.relevanceRank ?? 0) ||
    (b.createdAt ?? 0) - (a.createdAt ?? 0) ||
    a.price - b.price ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

/** The key of the owner's manual sort order: products with a position come first. */
export interface ManualSortKey extends SortKey {
  position?: number | undefined
}

/** Negative if `a` comes before `b` in the owner's manual sort order. */
export function compareManualKeys(a: ManualSortKey, b: ManualSortKey): number {
  const [one, other] = [a.position ?? Number.POSITIVE_INFINITY, b.position ?? Number.POSITIVE_INFINITY]
  return one === other ? compareSortKeys(a, b) : one - other
}

/** The sort key of a page's last product, opaque to clients. It stays valid while products change. */
export function writeCursor({ price, id, position, relevanceRank, createdAt, soldOut }: ManualSortKey): string {
  const time = createdAt === undefined ? position : `n${createdAt}`
  const rank = relevanceRank === undefined ? time : `g${relevanceRank}`
  const parts = [price, id, ...(rank === undefined ? [] : [rank]), ...(soldOut ? ['s'] : [])]
  return Buffer.from(parts.join(' ')).toString('base64url')
}

/** Null for an invalid cursor. */
export function readCursor(cursor: string): ManualSortKey | null {
  const match = /^(\d{1,10}) ([a-z0-9]+(?:-[a-z0-9]+)*)(?: (?:(-?\d{1,7})|g(\d{1,3})|n(\d{1,14})))?( s)?$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  )
  const [, price, id, position, relevanceRank, createdAt, soldOut] = match ?? []
  if (!price || !id) return null
  const key = {
    price: Number(price),
    id,
    ...(position === undefined ? {} : { position: Number(position) }),
    ...(relevanceRank === undefined ? {} : { relevanceRank: Number(relevanceRank) }),
    ...(createdAt === undefined ? {} : { createdAt: Number(createdAt) }),
    ...(soldOut === undefined ? {} : { soldOut: true }),
  }
  return writeCursor(key) === cursor ? key : null
}
