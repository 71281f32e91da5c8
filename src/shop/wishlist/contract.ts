import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id } from '#platform/api/fields.server.ts'
import { type CartLine, cartLine, lineToSet, replacements, selectedLine } from '../cart/contract.ts'
import { GUEST_LINES } from '../cart/messages.ts'
import { card } from '../catalog/contract.ts'
import { GUEST_WISHLIST_FULL } from './messages.ts'

/** A line of the wishlist has the shape of a cart line (SPEC 3). */
export type WishlistLine = CartLine

/** The lines stored on a guest's device (decision 018). */
const guestWishes = z.array(selectedLine).max(GUEST_LINES, GUEST_WISHLIST_FULL)

/** A product on a shared wishlist in one colour, and the sizes that were wished. It says nothing of the person. */
const sharedWish = z
  .object({
    card,
    wished: z.array(
      z.object({
        color: z.string(),
        size: z.string(),
        /** Rupees, of this size. */
        price: z.number(),
        soldOut: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SharedWish' })

export type SharedWish = z.output<typeof sharedWish>

const link = z.object({
  /** The last part of `/wishlist/TOKEN`, or null if the list isn't shared. */
  token: z.string().nullable(),
})

export const wishlistContract = defineContract({
  'GET /user/wishlist/{userId}': {
    summary: 'The lines of the customer’s wishlist, oldest first',
    group: 'Wishlist',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ wishlist: z.array(cartLine) }),
  },
  'POST /user/addToWishlist': {
    summary: 'Sets the quantity of a line of the wishlist; creates the line if there is none',
    group: 'Wishlist',
    access: 'customer',
    body: lineToSet,
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string(), wishlist: z.array(cartLine) }),
    refusals: ['not_found', 'insufficient_stock', 'wishlist_full'],
  },
  'POST /user/replaceWishlistLine': {
    summary: 'Replaces a line of the wishlist by others, whose quantities it sets; all of it or nothing',
    group: 'Wishlist',
    access: 'customer',
    body: z.object({ userId: id, wishlistItemId: id, lines: replacements }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string(), wishlist: z.array(cartLine) }),
    refusals: ['not_found', 'insufficient_stock', 'wishlist_full'],
  },
  'DELETE /user/deleteWishlist': {
    summary: 'Deletes a line of the wishlist',
    group: 'Wishlist',
    access: 'customer',
    body: z.object({ userId: id, wishlistItemId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: ['not_found'],
  },
  'POST /user/guestWishlist': {
    summary: 'Prices the lines of a visitor’s wishlist, with current stock; leaves out products no longer sold',
    group: 'Wishlist',
    access: 'public',
    body: z.object({ lines: guestWishes }),
    status: 200,
    response: z.object({ wishlist: z.array(cartLine) }),
    refusals: ['not_found'],
  },
  'POST /user/mergeWishlist': {
    summary: 'Merges the lines of a visitor’s device into the customer’s wishlist; idempotent',
    group: 'Wishlist',
    access: 'customer',
    body: z.object({ userId: id, lines: guestWishes }),
    status: 200,
    response: z.object({
      success: z.literal(true),
      /** A sentence for each line that was not added as requested. */
      notices: z.array(z.string()),
    }),
  },
  'GET /user/wishlistLink/{userId}': {
    summary: 'The link with which the customer shows the wishlist to others',
    group: 'Wishlist',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: link,
  },
  'POST /user/wishlistLink': {
    summary: 'Makes that link, or returns the one there is; idempotent',
    group: 'Wishlist',
    access: 'customer',
    body: z.object({ userId: id }),
    status: 200,
    response: link,
    refusals: ['not_found'],
  },
  'DELETE /user/wishlistLink': {
    summary: 'Ends that link for good; idempotent',
    group: 'Wishlist',
    access: 'customer',
    body: z.object({ userId: id }),
    status: 200,
    response: link,
  },
  'GET /user/sharedWishlist/{token}': {
    summary: 'The products on the wishlist at a link, as they are now, for anybody who has it',
    group: 'Wishlist',
    access: 'public',
    params: z.object({ token: z.string().max(100) }),
    status: 200,
    response: z.object({ wishes: z.array(sharedWish) }),
    refusals: ['not_found', 'too_many_requests'],
  },
})
