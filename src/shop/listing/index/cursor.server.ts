/** A product's place in the listing: price in paise, then id byte by byte. */
export interface Place {
  price: number
  id: string
}

/** Below zero where `a` stands before `b` from low to high. */
export function comparePlaces(a: Place, b: Place): number {
  return a.price - b.price || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Where the next page starts: after this place. Opaque outside, and true whatever is written in between. */
export function writeCursor(place: Place): string {
  return Buffer.from(`${place.price} ${place.id}`).toString('base64url')
}

/** Null where the cursor is not one of ours. */
export function readCursor(cursor: string): Place | null {
  const match = /^(\d{1,10}) ([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!match?.[1] || !match[2]) return null
  const place = { price: Number(match[1]), id: match[2] }
  return writeCursor(place) === cursor ? place : null
}
