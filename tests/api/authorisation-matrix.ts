import type { CallName } from '#platform/api/endpoint.ts'
import type { ShopContract } from '#shop/contract.ts'
import { orderOf, tote } from '../support/checkout-fixture.ts'
import { ONE_PIXEL_PNG } from '../support/one-pixel-png.ts'
import type { Person, Sent } from './customers.ts'

/** One row of the matrix: what the contract does not define about a call. */
export interface Row {
  /** The status with a live token of one's own (customers' calls), or with none (public ones). */
  own: number
  /** A call that succeeds for this customer. */
  good(who: Person): Sent
  /** Ids in a call: where, whose id to put there instead, and the message of the 404, which unknown ids get too. */
  things?: readonly { at: string; of?: (other: Person) => string; message: string }[]
}

const line = (who: Person, more = {}) => ({
  body: { userId: who.id, productId: 'boxy-tee', color: 'White', size: 'M', quantity: 2, ...more },
})
const own = (who: Person): Sent => ({ params: { userId: who.id } })
const nothing = (): Sent => ({})
const product = (productId: string) => (): Sent => ({ params: { productId } })
const NO_PRODUCT = 'This product was not found.'

/** Every call of the contract, in the order in which its successes are tried. */
export const MATRIX: Record<keyof ShopContract & CallName, Row> = {
  'GET /home/latestArrivals': { own: 200, good: nothing },
  'GET /home/topCollection': { own: 200, good: nothing },
  'GET /user/homeSections': { own: 200, good: nothing },
  'GET /user/banner': { own: 200, good: nothing },
  'GET /user/filterProduct': { own: 200, good: () => ({ query: { colors: 'Black' } }) },
  'GET /user/filterOptions': { own: 200, good: nothing },
  'GET /user/delivery/{pin}': { own: 200, good: () => ({ params: { pin: '400050' } }) },
  'GET /user/related': { own: 200, good: () => ({ query: { products: 'boxy-tee' } }) },
  'GET /user/suggest': { own: 200, good: () => ({ query: { q: 'boxy' } }) },
  'GET /stores': { own: 200, good: nothing },
  'GET /map/settings': { own: 200, good: nothing },
  'GET /user/shopSettings': { own: 200, good: nothing },
  'GET /user/pageText/{page}': { own: 200, good: () => ({ params: { page: 'terms' } }) },
  'GET /product/getProductDetail/{productId}': {
    own: 200,
    good: product('boxy-tee'),
    things: [{ at: 'params.productId', message: NO_PRODUCT }],
  },
  'GET /user/productReviewDetails/{productId}': {
    own: 200,
    good: product('boxy-tee'),
    things: [{ at: 'params.productId', message: NO_PRODUCT }],
  },
  'POST /user/addContactUs': {
    own: 201,
    good: (who) => ({
      body: { firstName: 'Asha', lastName: 'Kale', email: who.email, phone: '+91 98200 00000', message: 'Hello.' },
    }),
  },
  'POST /user/subscribe': { own: 202, good: (who) => ({ body: { email: who.email } }) },
  'POST /user/notifyMe': {
    own: 202,
    good: (who) => ({ body: { email: who.email, productId: 'boxy-tee', color: 'White', size: 'L' } }),
  },
  'POST /user/register': { own: 201, good: (who) => ({ body: { email: who.email, name: 'Asha' } }) },
  'POST /user/login': { own: 200, good: (who) => ({ body: { email: who.email } }) },
  // A code and a link that were never sent: the call is public, and refuses with its own 401.
  'POST /user/verifyOtp': { own: 401, good: () => ({ body: { email: 'nobody@example.test', otp: 123456 } }) },
  'POST /user/refreshSession': { own: 401, good: nothing },
  'POST /user/forgetDevice': { own: 204, good: nothing },
  'POST /user/linkOwner': { own: 401, good: () => ({ body: { token: 'x'.repeat(43) } }) },
  'POST /user/verifyLink': { own: 401, good: () => ({ body: { token: 'x'.repeat(43) } }) },
  'GET /user/getCartProduct/{userId}': { own: 200, good: own },
  'GET /user/wishlist/{userId}': { own: 200, good: own },
  'GET /user/priceAlerts/{userId}': { own: 200, good: own },
  'PUT /user/priceAlerts/{userId}': { own: 200, good: (who) => ({ ...own(who), body: { priceDrops: true } }) },
  'GET /user/getUserAddresses/{userId}': { own: 200, good: own },
  'GET /user/user-orders/{userId}': { own: 200, good: own },
  'GET /user/order-status/{orderId}': {
    own: 200,
    good: (who) => ({ params: { orderId: who.orderId } }),
    things: [{ at: 'params.orderId', of: (other) => other.orderId, message: 'Order not found.' }],
  },
  'GET /user/invoice/{userId}/{orderId}': {
    own: 200,
    good: (who) => ({ params: { userId: who.id, orderId: who.orderId } }),
    things: [{ at: 'params.orderId', of: (other) => other.orderId, message: 'Order not found.' }],
  },
  'GET /user/credit-note/{userId}/{refundId}': {
    own: 200,
    good: (who) => ({ params: { userId: who.id, refundId: who.refundId } }),
    things: [{ at: 'params.refundId', of: (other) => other.refundId, message: 'Credit note not found.' }],
  },
  'POST /user/addToCart': {
    own: 200,
    good: (who) => line(who),
    things: [{ at: 'body.productId', message: 'Product not found.' }],
  },
  'POST /user/addToWishlist': {
    own: 200,
    good: (who) => line(who),
    things: [{ at: 'body.productId', message: 'Product not found.' }],
  },
  'POST /user/addAddress': {
    own: 200,
    good: (who) => ({ body: { userId: who.id, address: { firstName: 'Asha', townCity: 'Pune' } } }),
  },
  'POST /user/updateAddress': {
    own: 200,
    good: (who) => ({ body: { userId: who.id, addressId: who.addressId, updatedDetails: { isDefault: true } } }),
    things: [{ at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' }],
  },
  'POST /user/create-order': {
    own: 201,
    good: (who) => ({ body: orderOf(who, [tote]) }),
    things: [
      { at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' },
      { at: 'body.productDetails.0.productId', message: 'Product not found.' },
    ],
  },
  'GET /user/pending-orders/{userId}': { own: 200, good: own },
  'POST /user/verify-payment': {
    own: 200,
    good: (who) => ({
      body: {
        userId: who.id,
        orderId: who.openOrderId,
        razorpayPaymentId: who.razorpayPaymentId,
        razorpayOrderId: who.razorpayOrderId,
        razorpaySignature: who.razorpaySignature,
      },
    }),
    things: [{ at: 'body.orderId', of: (other) => other.openOrderId, message: 'Order not found.' }],
  },
  'POST /user/pay-order': {
    // Paid by the call before.
    own: 409,
    good: (who) => ({ body: { userId: who.id, orderId: who.openOrderId } }),
    things: [{ at: 'body.orderId', of: (other) => other.openOrderId, message: 'Order not found.' }],
  },
  'GET /user/product/{productId}/user/{userId}/review': {
    own: 200,
    good: (who) => ({ params: { productId: 'tin-tote', userId: who.id } }),
    things: [{ at: 'params.productId', message: 'You have not reviewed this product yet.' }],
  },
  'POST /user/productReview': {
    own: 201,
    good: (who) => ({ body: { productId: 'boxy-tee', userId: who.id, stars: 5, comment: 'Good.' } }),
    things: [{ at: 'body.productId', message: NO_PRODUCT }],
  },
  'PUT /user/product/{productId}/user/{userId}/updateReview': {
    own: 200,
    good: (who) => ({ params: { productId: 'tin-tote', userId: who.id }, body: { stars: 3, comment: 'Still good.' } }),
    things: [{ at: 'params.productId', message: 'You have not reviewed this product yet.' }],
  },
  'GET /user/product/{productId}/user/{userId}/helpful': {
    own: 200,
    good: (who) => ({ params: { productId: 'tin-tote', userId: who.id } }),
    things: [{ at: 'params.productId', message: NO_PRODUCT }],
  },
  'PUT /user/review/{reviewId}/user/{userId}/helpful': {
    own: 200,
    good: (who) => ({ params: { reviewId: who.otherReviewId, userId: who.id }, body: { helpful: true } }),
    things: [{ at: 'params.reviewId', message: 'This review was not found.' }],
  },
  'POST /user/product/{productId}/user/{userId}/reviewPhoto': {
    own: 201,
    good: (who) => ({ params: { productId: 'linen-shirt', userId: who.id }, body: ONE_PIXEL_PNG }),
    things: [{ at: 'params.productId', message: 'You have not reviewed this product yet.' }],
  },
  'DELETE /user/reviewPhoto/{photoId}/user/{userId}': {
    own: 204,
    good: (who) => ({ params: { photoId: who.photoId, userId: who.id } }),
    things: [{ at: 'params.photoId', of: (other) => other.photoId, message: 'This photo was not found.' }],
  },
  'POST /user/addExchange': {
    own: 201,
    good: (who) => ({
      body: { orderId: who.orderId, productId: 'boxy-tee', reasonForExchange: 'Other', problem: 'It has a hole.' },
    }),
    things: [
      { at: 'body.orderId', of: (other) => other.orderId, message: 'Order not found.' },
      { at: 'body.productId', of: () => 'tin-tote', message: 'This product is not in this order.' },
    ],
  },
  'POST /user/cancelProductExchange': {
    own: 200,
    good: (who) => ({ body: { orderId: who.orderId, exchangeId: who.exchangeId } }),
    things: [
      { at: 'body.orderId', of: (other) => other.orderId, message: 'Order not found.' },
      { at: 'body.exchangeId', of: (other) => other.exchangeId, message: 'Exchange not found.' },
    ],
  },
  'POST /user/cancelOrder': {
    own: 200,
    // Paid by the row of verify-payment.
    good: (who) => ({ body: { userId: who.id, orderId: who.openOrderId, reason: 'I changed my mind.' } }),
    things: [{ at: 'body.orderId', of: (other) => other.openOrderId, message: 'Order not found.' }],
  },
  // Off unless the owner turns it on: the call then says that nothing is here.
  'POST /user/guestCart': { own: 404, good: () => ({ body: { lines: [] } }) },
  'POST /user/mergeCart': { own: 200, good: (who) => ({ body: { userId: who.id, lines: [] } }) },
  'DELETE /user/deleteCartProduct': {
    own: 200,
    good: (who) => ({ body: { userId: who.id, cartItemId: who.cartItemId } }),
    things: [{ at: 'body.cartItemId', of: (other) => other.cartItemId, message: 'Item not found.' }],
  },
  'DELETE /user/deleteWishlist': {
    own: 200,
    good: (who) => ({ body: { userId: who.id, wishlistItemId: who.wishlistItemId } }),
    things: [{ at: 'body.wishlistItemId', of: (other) => other.wishlistItemId, message: 'Item not found.' }],
  },
  'DELETE /user/deleteAddress': {
    own: 200,
    good: (who) => ({ body: { userId: who.id, addressId: who.addressId } }),
    things: [{ at: 'body.addressId', of: (other) => other.addressId, message: 'Address not found.' }],
  },
  'GET /user/my-data/{userId}': { own: 200, good: own },
  // The customer has an order under way.
  'POST /user/delete-account': { own: 409, good: (who) => ({ body: { userId: who.id, email: who.email } }) },
  'PUT /user/name': { own: 200, good: (who) => ({ body: { userId: who.id, name: 'Asha Kale' } }) },
  'POST /user/changeEmail': {
    own: 202,
    good: (who) => ({ body: { userId: who.id, email: 'new-address@example.test' } }),
  },
  // The codes are in mails: src/shop/accounts/email-change.api.test.ts reads them.
  'POST /user/confirmEmail': {
    own: 422,
    good: (who) => ({ body: { userId: who.id, oldCode: 123456, newCode: 123456 } }),
  },
  'POST /user/keepSignedIn': { own: 204, good: (who) => ({ body: { userId: who.id } }) },
  'GET /user/devices/{userId}': { own: 200, good: own },
  // No device has this id: src/shop/accounts/devices.api.test.ts ends real ones.
  'DELETE /user/device': {
    own: 404,
    good: (who) => ({ body: { userId: who.id, deviceId: 'x'.repeat(22) } }),
    things: [{ at: 'body.deviceId', message: 'This device is not signed in any more.' }],
  },
  'DELETE /user/devices/{userId}': { own: 204, good: own },
  'POST /user/logout': { own: 204, good: nothing },
}
