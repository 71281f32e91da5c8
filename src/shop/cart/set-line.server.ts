import type { Code } from '#platform/api/codes.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, refuse, type Success } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import type { Shop } from '../shop.server.ts'
import { ITEM_NOT_FOUND, notEnough, notMade, PRODUCT_NOT_FOUND } from './messages.ts'
import type { LinePlace, LineStore, Variant, VariantAvailability } from './sql.server.ts'
import type { SelectedLine } from './waiting-lines.ts'

/**
 * The rules of a list: `full` is the refusal at 100 lines, `maxWhenSoldOut` the quantity allowed of a sold-out variant.
 */
export type ListRules<C extends Code> = { store: LineStore; full: Refusal<C>; maxWhenSoldOut?: number }

type SetRefusal<C extends Code> = Refusal<'not_found' | 'invalid_input' | 'insufficient_stock' | C>

/**
 * Sets a line of a cart or a wishlist, at `place` if there is one. Returns null on success. Refusals: no such product,
 * colour or size; more than is left, naming the line (CONTRACT, Stock); `full`.
 */
export async function setLine<C extends Code>(
  { db }: Pick<Shop, 'db'>,
  { store, full, maxWhenSoldOut = 0 }: ListRules<C>,
  customer: CustomerId,
  line: SelectedLine,
  place: LinePlace | null = null,
): Promise<SetRefusal<C> | null> {
  const availability = await store.setIfAvailable(db, customer, line, { place, maxWhenSoldOut })
  if (!availability) return refuse('not_found', PRODUCT_NOT_FOUND)
  if (availability.isSet) return null
  if (availability.available === null) return refuseVariant(availability, line)
  if (line.quantity > Math.max(availability.available, maxWhenSoldOut)) {
    const message = notEnough({ ...line, name: availability.name }, availability.available)
    return refuse('insufficient_stock', message, { errors: [{ path: 'quantity', message }] })
  }
  return full
}

/**
 * Replaces a line by others, as `setLine` sets them, in one transaction: nothing changes if one of them is refused. The
 * first takes the line's id and place.
 */
export function replaceLine<C extends Code>(
  { db }: Shop,
  rules: ListRules<C>,
  customer: CustomerId,
  { lineId, lines }: { lineId: string; lines: readonly SelectedLine[] },
): Promise<Success<null> | SetRefusal<C>> {
  return transact(db, async (tx) => {
    const place = await rules.store.take(tx, customer, lineId)
    if (place === null) return refuse('not_found', ITEM_NOT_FOUND)
    for (const [index, line] of lines.entries()) {
      const refusal = await setLine({ db: tx }, rules, customer, line, index === 0 ? place : null)
      if (refusal) return refusal
    }
    return ok(null)
  })
}

/** The refusal of a colour or size that a product doesn't have. `path` is the line's place in the request. */
export function refuseVariant(
  { name, hasColor }: Omit<VariantAvailability, 'available'>,
  variant: Variant,
  path = '',
): Refusal<'invalid_input'> {
  const part = hasColor ? 'size' : 'color'
  const message = notMade(name, part, variant[part])
  return refuse('invalid_input', message, { errors: [{ path: `${path}${part}`, message }] })
}
