import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the picture of a piece as staff see it, or null: the first in its own colour. One of another colour misleads
 * whoever fetches, packs or counts the piece.
 * @param pictures the product's, as stored
 */
export function piecePicture(pictures: RawBuilder<unknown>, color: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select x.value from jsonb_array_elements(${pictures}) with ordinality x
    where x.value ->> 'color' = ${color} order by x.ordinality limit 1)`
}

/** The same of pictures that are at hand. */
export function findPiecePicture<P extends { color: string }>(pictures: readonly P[] | null, color: string): P | null {
  return pictures?.find((one) => one.color === color) ?? null
}
