import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { createOrder, verify } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts } from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'

/** One payment, reported fifty-five times at once while the reconciler checks it too, counts once. */
export async function verifyStorm(
  context: FaultContext,
  environment: Environment,
  instances = 1,
): Promise<CheckResult> {
  const who = await environment.customer()
  const before = await environment.stockOf('boxy-tee')
  const open = await createOrder(environment.origin(), who, 'boxy-tee', 2)
  const orderId = String(open.body.orderId)
  const paid = await environment.sandbox.pay(String(open.body.razorpayOrderId))
  const payment = { orderId: paid.razorpay_order_id, paymentId: paid.razorpay_payment_id }
  const check = sql`update orders set next_check_at = now() where id = ${orderId}`.execute(environment.db)
  const verifies = Array.from({ length: 50 }, (_, index) => verify(environment.origin(index), who, orderId, paid))
  const hooks = Array.from({ length: 5 }, (_, index) => {
    const { body, headers } = environment.sandbox.event('payment.captured', payment, `storm-${index % 2}`)
    return call(environment.origin(index), '/api/webhooks/razorpay', { body, headers })
  })
  const [responses, events] = await Promise.all([Promise.all(verifies), Promise.all(hooks), check])
  const statuses = responses.map((one) => one.status)
  await until('the mail comes', 15_000, () => environment.mail.mails.some(({ to }) => to === who.email))
  // The mail server has a mail before the outbox knows it.
  await until('the outbox is empty', 15_000, async () => {
    const { rows } = await sql`
      select 1 from outbox where recipient = ${who.email} and done_at is null`.execute(environment.db)
    return rows.length === 0
  })
  await until('the reconciler checks', 20_000, async () => {
    const row = await environment.db
      .selectFrom('orders')
      .select(sql<boolean>`next_check_at > now()`.as('done'))
      .where('id', '=', orderId)
      .executeTakeFirst()
    return row?.done ?? false
  })
  const { rows } = await sql<{ moves: number; payments: number; waiting: number }>`
    select (select count(*)::int from stock_ledger where order_id = ${orderId} and delta_on_hand <> 0) as moves,
      (select count(*)::int from payments where order_id = ${orderId}) as payments,
      (select count(*)::int from outbox where recipient = ${who.email} and done_at is null) as waiting`.execute(
    environment.db,
  )
  const mails = environment.mail.mails.filter(({ to }) => to === who.email).length
  const after = await environment.stockOf('boxy-tee')
  const ledger = await environment.audit()
  const sold = before.on_hand - after.on_hand
  const measured = `verify ${formatCounts(statuses)}; webhooks ${formatCounts(events.map(({ status }) => status))}; ${rows[0]?.moves} stock movement, ${rows[0]?.payments} payment, ${mails} mail, ${sold} units of 2 sold`
  context.log(measured)
  return {
    promise: `a payment counts once, however often it is reported (${instances} instance${instances === 1 ? '' : 's'})`,
    requirement:
      'verify × 50 at once, webhook × 5 and the reconciler: all 200, 1 transition, 1 mail, stock − quantity once',
    measured,
    ok:
      statuses.every((status) => status === 200) &&
      events.every(({ status }) => status === 200) &&
      rows[0]?.moves === 1 &&
      rows[0].payments === 1 &&
      rows[0].waiting === 0 &&
      mails === 1 &&
      sold === 2 &&
      ledger.ok,
  }
}

export const fault: Fault = {
  about: 'one payment reported fifty-five times at once',
  async run(context) {
    const results: CheckResult[] = []
    for (const instances of context.pick([1], [1, 3])) {
      const environment = await openEnvironment(context, { database: 'external', instances })
      results.push(await verifyStorm(context, environment, instances))
      await environment.stop()
    }
    return results
  },
}
