import { describe, expect, test } from 'vitest'
import {
  ageOrders,
  buy,
  cartOf,
  correctAddress,
  newShopper,
  openOrder,
  order,
  ordersOf,
  type Shopper,
  shirt,
  stateOf,
  stockOf,
  tee,
  totalOf,
  tote,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

describe('a purchase', () => {
  test('turns the cart into an order visible to its customer, with an email', {
    tags: ['C3.3', 'C3.11', 'C3.30', 'C3.31', 'C3.33', 'C3.55', 'C3.56'],
  }, async () => {
    const meena = await newShopper(shop, 'Meena Rao')
    const lines = [{ ...tee, quantity: 2 }, tote]
    for (const line of [...lines, { ...tee, size: 'S' }])
      await meena.api('POST /user/addToCart', { body: { userId: meena.id, ...line } })
    const before = await stockOf(shop, tee)

    const open = await openOrder(meena, lines)
    expect(open).toEqual({
      success: true,
      orderId: expect.stringMatching(/^[\w-]{22}$/),
      razorpayOrderId: expect.stringMatching(/^order_\w{14}$/),
      amount: 279_625,
      currency: 'INR',
      keyId: shop.shop.payments.keyId,
      checkoutUrl: shop.shop.payments.checkoutUrl,
      total: 2796.25,
      due: 2796.25,
      heldUntil: expect.any(String),
    })
    expect(await stockOf(shop, tee)).toEqual({ ...before, reserved: before.reserved + 2 })
    const unpaid = await meena.api('GET /user/user-orders/{userId}', { params: { userId: meena.id } })
    expect(unpaid).toMatchObject({ status: 404, message: 'No orders found.', problem: { orders: [] } })

    const paid = await shop.sandbox.pay(open.razorpayOrderId)
    expect(await verify(meena, open, paid)).toMatchObject({
      status: 200,
      data: { success: true, message: 'Payment Successful! Order has been placed.', orderId: open.orderId },
    })
    expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand - 2 })

    const mine = await ordersOf(meena)
    const placed = mine[0]
    expect(placed).toMatchObject({
      _id: open.orderId,
      orderStatus: 'ordered',
      paymentMethod: 'card',
      totalPrice: 2796.25,
      totals: { goods: 2625, delivery: 40, tax: 131.25, total: 2796.25 },
      productName: 'Boxy Tee',
      exchanges: [],
      deliveredDate: null,
      exchangeUntil: null,
      address: { _id: meena.addressId, townCity: 'Mumbai' },
    })
    expect(placed?.productDetails).toMatchObject([
      {
        productId: { _id: 'boxy-tee', name: 'Boxy Tee', price: 1299, images: [] },
        color: 'Black',
        size: 'M',
        quantity: 2,
      },
      { productId: { _id: 'tin-tote', price: 27 }, quantity: 1 },
    ])
    expect(await cartOf(meena)).toMatchObject([{ size: 'S' }])
    expect((await shop.mailTo(meena.email)).subject).toMatch(/^Order FS-\d+: arriving by /)
    expect(await meena.api('GET /user/order-status/{orderId}', { params: { orderId: open.orderId } })).toMatchObject({
      data: { paid: true, state: 'paid', orderStatus: 'ordered', total: 2796.25 },
    })
  })

  test('leaves what wasn’t bought in the cart: pieces added while it was paid for', { tags: 'C3.56' }, async () => {
    const meena = await newShopper(shop)
    const put = (line: typeof tee) => meena.api('POST /user/addToCart', { body: { userId: meena.id, ...line } })
    for (const line of [{ ...tee, quantity: 2 }, tote]) await put(line)
    const open = await openOrder(meena, [{ ...tee, quantity: 2 }, tote])
    await put({ ...tee, quantity: 5 })
    expect(await verify(meena, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ status: 200 })
    expect(await cartOf(meena)).toMatchObject([{ size: 'M', quantity: 3 }])
  })

  test('is listed before older ones', { tags: 'C3.33' }, async () => {
    const meena = await newShopper(shop)
    const first = await buy(shop, meena, [tote])
    const second = await buy(shop, meena, [tote])
    expect(second.orderId).not.toBe(first.orderId)
    const mine = await ordersOf(meena)
    expect(mine.map(({ _id }) => _id)).toEqual([second.orderId, first.orderId])
  })

  test('keeps its name and price when the product’s change', async () => {
    const meena = await newShopper(shop)
    await buy(shop, meena, [tote])
    const { db } = shop.shop
    await db.updateTable('products').set({ name: 'Old Tote', price_paise: 1 }).where('id', '=', 'tin-tote').execute()
    const mine = await ordersOf(meena)
    await db.updateTable('products').set({ name: 'Tin Tote', price_paise: 2700 }).where('id', '=', 'tin-tote').execute()
    expect(mine[0]?.productDetails[0]?.productId).toMatchObject({ name: 'Tin Tote', price: 27 })
  })
})

describe('create-order', () => {
  test('sums a repeated line', { tags: 'C3.46' }, async () => {
    const meena = await newShopper(shop)
    const twice = await openOrder(meena, [tote, { ...tote, quantity: 2 }])
    expect(twice.amount).toBe(Math.round(totalOf([{ ...tote, quantity: 3 }]) * 100))
  })

  test('rejects a wrong total and returns the right one', { tags: 'C3.30' }, async () => {
    for (const totalPrice of [68.34, 68.36, 0, 1e6])
      expect(await order(asha, [tote], { totalPrice })).toMatchObject({ status: 409, problem: { total: 68.35 } })
  })

  test('rejects more than is in stock, naming the line', { tags: ['C3.30', 'C3.54'] }, async () => {
    const lines = [tote, { ...tee, size: 'L', quantity: 6 }]
    expect(await order(asha, lines)).toMatchObject({
      status: 409,
      message: 'Only 5 left of Boxy Tee (Black, L).',
      problem: { errors: [{ path: 'productDetails.1.quantity' }] },
    })
  })

  test.each([
    ['no lines', { productDetails: [] }, 400],
    ['no address', { addressId: '' }, 400],
    ['another way to pay', { paymentMethod: 'barter' }, 400],
    ['cash, which the shop doesn’t take', { paymentMethod: 'cash' }, 422],
    ['a total that is not a number', { totalPrice: '68.35' }, 400],
    ['an unknown colour', { productDetails: [{ ...tote, color: 'Red' }] }, 400],
    ['an unknown size', { productDetails: [{ ...tote, size: 'M' }] }, 400],
    ['no quantity', { productDetails: [{ ...tote, quantity: 0 }] }, 400],
    ['an unknown product', { productDetails: [{ ...tote, productId: 'no-such-thing' }] }, 404],
    ['an unknown address', { addressId: 'AAAAAAAAAAAAAAAAAAAAAA' }, 404],
    ['a malformed address', { addressId: '1' }, 400],
  ])('rejects %s', { tags: 'C3.48' }, async (_, more, status) => {
    const response = await order(asha, [tote], more)
    expect(response).toMatchObject({ ok: false, status })
    expect(response.ok || response.message).not.toBe('')
  })

  test('rejects an address of another customer', async () => {
    const other = await newShopper(shop)
    expect(await order(asha, [tote], { addressId: other.addressId })).toMatchObject({ status: 404 })
  })

  test('repeated twenty times in parallel, or again later, creates one order', async () => {
    const meena = await newShopper(shop)
    const responses = await Promise.all(Array.from({ length: 20 }, () => openOrder(meena, [tee])))
    const again = await openOrder(meena, [tee])
    expect(new Set([...responses, again].map(({ orderId }) => orderId)).size).toBe(1)
    expect(new Set(responses.map(({ razorpayOrderId }) => razorpayOrderId)).size).toBe(1)
    const { orders } = await shop.sandbox.state()
    expect(orders.filter(({ receipt }) => receipt === again.orderId)).toHaveLength(1)
  })

  test('after the address was corrected, returns the same order with the new address', async () => {
    const meena = await newShopper(shop)
    const before = await stockOf(shop, tee)
    const first = await openOrder(meena, [tee])
    await correctAddress(meena)
    const again = await openOrder(meena, [tee])
    expect(again).toMatchObject({ orderId: first.orderId, razorpayOrderId: first.razorpayOrderId })
    expect(await stockOf(shop, tee)).toEqual({ ...before, reserved: before.reserved + 1 })
    expect(await verify(meena, again, await shop.sandbox.pay(again.razorpayOrderId))).toMatchObject({ status: 200 })
    expect((await ordersOf(meena))[0]?.address).toEqual({
      _id: meena.addressId,
      firstName: 'Asha',
      lastName: '',
      phoneNumber: '98200 00028',
      email: '',
      streetAddress: '7, Fergusson Road',
      country: 'India',
      townCity: 'Pune',
      state: '',
      zipCode: '411001',
      phone2: '',
    })
    expect((await shop.mailTo(meena.email)).text).toContain('Pune 411001')
  })

  test('is refused for an undeliverable address: 422 names the fields, and nothing is held', async () => {
    const meena = await newShopper(shop)
    const before = await stockOf(shop, tee)
    const updatedDetails = { phoneNumber: '12345', streetAddress: ' ', zipCode: '0123' }
    await meena.api('POST /user/updateAddress', {
      body: { userId: meena.id, addressId: meena.addressId, updatedDetails },
    })
    const refused = await order(meena, [tee])
    expect(refused).toMatchObject({
      status: 422,
      message: 'We can’t deliver to this address yet. Please complete it.',
    })
    expect(refused.ok ? [] : refused.problem?.errors?.map(({ path }) => path)).toEqual([
      'phoneNumber',
      'zipCode',
      'streetAddress',
    ])
    expect(await stockOf(shop, tee)).toEqual(before)
  })

  test('is delivered to the address as corrected before the payment', async () => {
    const meena = await newShopper(shop)
    const open = await openOrder(meena, [tee])
    await correctAddress(meena)
    expect(await verify(meena, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ status: 200 })
    expect((await ordersOf(meena))[0]?.address).toMatchObject({ streetAddress: '7, Fergusson Road', townCity: 'Pune' })
  })

  test('an order paid at the provider but not yet recorded is placed, at the corrected address', async () => {
    const meena = await newShopper(shop)
    const open = await openOrder(meena, [tee])
    await shop.sandbox.pay(open.razorpayOrderId)
    await correctAddress(meena)
    await ageOrders(shop, 10, open.orderId)
    expect(await order(meena, [tee])).toMatchObject({
      status: 409,
      message: 'This order has already been placed.',
      problem: { orderId: open.orderId },
    })
    expect((await ordersOf(meena))[0]?.address).toMatchObject({ townCity: 'Pune', zipCode: '411001' })
  })

  test('repeated, extends the hold by at most an hour; then the stock is released and a new order is created', async () => {
    const meena = await newShopper(shop)
    const before = await stockOf(shop, tee)
    const first = await openOrder(meena, [tee])
    const secondsLeft = ({ heldUntil }: { heldUntil: string }) => (Date.parse(heldUntil) - Date.now()) / 1000
    await ageOrders(shop, 3570, first.orderId)
    const again = await openOrder(meena, [tee])
    expect(again.orderId).toBe(first.orderId)
    expect(secondsLeft(again)).toBeLessThan(31)
    await ageOrders(shop, 31, first.orderId)
    const next = await openOrder(meena, [tee])
    expect(next.orderId).not.toBe(first.orderId)
    expect(secondsLeft(next)).toBeGreaterThan(1100)
    expect(await stateOf(shop, first.orderId)).toBe('expired')
    expect(await stockOf(shop, tee)).toEqual({ ...before, reserved: before.reserved + 1 })
  })

  test('ends the customer’s unpaid order if it holds what a new one needs', async () => {
    const meena = await newShopper(shop)
    const shirts = { ...shirt, quantity: 2 }
    const first = await openOrder(meena, [shirts])
    await meena.api('POST /user/addToCart', { body: { userId: meena.id, ...shirts } })
    expect(await cartOf(meena)).toMatchObject([{ available: 2 }])
    const second = await openOrder(meena, [{ ...shirts, quantity: 1 }])
    expect(second.orderId).not.toBe(first.orderId)
    expect(await stockOf(shop, shirt)).toMatchObject({ reserved: 1 })
    const late = await verify(meena, first, await shop.sandbox.pay(first.razorpayOrderId))
    expect(late).toMatchObject({ status: 400, problem: { success: false } })
    await shop.jobs.tick()
    expect(await verify(meena, second, await shop.sandbox.pay(second.razorpayOrderId))).toMatchObject({ status: 200 })
  })
})
