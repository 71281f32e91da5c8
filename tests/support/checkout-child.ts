import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import { openShop } from '#app/open-shop.server.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import { readConfig } from '#platform/config.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { createRazorpay } from '#platform/payments/razorpay.server.ts'
import type { OrderRequest } from '#shop/checkout/contract.ts'
import { createOrder, verifyPayment } from '#shop/checkout/handlers.server.ts'
import { handleWebhook } from '#shop/checkout/webhook.server.ts'
import { openLink, verifyLink } from '#shop/drafts/pay.server.ts'
import { cancelOwnOrder } from '#shop/refunds/handlers.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { controlSandbox, paymentEvent, paymentProof, type SandboxKeys, signEvent } from './sandbox-control.ts'

/** The argument of this process, as JSON: it opens a shop, sells one order, and is killed at a failpoint. */
export interface ChildTask {
  connection: Connection
  dataDir: string
  sandboxOrigin: string
  keys: SandboxKeys & { controlToken: string }
  customer: string
  request: OrderRequest
  /** The sandbox's scenario for the payment. */
  scenario: string
  /** Who reports the payment. */
  source: 'browser' | 'webhook'
  /** The link of an order in cash or of an exchange, which is paid instead of a new order. */
  link?: { token: string; total: number }
  /** Whether the shopper cancels the paid order. */
  cancel?: boolean
}

// A process that is killed does not write its cache of compiled code, which makes the next one start sooner.
flushCompileCache()

// Safe cast: the test that starts this process writes a ChildTask.
const task = JSON.parse(process.argv[2] ?? '') as ChildTask
const { keys, sandboxOrigin, dataDir } = task

const log = pino({ level: 'silent' })
const database = openDatabase<Tables>({ connection: task.connection, log })
const open = await openShop({
  config: readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost', DATA_DIR: dataDir }, { root: dataDir }),
  log,
  root: join(import.meta.dirname, '../..'),
  database,
  provider: {
    payments: createRazorpay({ mode: 'sandbox', ...keys, apiUrl: sandboxOrigin }),
    sandboxOrigin,
    controlToken: keys.controlToken,
    stop: async () => {},
  },
  demonstration: false,
})
const sandbox = controlSandbox({ sandboxOrigin, controlToken: keys.controlToken })

// Safe cast: the test created this customer.
const customer = task.customer as CustomerId
const created = task.link
  ? await openLink(open.shop, task.link.token, { totalPrice: task.link.total })
  : await createOrder(open.shop, customer, task.request)
if (!created.ok) throw new Error(created.message)
if (!('razorpayOrderId' in created.data)) throw new Error('the order is in cash')
const { orderId, razorpayOrderId } = created.data
await sandbox.scenario({ scenario: task.scenario, order_id: razorpayOrderId })
const paid = await sandbox.pay(razorpayOrderId)
if (task.source === 'browser') {
  const proof = paymentProof(orderId, paid)
  if (task.link) await verifyLink(open.shop, task.link.token, proof)
  else await verifyPayment(open.shop, customer, proof)
} else {
  const event = paymentEvent('payment.captured', razorpayOrderId, paid.razorpay_payment_id)
  const { body, headers } = signEvent(keys.webhookSecret, event, `evt_${paid.razorpay_payment_id}`)
  const signature = headers['x-razorpay-signature']
  await handleWebhook(open.shop, { raw: Buffer.from(body), signature, eventId: headers['x-razorpay-event-id'] })
}
if (task.cancel) await cancelOwnOrder(open.shop, customer, { orderId, reason: 'I changed my mind.' })
await open.jobs.tick()
await open.stop()
await database.close()
