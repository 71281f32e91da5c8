import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { createOrder, verify } from './support/buying.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { ROOT } from './support/processes.ts'

const HOUR_MS = 3_600_000

/** Requests a login code from one instance and uses it at the other; returns the status of the first call with the new session. */
async function codeAcross(environment: Environment, from: number, to: number): Promise<number> {
  const who = await environment.customer()
  await call(environment.origin(from), '/api/user/login', { body: { email: who.email } })
  const mail = await until(
    'the code comes',
    15_000,
    () => environment.mail.mails.find((one) => one.to === who.email) ?? null,
  )
  const otp = Number(/\b[1-9]\d{5}\b/.exec(mail.text)?.[0])
  const response = await call(environment.origin(to), '/api/user/verifyOtp', { body: { email: who.email, otp } })
  if (response.status !== 200) return response.status
  const { token, data } = response.body as { token: string; data: { id: string } }
  return (await call(environment.origin(from), `/api/user/getCartProduct/${data.id}`, { token })).status
}

/** How long an instance holds stock, in seconds of the database's clock, and the status of the payment at the other one. */
async function holdOf(environment: Environment, index: number): Promise<{ seconds: number; paid: number }> {
  const who = await environment.customer()
  const open = await createOrder(environment.origin(index), who, 'boxy-tee')
  const orderId = String(open.body.orderId)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from expires_at - now())::float8 as seconds from orders where id = ${orderId}`.execute(
    environment.db,
  )
  // Reconcilers and sweepers of both instances run now; a clock that is an hour ahead must not end the hold.
  await sql`update orders set next_check_at = now() where id = ${orderId}`.execute(environment.db)
  await sleep(3000)
  const paid = await verify(
    environment.origin(index + 1),
    who,
    orderId,
    await environment.sandbox.pay(String(open.body.razorpayOrderId)),
  )
  return { seconds: Math.round(rows[0]?.seconds ?? 0), paid: paid.status }
}

/** Instances whose clocks are wrong by an hour agree on every deadline, because all use the database's clock. */
export async function clockSkew(context: FaultContext, skews: readonly number[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const skew of skews) {
    const environment = await openEnvironment(context, { database: 'external', instances: 2 })
    await environment.shops[1]?.stop()
    await environment.restart(1, {
      NODE_OPTIONS: `--import=${ROOT}/tests/faults/support/shifted-clock.ts`,
      CLOCK_SKEW_MS: String(skew),
    })
    const codes = [await codeAcross(environment, 0, 1), await codeAcross(environment, 1, 0)]
    const holds = [await holdOf(environment, 0), await holdOf(environment, 1)]
    const ledger = await environment.audit()
    await environment.stop()
    const measured = `codes and sessions across: ${codes.join(', ')}; holds of ${holds.map(({ seconds }) => `${seconds} s`).join(' and ')}, then paid at the other: ${holds.map(({ paid }) => paid).join(', ')}; ${describeLedger(ledger)}`
    context.log(measured)
    results.push({
      promise: `instances whose clocks disagree agree on deadlines (one is wrong by ${skew / HOUR_MS} h)`,
      requirement:
        'codes, sessions and holds made by one are valid at the other; holds of 20 min by the database’s clock',
      measured,
      ok:
        codes.every((status) => status === 200) &&
        holds.every(({ seconds, paid }) => seconds > 1190 && seconds <= 1200 && paid === 200) &&
        ledger.ok,
    })
  }
  return results
}

export const fault: Fault = {
  about: 'an instance whose clock is wrong',
  run: (context) => clockSkew(context, context.pick([HOUR_MS], [HOUR_MS, -HOUR_MS])),
}
