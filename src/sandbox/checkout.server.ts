import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { z } from 'zod'
import { checkoutPage } from './checkout-page.ts'
import type { ProviderState } from './provider-state.server.ts'
import { Refusal } from './records.ts'
import { errorBody, readBody } from './rest.server.ts'
import { TEST_CARDS, UPI_FAILURE, UPI_SUCCESS } from './test-cards.ts'

const asset = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')
const ASSETS = { checkout: asset('checkout.js'), script: asset('dialog.js'), style: asset('dialog.css') }
const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8' }

/** True if `MM/YY` (or `MM/YYYY`) is this month or later. */
function isFuture(expiry: string): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(expiry.trim()) ?? []
  return Date.UTC(2000 + Number(year), Number(month), 1) > Date.now()
}

const card = z.object({
  method: z.literal('card'),
  order_id: z.string(),
  number: z.string().transform((text, context) => {
    const number = text.replaceAll(/[\s-]/g, '')
    const found = TEST_CARDS.find((one) => one.number === number)
    if (!found) context.addIssue('Use one of the test cards. Real cards aren’t accepted here.')
    return found ?? z.NEVER
  }),
  expiry: z.string().refine(isFuture, 'Enter an expiry date in the future, such as 12/34.'),
  cvv: z.string().regex(/^\d{3,4}$/, 'Enter the CVV, any 3 or 4 digits.'),
  holder: z.string().trim().min(1, 'Enter the name on the card.'),
})
const upi = z.object({
  method: z.literal('upi'),
  order_id: z.string(),
  vpa: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(
      z.enum([UPI_SUCCESS, UPI_FAILURE], {
        error: `Use ${UPI_SUCCESS} or ${UPI_FAILURE}. Real UPI IDs aren’t accepted here.`,
      }),
    ),
})
const payRequest = z.discriminatedUnion('method', [card, upi])
const openRequest = z.object({ key: z.string(), order_id: z.string(), amount: z.number(), currency: z.string() })
const bankRequest = z.object({ payment_id: z.string(), otp: z.string(), result: z.enum(['success', 'failure']) })

/** The payment instrument of a form, and the failure it simulates, or null. */
function instrumentOf(request: z.output<typeof payRequest>): { name: string; failure: string | null } {
  if (request.method === 'upi')
    return { name: request.vpa, failure: request.vpa === UPI_FAILURE ? 'payment_failed' : null }
  const { network, number, reason } = request.number
  return { name: `${network} card ending ${number.slice(-4)}`, failure: reason }
}

/** The checkout script, the dialog's page and its API, which needs no key because ids can't be guessed. */
export function checkoutApp(state: ProviderState, keyId: string) {
  const app = new Hono()
  app.use('/checkout/*', csrf())
  app.get('/v1/checkout.js', (c) => c.body(ASSETS.checkout, 200, SCRIPT))
  app.get('/checkout/dialog.js', (c) => c.body(ASSETS.script, 200, SCRIPT))
  app.get('/checkout/dialog.css', (c) => c.body(ASSETS.style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/checkout/frame', (c) => c.html(checkoutPage))
  app.post('/checkout/open', async (c) => {
    const { key, order_id, amount, currency } = await readBody(c, openRequest)
    const order = state.order(order_id)
    if (key !== keyId) throw new Refusal('The key id provided is not this account’s.')
    if (order.status === 'paid') throw new Refusal('This order has been paid already.')
    if (amount !== order.amount || currency !== order.currency)
      throw new Refusal('The amount is different from the order’s amount.')
    return c.json({ ok: true })
  })
  app.post('/checkout/pay', async (c) => {
    const request = await readBody(c, payRequest)
    const { name, failure } = instrumentOf(request)
    const { id } = state.startPayment(request.order_id, request.method)
    return c.json(failure === null ? { payment_id: id, paid_with: name } : state.finishPayment(id, failure))
  })
  app.post('/checkout/bank', async (c) => {
    const { payment_id, otp, result } = await readBody(c, bankRequest)
    const otpFailure = /^\d{4,10}$/.test(otp) ? null : 'incorrect_otp'
    return c.json(state.finishPayment(payment_id, result === 'failure' ? 'payment_failed' : otpFailure))
  })
  // Status 200, because the browser logs other statuses as errors in its console.
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(errorBody('BAD_REQUEST_ERROR', error.message, error.field))
    throw error
  })
  return app
}
