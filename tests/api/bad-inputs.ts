import { orderOf, tote } from '../support/checkout-fixture.ts'
import type { Person, Sent } from './customers.ts'

/** A call with something wrong in it, and the expected response. */
export interface BadInput {
  /** What is wrong, for the title of the test. */
  what: string
  call: string
  sent(who: Person): Sent
  /** CONTRACT settles 400 for every validation error, where 422 is common. */
  status: number
  message?: string | RegExp
}

type Body = Record<string, unknown>

/** Makes bad inputs of one call; `more` overrides parts of a valid body. */
const badInputsOf =
  (call: string, sent: (who: Person, more: Body) => Sent) =>
  (what: string, more: Body, message?: string | RegExp, status = 400): BadInput => ({
    what,
    call,
    sent: (who) => sent(who, more),
    status,
    ...(message === undefined ? {} : { message }),
  })

const added = (who: Person, more: Body) => ({
  body: { userId: who.id, productId: 'boxy-tee', color: 'White', size: 'M', quantity: 1, ...more },
})
const addToCart = badInputsOf('POST /user/addToCart', added)
const addToWishlist = badInputsOf('POST /user/addToWishlist', added)
const cart = (what: string, more: Body, message?: string | RegExp, status = 400): BadInput[] =>
  [addToCart, addToWishlist].map((inputOf) => inputOf(what, more, message, status))
const register = badInputsOf('POST /user/register', (_, more) => ({
  body: { email: 'x@example.test', name: 'Asha', ...more },
}))
const code = badInputsOf('POST /user/verifyOtp', (who, more) => ({ body: { email: who.email, otp: 123456, ...more } }))
const review = badInputsOf('POST /user/productReview', (who, more) => ({
  body: { productId: 'boxy-tee', userId: who.id, stars: 5, comment: 'Good.', ...more },
}))
const contact = badInputsOf('POST /user/addContactUs', (who, more) => ({
  body: { firstName: 'Asha', lastName: 'Kale', email: who.email, phone: '98200 00000', message: 'Hello.', ...more },
}))
const address = badInputsOf('POST /user/updateAddress', (who, more) => ({
  body: { userId: who.id, addressId: who.addressId, updatedDetails: more },
}))
const order = badInputsOf('POST /user/create-order', (who, more) => ({ body: { ...orderOf(who, [tote]), ...more } }))
const exchange = badInputsOf('POST /user/addExchange', (who, more) => ({
  body: { orderId: who.orderId, productId: 'boxy-tee', reasonForExchange: 'Other', problem: 'It has a hole.', ...more },
}))
const payment = badInputsOf('POST /user/verify-payment', (who, more) => ({
  body: {
    userId: who.id,
    orderId: who.openOrderId,
    razorpayPaymentId: who.razorpayPaymentId,
    razorpayOrderId: who.razorpayOrderId,
    razorpaySignature: who.razorpaySignature,
    ...more,
  },
}))
const filter = badInputsOf('GET /user/filterProduct', (_, more) => ({ query: more as Record<string, string> }))

const QUANTITY = 'Quantity cannot be less than 1'
const CODE = 'Please enter a 6-digit code.'
const MAIL = 'Please enter a valid e-mail address.'
const CHARACTERS = 'This text contains characters that can’t be used.'
const FORGED = 'Payment Verification Failed. Please contact support.'
const PRICE = 'Prices must be numbers.'
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Calls with wrong JSON or queries; wrong bytes, headers and sockets are in inputs.api.test.ts and sockets.api.test.ts. */
export const BAD_INPUTS: readonly BadInput[] = [
  ...[null, [], 'x', 5, true].map((body) => ({
    what: `${JSON.stringify(body)} as body`,
    call: 'POST /user/addToCart',
    sent: () => ({ body }),
    status: 400,
  })),
  register('nested deeper than 8', { name: nested(12) }, 'We couldn’t read the request.'),
  register('a constructor inside', { more: { constructor: { prototype: { admin: true } } } }, /couldn’t read/),
  register('half a surrogate pair', { name: 'a\ud800b' }, CHARACTERS),
  register('NUL in a text', { name: 'a\0b' }, CHARACTERS),
  review('NUL in a text', { comment: 'a\0b' }, CHARACTERS),
  contact('NUL in a text', { message: 'a\0b' }, CHARACTERS),
  address('NUL in a text', { townCity: 'a\0b' }, CHARACTERS),
  ...cart('NUL in a text', { color: 'a\0b' }, CHARACTERS),
  review('10,000 marks on one letter', { comment: `e${'\u0301'.repeat(10_000)}` }, CHARACTERS),
  ...[0, -1, 1.5, '2', 1e-3, 2 ** 53, 2 ** 31, null, true, [1], {}].flatMap((quantity) =>
    cart(`quantity ${JSON.stringify(quantity)}`, { quantity }, QUANTITY),
  ),
  ...cart('no quantity', { quantity: undefined }, QUANTITY),
  ...cart('more than the stock', { quantity: 21 }, /^Only 20 left of Boxy Tee \(White, M\)\.$/, 409),
  ...cart('an id that is no slug', { productId: 'q0Zb3mK9sV4xT7wYhN2cLA' }, 'This product ID isn’t valid.'),
  ...cart('an operator for an id', { productId: { $ne: null } }, 'This product ID isn’t valid.'),
  ...cart('SQL in an id', { productId: "' or 1=1 --" }),
  ...cart('SQL in a colour', { color: "' OR 1=1 --" }, "Boxy Tee isn’t available in ' OR 1=1 --."),
  ...cart('a size it is not made in', { size: 'XXXL' }, 'Boxy Tee isn’t available in size XXXL.'),
  ...cart('two of a size that is sold out', { size: 'L', quantity: 2 }, 'Boxy Tee (White, L) is sold out.', 409),
  filter(
    'SQL as order',
    { sortBy: 'lowToHigh;drop table products' },
    '`sortBy` must be lowToHigh, highToLow, relevance, newest, popular or bestRated.',
  ),
  ...['NaN', 'Infinity', '1e309', '0x10', '', '1,5', 'ten'].map((minPrice) =>
    filter(`minPrice ${minPrice}`, { minPrice }, PRICE),
  ),
  filter('10,000 colours', { colors: Array.from({ length: 10_000 }, (_, n) => `c${n}`).join() }),
  filter('another place of what is sold out', { soldOut: 'first' }, '`soldOut` must be last.'),
  ...['1e9', '0', '-1', '1.5', '101', ''].map((limit) => filter(`limit ${limit}`, { limit })),
  filter('a malformed cursor', { limit: '2', cursor: '../../x' }),
  payment('a path for a payment id', { razorpayPaymentId: '../orders/x' }, FORGED),
  payment('a short signature', { razorpaySignature: 'abc' }, FORGED),
  payment('an empty signature', { razorpaySignature: '' }, FORGED),
  payment('no hex', { razorpaySignature: 'z'.repeat(64) }, FORGED),
  ...[12345, 1e5 - 1, 1e6, 123456.5, '١٢٣٤٥٦', '12345', '1234567', ' 123456', [1, 2], null, true, {}].map((otp) =>
    code(`code ${JSON.stringify(otp)}`, { otp }, CODE),
  ),
  register('a mail header in the address', { email: 'a@b.example\r\nBcc: x@y.example' }, MAIL),
  register('a line break in the name', { name: 'Asha\r\nBcc: x@y.example' }, 'This text must be on one line.'),
  contact('a mail header in the address', { email: 'a@b.example\r\nBcc: x@y.example' }, MAIL),
  ...['"a b"@x.example', `${'a'.repeat(250)}@b.example`, 'a@b@c.example', 'a@b', 'a@1.2.3.4', '@b.example'].map(
    (email) => register(`address ${email.slice(0, 20)}`, { email }, MAIL),
  ),
  register('100 addresses at once', { email: Array(100).fill('a@b.example').join() }, MAIL),
  register('a slow address', { email: `${'a.'.repeat(25_000)}@` }, MAIL),
  contact('a slow phone number', { phone: `${'+'.repeat(50_000)}x` }),
  filter('a slow price', { minPrice: `${'1'.repeat(8000)}x` }, PRICE),
  ...[0, 6, 4.5, '5', true, null].map((stars) =>
    review(`stars ${JSON.stringify(stars)}`, { stars }, 'Please choose 1 to 5 stars.'),
  ),
  review('an empty text', { comment: '  ' }, 'Please write a comment.'),
  review('2,001 characters', { comment: 'x'.repeat(2001) }, 'Please use at most 2000 characters.'),
  exchange('a reason with a space', { reasonForExchange: 'Other ' }, 'Please choose one of the reasons.'),
  exchange('no reason', { reasonForExchange: '' }, 'Please fill in all required fields.'),
  exchange('an empty text', { problem: ' ' }, 'Please fill in all required fields.'),
  exchange('a size for a colour', { reasonForExchange: 'Color Mismatch', size: 'M' }, /size can be chosen only/),
  exchange('a colour for a size', { reasonForExchange: 'Size Issue', color: 'Black' }, /colour can be chosen only/),
  exchange('a colour it is not made in', { reasonForExchange: 'Color Mismatch', color: 'Gold' }),
  address('country in small letters', { country: 'india' }, 'Please choose India or USA as the country.'),
  address('isDefault yes', { isDefault: 'yes' }),
  address('letters for a phone', { phoneNumber: 'call me' }),
  order('a total of 1', { totalPrice: 1 }, /total of your order has changed/, 409),
  order('a total below 0', { totalPrice: -1 }, 'The total price is not valid.'),
  order('a total as text', { totalPrice: '68.35' }, 'The total price is not valid.'),
  order('no total', { totalPrice: undefined }, 'The total price is not valid.'),
  order('a total off by a paisa', { totalPrice: 68.36 }, /total of your order has changed/, 409),
  order('nothing to buy', { productDetails: [] }, 'Please choose at least one product.'),
  order('101 lines', { productDetails: Array(101).fill({}) }),
  order('another way to pay', { paymentMethod: 'cheque' }, 'This payment method isn’t available.'),
  order('no address', { addressId: '' }, 'Please select an address.'),
  order('a line of quantity 0', { productDetails: [{ ...tote, quantity: 0 }] }, QUANTITY),
]
