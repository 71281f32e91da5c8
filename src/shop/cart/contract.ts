import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, slug, text, whole } from '#platform/api/fields.server.ts'
import { t } from '#platform/text/t.ts'
import { picture } from '../catalog/contract.ts'
import { GUEST_CART_FULL, GUEST_LINES, QUANTITY_TOO_SMALL } from './messages.ts'

/** The product inside a line of a cart, a wishlist, an order or an exchange (SPEC 3); `price` in rupees. */
export const lineProduct = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  images: z.array(z.string()),
})

/** A line of a cart or a wishlist. */
export const cartLine = z
  .object({
    _id: z.string(),
    productId: lineProduct.extend({ mrp: z.number().nullable() }),
    size: z.string(),
    color: z.string(),
    quantity: z.int(),
    /** The rate of this line at its current price, only in a shop with a tax table. */
    taxPercent: z.int().optional(),
    /** Its product can't be paid in cash, whatever the shop takes. */
    noCash: z.literal(true).optional(),
    /** Its product's own exchange days, 0 for never. Missing if they're the shop's (`exchange.days`). */
    exchangeDays: z.int().optional(),
    /** The number of this colour and size that can still be bought. */
    available: z.int(),
    /** The picture of this colour. */
    picture: picture.nullable(),
  })
  .meta({ id: 'CartLine' })

/** A line and its new quantity (CONTRACT: the quantity is set, not added). */
export const lineToSet = z.object({
  userId: id,
  productId: slug,
  quantity: whole(1, 2_147_483_647, QUANTITY_TOO_SMALL),
  color: text({ max: 60, required: t('Please select a color.') }),
  size: text({ max: 30, required: t('Please select a size.') }),
})

/** A product in one colour and size, with a quantity. */
export const selectedLine = lineToSet.omit({ userId: true })

/**
 * What a line is replaced by: one line of another colour or size, or two lines to take such a change back after it was
 * added up with a line that was there.
 */
export const replacements = z.array(selectedLine).min(1).max(2)

/** The lines stored on a guest's device (decision 018). */
const guestLines = z.array(selectedLine).max(GUEST_LINES, GUEST_CART_FULL)

export type LineProduct = z.output<typeof lineProduct>
export type CartLine = z.output<typeof cartLine>
export type LineToSet = z.output<typeof lineToSet>

export const cartContract = defineContract({
  'GET /user/getCartProduct/{userId}': {
    summary: 'The lines of the customer’s cart, oldest first',
    group: 'Cart',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ cart: z.array(cartLine) }),
  },
  'POST /user/addToCart': {
    summary: 'Sets the quantity of a line of the cart; creates the line if there is none',
    group: 'Cart',
    access: 'customer',
    body: lineToSet,
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string(), cart: z.array(cartLine) }),
    refusals: ['not_found', 'insufficient_stock', 'cart_full'],
  },
  'POST /user/replaceCartLine': {
    summary: 'Replaces a line of the cart by others, whose quantities it sets; all of it or nothing',
    group: 'Cart',
    access: 'customer',
    body: z.object({ userId: id, cartItemId: id, lines: replacements }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string(), cart: z.array(cartLine) }),
    refusals: ['not_found', 'insufficient_stock', 'cart_full'],
  },
  'DELETE /user/deleteCartProduct': {
    summary: 'Deletes a line of the cart',
    group: 'Cart',
    access: 'customer',
    body: z.object({ userId: id, cartItemId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: ['not_found'],
  },
  'POST /user/guestCart': {
    summary: 'Prices the lines of a visitor’s device, with current stock; leaves out products no longer sold',
    group: 'Cart',
    access: 'public',
    body: z.object({ lines: guestLines }),
    status: 200,
    response: z.object({ cart: z.array(cartLine) }),
    refusals: ['not_found'],
  },
  'POST /user/mergeCart': {
    summary: 'Merges the lines of a visitor’s device into the customer’s cart; idempotent',
    group: 'Cart',
    access: 'customer',
    body: z.object({ userId: id, lines: guestLines }),
    status: 200,
    response: z.object({
      success: z.literal(true),
      /** A sentence for each line that was not added as requested. */
      notices: z.array(z.string()),
    }),
  },
})
