import { rupeeTotals } from '#shop/pricing/rules.ts'
import type { Settings } from '#shop/settings/rules.ts'
import { paymentProof, type SandboxControl } from '../../support/sandbox-control.ts'
import { until } from '../../support/until.ts'
import { call } from './http.ts'

/** What a shopper buys: a size of a colour. */
export interface Wanted {
  productId: string
  color: string
  size: string
  price: number
}

/** A paid order. */
export interface Bought {
  orderId: string
  paymentId: string
}

/** A shopper who registers by mail and buys by the calls of the storefront. */
export interface Shopper {
  id: string
  token: string
  buy(wanted: Wanted): Promise<Bought>
  exchange(order: Bought, wanted: Wanted, size: string): Promise<void>
}

/** The services around a shop in its own process. */
export interface Around {
  origin: string
  mail: { mails: readonly { to: string; text: string }[] }
  sandbox: Pick<SandboxControl, 'pay'>
  /** The shop's settings, for its totals. */
  settings: Settings
}

/** Registers a person in Jaipur with the code from the mail. Throws where a call is refused. */
export async function registerShopper(around: Around, email: string, name: string): Promise<Shopper> {
  const { origin, mail, sandbox, settings } = around
  const post = async (path: string, body: unknown, token?: string) => {
    const result = await call(origin, path, { body, ...(token ? { token } : {}) })
    if (result.status < 200 || result.status > 299)
      throw new Error(`${path}: ${result.status} ${result.text.slice(0, 300)}`)
    return result
  }
  await post('/api/user/register', { email, name })
  const otp = await until('the code is mailed', 30_000, () => {
    const text = mail.mails.findLast(({ to }) => to === email)?.text ?? ''
    return Number(/^(\d{6})$/m.exec(text)?.[1]) || null
  })
  const { body } = await post('/api/user/verifyOtp', { email, otp })
  const token = String(body.token)
  const userId = memberOf(body.data, 'id')
  const [firstName = '', lastName = ''] = name.split(' ')
  const address = {
    firstName,
    lastName,
    phoneNumber: '98290 11223',
    email,
    streetAddress: '14, Johari Bazar',
    country: 'India',
    townCity: 'Jaipur',
    state: 'Rajasthan',
    zipCode: '302003',
    isDefault: true,
  }
  const added = await post('/api/user/addAddress', { userId, address }, token)
  const addressId = memberOf(added.body.address, '_id')
  return {
    id: userId,
    token,
    async buy({ productId, color, size, price }) {
      const totalPrice = rupeeTotals([{ price, quantity: 1 }], settings).total
      const productDetails = [{ productId, color, size, quantity: 1 }]
      const wanted = { userId, totalPrice, productDetails, addressId, paymentMethod: 'credit_card' }
      const open = await post('/api/user/create-order', wanted, token)
      const orderId = String(open.body.orderId)
      const paid = await sandbox.pay(String(open.body.razorpayOrderId))
      await post('/api/user/verify-payment', { userId, ...paymentProof(orderId, paid) }, token)
      return { orderId, paymentId: paid.razorpay_payment_id }
    },
    async exchange({ orderId }, { productId }, size) {
      const problem = 'It is too tight at the shoulders.'
      const wanted = { orderId, productId, reasonForExchange: 'Size Issue', problem, size }
      await post('/api/user/addExchange', wanted, token)
    },
  }
}

function memberOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) throw new Error(`an object with ${name} was expected`)
  return String(Object.entries(value).find(([key]) => key === name)?.[1])
}
