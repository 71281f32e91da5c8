import type { Code } from '#platform/api/codes.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import { type Refusal, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { notEnough, notMade, PRODUCT_NOT_FOUND } from './messages.ts'
import { findVariant, type LineStore, type Variant, type VariantAvailability } from './sql.server.ts'
import type { SelectedLine } from './waiting-lines.ts'

/**
 * Sets a line of a cart or a wishlist. Returns null on success. Refusals: no such product, colour or size; more than is
 * left, naming the line (CONTRACT, Stock); `full` if the list has 100 lines. `maxWhenSoldOut` is the quantity allowed
 * of a sold-out variant.
 */
export async function setLine<C extends Code>(
  { db }: Shop,
  { store, full, maxWhenSoldOut = 0 }: { store: LineStore; full: Refusal<C>; maxWhenSoldOut?: number },
  customer: CustomerId,
  line: SelectedLine,
): Promise<Refusal<'not_found' | 'invalid_input' | 'insufficient_stock' | C> | null> {
  const availability = await findVariant(db, customer, line)
  if (!availability) return refuse('not_found', PRODUCT_NOT_FOUND)
  if (availability.available === null) return refuseVariant(availability, line)
  if (line.quantity > Math.max(availability.available, maxWhenSoldOut)) {
    const message = notEnough({ ...line, name: availability.name }, availability.available)
    return refuse('insufficient_stock', message, { errors: [{ path: 'quantity', message }] })
  }
  return (await store.set(db, customer, line)) ? null : full
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
