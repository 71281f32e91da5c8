import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, tally } from './support/context.ts'
import { type Customer, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'

/** A token revoked on one instance is invalid on the other. */
async function revocation(environment: Environment): Promise<CheckResult> {
  const who = await environment.customer()
  const path = `/api/user/getCartProduct/${who.id}`
  for (const index of [0, 1]) await call(environment.origin(index), path, { token: who.token })
  const out = await call(environment.origin(0), '/api/user/logout', { method: 'POST', token: who.token })
  const from = performance.now()
  await until(
    'the token is invalid',
    5000,
    async () => (await call(environment.origin(1), path, { token: who.token })).status === 401,
  )
  const after = performance.now() - from
  return {
    promise: 'a log-out counts on every instance',
    requirement: 'invalid everywhere ≤ 1 s',
    measured: `logout ${out.status}, 401 on the other ${ms(after)} later`,
    ok: out.status === 204 && after <= 1000,
  }
}

/** A limit counts the requests of both instances. */
async function limits(environment: Environment): Promise<CheckResult> {
  const who = await environment.customer()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call(environment.origin(index), '/api/user/login', { body: { email: who.email } }),
    ),
  )
  await sleep(300)
  const { rows } = await sql<{
    mails: number
  }>`select count(*)::int as mails from outbox where recipient = ${who.email}`.execute(environment.db)
  const mails = rows[0]?.mails ?? 0
  const statuses = responses.map(({ status }) => status)
  const hasRetry = responses.every(({ status, headers }) => status !== 429 || Number(headers.get('retry-after')) > 0)
  return {
    promise: 'limits are global',
    requirement: '20 logins of one address at once over two instances: 5 mails, 429 with Retry-After for the rest',
    measured: `${formatCounts(statuses)}, ${mails} mails`,
    ok: mails === 5 && tally(statuses)[200] === 5 && tally(statuses)[429] === 15 && hasRetry,
  }
}

const PRODUCT = '/api/product/getProductDetail/spare-tee'

async function shownQuantity(environment: Environment, index: number): Promise<number> {
  const { body } = await call(environment.origin(index), PRODUCT)
  const { data } = body as { data?: { variants?: { quantity: number }[] } }
  return data?.variants?.[0]?.quantity ?? -1
}

/** The other instance's cached pages show what one instance sold. */
async function freshness(environment: Environment, people: readonly Customer[]): Promise<CheckResult> {
  const delays: number[] = []
  for (const who of people) {
    for (let warm = 0; warm < 3; warm++) await shownQuantity(environment, 1)
    const before = await shownQuantity(environment, 1)
    const response = await createOrder(environment.origin(0), who, 'spare-tee')
    if (response.status !== 201) throw new Error(response.text)
    const from = performance.now()
    await until('the other instance shows it', 5000, async () => (await shownQuantity(environment, 1)) === before - 1)
    delays.push(performance.now() - from)
  }
  const slowest = Math.max(...delays)
  return {
    promise: 'what one instance sells, the other’s cached pages show',
    requirement: '≤ 100 ms after the response, plus one request’s time',
    measured: `${delays.length} sales, slowest ${ms(slowest)}`,
    ok: slowest <= 150,
  }
}

/** While the connection for notifications is lost, nothing is cached. */
async function lostConnection(environment: Environment, cuts: number): Promise<CheckResult> {
  const delays: number[] = []
  for (let cut = 0; cut < cuts; cut++) {
    const before = await shownQuantity(environment, 1)
    const { rows } = await sql<{ gone: boolean }>`
      select pg_terminate_backend(pid) as gone from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (query ilike 'listen%' or query = 'select 1')`.execute(environment.db)
    const changed = await sql`update stock set on_hand = on_hand + 1 where product_id = 'spare-tee'`.execute(
      environment.db,
    )
    await sql`insert into stock_ledger (sku, delta_on_hand, reason) select sku, 1, 'counted' from stock where product_id = 'spare-tee'`.execute(
      environment.db,
    )
    if (rows.length < 2 || changed.numAffectedRows !== 1n) throw new Error('no connection was ended')
    const from = performance.now()
    await until('the change shows', 10_000, async () => (await shownQuantity(environment, 1)) === before + 1)
    delays.push(performance.now() - from)
    await sleep(1500)
  }
  const slowest = Math.max(...delays)
  return {
    promise: 'a lost connection for notifications makes no page stale',
    requirement: 'a change made while it is cut shows as soon as the loss is known, ≤ 3 s',
    measured: `${cuts} cuts, slowest ${ms(slowest)}`,
    ok: slowest <= 3000,
  }
}

/** Two instances on one database are one shop. */
export async function instances(context: FaultContext): Promise<CheckResult[]> {
  const environment = await openEnvironment(context, { database: 'external', instances: 2 })
  const results = [await revocation(environment), await limits(environment)]
  results.push(await freshness(environment, await environment.customers(context.pick(5, 30))))
  results.push(await lostConnection(environment, context.pick(1, 5)))
  for (const { measured } of results) context.log(measured)
  await environment.stop()
  return results
}

export const fault: Fault = { about: 'two instances on one database', run: instances }
