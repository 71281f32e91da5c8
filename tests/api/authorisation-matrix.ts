import type { CallName } from '#platform/api/endpoint.ts'
import type { ShopContract } from '#shop/contract.ts'
import { orderOf, tote } from '../support/checkout-fixture.ts'
import { ONE_PIXEL_PNG } from '../support/one-pixel-png.ts'
import type { Person, Sent } from './customers.ts'

/** One row of the matrix: what the contract does not say about a call. */
export interface Row {
  /** The status of `valid`, sent with the customer's own token, or without one to a public call. */
  status: number
  /** Valid parts of the call for this customer. */
  valid(who: Person): Sent
  /** Ids in the call: where each is, how to get the other customer's id, and the message of the 404 for that and for unknown ids. */
  ids?: readonly { at: string; of?: (other: Person) => string; message: string }[]
}

const WHITE_TEE = { productId: 'boxy-tee', color: 'White', size: 'M', quantity: 2 }
const cartLine = (who: Person): Sent => ({ body: { userId: who.id, ...WHITE_TEE } })
const ownId = (who: Person): Sent => ({ params: { userId: who.id } })
const nothing = (): Sent => ({})
const product = (productId: string) => (): Sent => ({ params: { productId } })
const unknownLink = (): Sent => ({ params: { token: 'x'.repeat(22) } })
const NO_PRODUCT = 'Product not found.'
const NO_ORDER = 'Order not found.'

/** Every call of the contract, in the order in which its successes are tried. */
export const MATRIX: Record<keyof ShopContract & CallName, Row> = {
  'GET /home/latestArrivals': { status: 200, valid: nothing },
  'GET /home/topCollection': { status: 200, valid: nothing },
  'GET /user/homeSections': { status: 200, valid: nothing },
  'GET /user/banner': { status: 200, valid: nothing },
  'GET /user/filterProduct': { status: 200, valid: () => ({ query: { colors: 'Black' } }) },
  'GET /user/filterOptions': { status: 200, valid: nothing },
  'GET /user/delivery/{pin}': { status: 200, valid: () => ({ params: { pin: '400050' } }) },
  'GET /user/related': { status: 200, valid: () => ({ query: { products: 'boxy-tee' } }) },
  'GET /user/suggest': { status: 200, valid: () => ({ query: { q: 'boxy' } }) },
  'GET /stores': { status: 200, valid: nothing },
  'GET /map/settings': { status: 200, valid: nothing },
  'GET /user/shopSettings': { status: 200, valid: nothing },
  'GET /user/pageText/{page}': { status: 200, valid: () => ({ params: { page: 'terms' } }) },
  'GET /product/getProductDetail/{productId}': {
    status: 200,
    valid: product('boxy-tee'),
    ids: [{ at: 'params.productId', message: NO_PRODUCT }],
  },
  'GET /user/productReviewDetails/{productId}': {
    status: 200,
    valid: product('boxy-tee'),
    ids: [{ at: 'params.productId', message: NO_PRODUCT }],
  },
  'POST /user/addContactUs': {
    status: 201,
    valid: (who) => ({
      body: { firstName: 'Asha', lastName: 'Kale', email: who.email, phone: '+91 98200 00000', message: 'Hello.' },
    }),
  },
  'POST /user/subscribe': { status: 202, valid: (who) => ({ body: { email: who.email } }) },
  'POST /user/notifyMe': {
    status: 202,
    valid: (who) => ({ body: { email: who.email, productId: 'boxy-tee', color: 'White', size: 'L' } }),
  },
  'POST /user/register': { status: 201, valid: (who) => ({ body: { email: who.email, name: 'Asha' } }) },
  'POST /user/login': { status: 200, valid: (who) => ({ body: { email: who.email } }) },
  // Public calls whose own refusal is 401: this code and this link were never sent.
  'POST /user/verifyOtp': { status: 401, valid: () => ({ body: { email: 'nobody@example.test', otp: 123456 } }) },
  'POST /user/refreshSession': { status: 401, valid: nothing },
  'POST /user/forgetDevice': { status: 204, valid: nothing },
  'POST /user/linkOwner': { status: 401, valid: () => ({ body: { token: 'x'.repeat(43) } }) },
  'POST /user/verifyLink': { status: 401, valid: () => ({ body: { token: 'x'.repeat(43) } }) },
  'GET /user/getCartProduct/{userId}': { status: 200, valid: ownId },
  'GET /user/wishlist/{userId}': { status: 200, valid: ownId },
  'GET /user/priceAlerts/{userId}': { status: 200, valid: ownId },
  'PUT /user/priceAlerts/{userId}': { status: 200, valid: (who) => ({ ...ownId(who), body: { priceDrops: true } }) },
  'GET /user/getUserAddresses/{userId}': { status: 200, valid: ownId },
  'GET /user/credit/{userId}': { status: 200, valid: ownId },
  'GET /user/user-orders/{userId}': { status: 200, valid: ownId },
  'GET /user/order-status/{orderId}': {
    status: 200,
    valid: (who) => ({ params: { orderId: who.orderId } }),
    ids: [{ at: 'params.orderId', of: (other) => other.orderId, message: NO_ORDER }],
  },
  'GET /user/invoice/{userId}/{orderId}': {
    status: 200,
    valid: (who) => ({ params: { userId: who.id, orderId: who.orderId } }),
    ids: [{ at: 'params.orderId', of: (other) => other.orderId, message: NO_ORDER }],
  },
  'GET /user/credit-note/{userId}/{refundId}': {
    status: 200,
    valid: (who) => ({ params: { userId: who.id, refundId: who.refundId } }),
    ids: [{ at: 'params.refundId', of: (other) => other.refundId, message: 'Credit note not found.' }],
  },
  'POST /user/addToCart': {
    status: 200,
    valid: cartLine,
    ids: [{ at: 'body.productId', message: NO_PRODUCT }],
  },
  'POST /user/addToWishlist': {
    status: 200,
    valid: cartLine,
    ids: [{ at: 'body.productId', message: NO_PRODUCT }],
  },
  'POST /user/addAddress': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, address: { firstName: 'Asha', townCity: 'Pune' } } }),
  },
  'POST /user/updateAddress': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, addressId: who.addressId, updatedDetails: { isDefault: true } } }),
    ids: [{ at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' }],
  },
  'POST /user/quote': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, productDetails: [tote], addressId: who.addressId } }),
    ids: [
      { at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' },
      { at: 'body.productDetails.0.productId', message: NO_PRODUCT },
    ],
  },
  'POST /user/create-order': {
    status: 201,
    valid: (who) => ({ body: orderOf(who, [tote]) }),
    ids: [
      { at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' },
      { at: 'body.productDetails.0.productId', message: NO_PRODUCT },
    ],
  },
  'GET /user/pending-orders/{userId}': { status: 200, valid: ownId },
  'POST /user/verify-payment': {
    status: 200,
    valid: (who) => ({
      body: {
        userId: who.id,
        orderId: who.openOrderId,
        razorpayPaymentId: who.razorpayPaymentId,
        razorpayOrderId: who.razorpayOrderId,
        razorpaySignature: who.razorpaySignature,
      },
    }),
    ids: [{ at: 'body.orderId', of: (other) => other.openOrderId, message: NO_ORDER }],
  },
  'POST /user/pay-order': {
    // The row of verify-payment has paid it.
    status: 409,
    valid: (who) => ({ body: { userId: who.id, orderId: who.openOrderId } }),
    ids: [{ at: 'body.orderId', of: (other) => other.openOrderId, message: NO_ORDER }],
  },
  'GET /user/product/{productId}/user/{userId}/review': {
    status: 200,
    valid: (who) => ({ params: { productId: 'tin-tote', userId: who.id } }),
    ids: [{ at: 'params.productId', message: 'You haven’t reviewed this product yet.' }],
  },
  'POST /user/productReview': {
    status: 201,
    valid: (who) => ({ body: { productId: 'boxy-tee', userId: who.id, stars: 5, comment: 'Good.' } }),
    ids: [{ at: 'body.productId', message: NO_PRODUCT }],
  },
  'PUT /user/product/{productId}/user/{userId}/updateReview': {
    status: 200,
    valid: (who) => ({ params: { productId: 'tin-tote', userId: who.id }, body: { stars: 3, comment: 'Still good.' } }),
    ids: [{ at: 'params.productId', message: 'You haven’t reviewed this product yet.' }],
  },
  'GET /user/product/{productId}/user/{userId}/helpful': {
    status: 200,
    valid: (who) => ({ params: { productId: 'tin-tote', userId: who.id } }),
    ids: [{ at: 'params.productId', message: NO_PRODUCT }],
  },
  'PUT /user/review/{reviewId}/user/{userId}/helpful': {
    status: 200,
    valid: (who) => ({ params: { reviewId: who.otherReviewId, userId: who.id }, body: { helpful: true } }),
    ids: [{ at: 'params.reviewId', message: 'Review not found.' }],
  },
  'POST /user/product/{productId}/user/{userId}/reviewPhoto': {
    status: 201,
    valid: (who) => ({ params: { productId: 'linen-shirt', userId: who.id }, body: ONE_PIXEL_PNG }),
    ids: [{ at: 'params.productId', message: 'You haven’t reviewed this product yet.' }],
  },
  'DELETE /user/reviewPhoto/{photoId}/user/{userId}': {
    status: 204,
    valid: (who) => ({ params: { photoId: who.photoId, userId: who.id } }),
    ids: [{ at: 'params.photoId', of: (other) => other.photoId, message: 'Photo not found.' }],
  },
  'POST /user/quoteExchange': {
    status: 200,
    valid: (who) => ({
      body: {
        orderId: who.orderId,
        productId: 'boxy-tee',
        reasonForExchange: 'Other',
        instead: { productId: 'boxy-tee', color: 'Black', size: 'M' },
      },
    }),
    ids: [
      { at: 'body.orderId', of: (other) => other.orderId, message: NO_ORDER },
      { at: 'body.productId', of: () => 'tin-tote', message: 'This product isn’t in this order.' },
    ],
  },
  'POST /user/addExchange': {
    status: 201,
    valid: (who) => ({
      body: { orderId: who.orderId, productId: 'boxy-tee', reasonForExchange: 'Other', problem: 'It has a hole.' },
    }),
    ids: [
      { at: 'body.orderId', of: (other) => other.orderId, message: NO_ORDER },
      { at: 'body.productId', of: () => 'tin-tote', message: 'This product isn’t in this order.' },
    ],
  },
  'POST /user/exchangePhoto': { status: 201, valid: () => ({ body: ONE_PIXEL_PNG }) },
  'GET /user/exchangePhotos/{exchangeId}': {
    status: 200,
    valid: (who) => ({ params: { exchangeId: who.exchangeId } }),
    ids: [{ at: 'params.exchangeId', of: (other) => other.exchangeId, message: 'Exchange not found.' }],
  },
  'POST /user/changeExchange': {
    status: 200,
    valid: (who) => ({ body: { orderId: who.orderId, exchangeId: who.exchangeId, size: 'XL' } }),
    ids: [
      { at: 'body.orderId', of: (other) => other.orderId, message: NO_ORDER },
      { at: 'body.exchangeId', of: (other) => other.exchangeId, message: 'Exchange not found.' },
    ],
  },
  'POST /user/cancelProductExchange': {
    status: 200,
    valid: (who) => ({ body: { orderId: who.orderId, exchangeId: who.exchangeId } }),
    ids: [
      { at: 'body.orderId', of: (other) => other.orderId, message: NO_ORDER },
      { at: 'body.exchangeId', of: (other) => other.exchangeId, message: 'Exchange not found.' },
    ],
  },
  'POST /user/cancelOrder': {
    status: 200,
    // The row of verify-payment has paid it.
    valid: (who) => ({ body: { userId: who.id, orderId: who.openOrderId, reason: 'I changed my mind.' } }),
    ids: [{ at: 'body.orderId', of: (other) => other.openOrderId, message: NO_ORDER }],
  },
  // 404 unless the owner turns guest carts on.
  'POST /user/guestCart': { status: 404, valid: () => ({ body: { lines: [] } }) },
  'POST /user/mergeCart': { status: 200, valid: (who) => ({ body: { userId: who.id, lines: [] } }) },
  'POST /user/replaceCartLine': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, cartItemId: who.cartItemId, lines: [WHITE_TEE] } }),
    ids: [
      { at: 'body.cartItemId', of: (other) => other.cartItemId, message: 'Item not found.' },
      { at: 'body.lines.0.productId', message: NO_PRODUCT },
    ],
  },
  'GET /user/wishlistLink/{userId}': { status: 200, valid: ownId },
  'POST /user/wishlistLink': { status: 404, valid: (who) => ({ body: { userId: who.id } }) },
  'DELETE /user/wishlistLink': { status: 200, valid: (who) => ({ body: { userId: who.id } }) },
  'GET /user/sharedWishlist/{token}': { status: 404, valid: unknownLink },
  'POST /user/guestWishlist': { status: 404, valid: () => ({ body: { lines: [] } }) },
  'POST /user/mergeWishlist': { status: 200, valid: (who) => ({ body: { userId: who.id, lines: [] } }) },
  'POST /user/replaceWishlistLine': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, wishlistItemId: who.wishlistItemId, lines: [WHITE_TEE] } }),
    ids: [
      { at: 'body.wishlistItemId', of: (other) => other.wishlistItemId, message: 'Item not found.' },
      { at: 'body.lines.0.productId', message: NO_PRODUCT },
    ],
  },
  'DELETE /user/deleteCartProduct': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, cartItemId: who.cartItemId } }),
    ids: [{ at: 'body.cartItemId', of: (other) => other.cartItemId, message: 'Item not found.' }],
  },
  'DELETE /user/deleteWishlist': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, wishlistItemId: who.wishlistItemId } }),
    ids: [{ at: 'body.wishlistItemId', of: (other) => other.wishlistItemId, message: 'Item not found.' }],
  },
  'DELETE /user/deleteAddress': {
    status: 200,
    valid: (who) => ({ body: { userId: who.id, addressId: who.addressId } }),
    ids: [{ at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' }],
  },
  'GET /user/my-data/{userId}': { status: 200, valid: ownId },
  // 409, because the customer has an order that is not delivered.
  'POST /user/delete-account': { status: 409, valid: (who) => ({ body: { userId: who.id, email: who.email } }) },
  'PUT /user/name': { status: 200, valid: (who) => ({ body: { userId: who.id, name: 'Asha Kale' } }) },
  'POST /user/changeEmail': {
    status: 202,
    valid: (who) => ({ body: { userId: who.id, email: 'new-address@example.test' } }),
  },
  // src/shop/accounts/email-change.api.test.ts reads real codes from mails.
  'POST /user/confirmEmail': {
    status: 422,
    valid: (who) => ({ body: { userId: who.id, oldCode: 123456, newCode: 123456 } }),
  },
  'POST /user/keepSignedIn': { status: 204, valid: (who) => ({ body: { userId: who.id } }) },
  'GET /user/devices/{userId}': { status: 200, valid: ownId },
  // No device has this id; src/shop/accounts/devices.api.test.ts signs real ones out.
  'DELETE /user/device': {
    status: 404,
    valid: (who) => ({ body: { userId: who.id, deviceId: 'x'.repeat(22) } }),
    ids: [{ at: 'body.deviceId', message: 'This device is no longer signed in.' }],
  },
  'DELETE /user/devices/{userId}': { status: 204, valid: ownId },
  // Nobody knows a token; src/shop/drafts/drafts.api.test.ts pays by links of real ones.
  'GET /user/pay/{token}': { status: 404, valid: unknownLink },
  'POST /user/confirm/{token}': { status: 404, valid: unknownLink },
  'POST /user/pay/{token}': { status: 404, valid: () => ({ ...unknownLink(), body: { totalPrice: 1 } }) },
  'POST /user/pay/{token}/verify': {
    status: 404,
    valid: () => ({
      ...unknownLink(),
      body: { orderId: 'x'.repeat(22), razorpayPaymentId: 'x', razorpayOrderId: 'x', razorpaySignature: 'x' },
    }),
  },
  'POST /user/logout': { status: 204, valid: nothing },
}
