import { sql } from 'kysely'
import type { PaymentResult } from '../support/sandbox-control.ts'
import { until } from '../support/until.ts'
import { createOrder, verify } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts } from './support/context.ts'
import { type Customer, describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'

/** The sandbox's treatment of a payment, and how its order must end in any order of events. */
const SCENARIOS = [
  { scenario: 'ok', end: 'paid, 0 refunds' },
  { scenario: 'amount_less:1', end: 'refunded, 1 refunds' },
  { scenario: 'amount_more:1', end: 'refunded, 1 refunds' },
  { scenario: 'wrong_currency', end: 'refunded, 1 refunds' },
  { scenario: 'authorized_only', end: 'paid, 0 refunds' },
  { scenario: 'two_captures', end: 'paid, 1 refunds' },
] as const

/** Faults of the sandbox's webhooks. */
const WEBHOOK_FAULTS = [
  'webhook_dup:10',
  'webhook_reorder',
  'webhook_late:2',
  'webhook_old_secret',
  'webhook_bad_sig',
  'webhook_never',
]

const STEPS = ['verify', 'payment.authorized', 'payment.captured', 'order.paid'] as const
type Step = (typeof STEPS)[number]

function permute<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, index) => permute(list.toSpliced(index, 1)).map((rest) => [one, ...rest]))
}

/** Places an order and delivers the events of its payment in this order, each three times; returns the order's id or an error. */
async function orderWithEvents(
  environment: Environment,
  who: Customer,
  scenario: string,
  steps: readonly Step[],
): Promise<{ orderId: string } | { failure: string }> {
  const open = await createOrder(environment.origin(), who, 'boxy-tee')
  const orderId = String(open.body.orderId)
  const providerOrderId = String(open.body.razorpayOrderId)
  await environment.sandbox.scenario({ scenario: `${scenario}+webhook_never`, order_id: providerOrderId })
  const paid: PaymentResult = await environment.sandbox.pay(providerOrderId)
  const about = { orderId: providerOrderId, paymentId: paid.razorpay_payment_id }
  for (const step of steps) {
    if (step === 'verify') {
      await verify(environment.origin(), who, orderId, paid)
      continue
    }
    const { body, headers } = environment.sandbox.event(step, about, `${orderId}-${step}`)
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => call(environment.origin(), '/api/webhooks/razorpay', { body, headers })),
    )
    if (responses.some(({ status }) => status !== 200))
      return { failure: `webhook ${formatCounts(responses.map(({ status }) => status))}` }
  }
  await sql`update orders set next_check_at = now() where id = ${orderId}`.execute(environment.db)
  return { orderId }
}

async function endOf(environment: Environment, orderId: string): Promise<string> {
  const { rows } = await sql<{ state: string; refunds: number }>`
    select state, (select count(*)::int from refunds r where r.order_id = o.id and r.state = 'done') as refunds
    from orders o where id = ${orderId}`.execute(environment.db)
  return `${rows[0]?.state}, ${rows[0]?.refunds} refunds`
}

/** Every permutation of the events about a payment leads to the same end. */
async function chaos(
  context: FaultContext,
  environment: Environment,
  permutations: readonly Step[][],
): Promise<CheckResult> {
  const measured: string[] = []
  let ok = true
  for (const { scenario, end } of SCENARIOS.slice(0, context.pick(2, SCENARIOS.length))) {
    const people = await environment.customers(permutations.length)
    const orders = await Promise.all(
      people.map((who, index) => orderWithEvents(environment, who, scenario, permutations[index] ?? STEPS)),
    )
    const ends = async () =>
      Promise.all(orders.map((one) => ('orderId' in one ? endOf(environment, one.orderId) : one.failure)))
    await until('all end', 60_000, async () => (await ends()).every((one) => one === end)).catch(() => null)
    const came = await ends()
    ok &&= came.every((one) => one === end)
    const counts = `${scenario}: ${formatCounts(came).replaceAll(', ', ' / ')}`
    measured.push(counts)
    context.log(counts)
  }
  const ledger = await environment.audit()
  return {
    promise: 'events of a payment may come in any order and any number',
    requirement: `${permutations.length} permutations of verify and three events, each event × 3: the same end for all, ledger clean`,
    measured: `${measured.join('; ')}; ${describeLedger(ledger)}`,
    ok: ok && ledger.ok,
  }
}

/** The browser closed after paying, and the sandbox's webhook is faulty or missing. */
async function faultyWebhooks(context: FaultContext, environment: Environment): Promise<CheckResult> {
  const measured: string[] = []
  let ok = true
  for (const webhookFault of WEBHOOK_FAULTS.slice(0, context.pick(3, WEBHOOK_FAULTS.length))) {
    const who = await environment.customer()
    const open = await createOrder(environment.origin(), who, 'boxy-tee')
    const orderId = String(open.body.orderId)
    await environment.sandbox.scenario({
      scenario: `paid_no_callback+${webhookFault}`,
      order_id: open.body.razorpayOrderId,
    })
    await environment.sandbox.pay(String(open.body.razorpayOrderId))
    // No valid event reports the payment, so the reconciler checks the order now instead of in a minute.
    if (['webhook_never', 'webhook_bad_sig', 'webhook_old_secret'].includes(webhookFault))
      await sql`update orders set next_check_at = now() where id = ${orderId}`.execute(environment.db)
    const end = await until('it is paid', 30_000, async () =>
      (await endOf(environment, orderId)).startsWith('paid'),
    ).catch(() => false)
    ok &&= end
    measured.push(`${webhookFault} ${end ? 'paid' : await endOf(environment, orderId)}`)
  }
  context.log(measured.join(', '))
  return {
    promise: 'a payment is found without the browser, however badly the provider reports it',
    requirement:
      'browser closed after paying; events repeated × 10, late, reordered, wrongly signed, signed with the previous secret, or never: paid',
    measured: measured.join(', '),
    ok,
  }
}

export const fault: Fault = {
  about: 'webhooks repeated, reordered, late, wrongly signed or never sent',
  async run(context) {
    const environment = await openEnvironment(context, { database: 'external' })
    const permutations = permute(STEPS).filter((_, index) => index % context.pick(6, 1) === 0)
    const results = [await chaos(context, environment, permutations), await faultyWebhooks(context, environment)]
    await environment.stop()
    return results
  },
}
