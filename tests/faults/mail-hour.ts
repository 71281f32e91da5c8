import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { atRate } from './support/browsing.ts'
import { buyOnce } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms } from './support/context.ts'
import { type Customer, describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'

/** The recipients of mails with this subject, as indices of `people`, in order of arrival. */
function arrivals(environment: Environment, people: readonly Customer[], subject: RegExp): number[] {
  const places = new Map(people.map(({ email }, place) => [email, place]))
  const mails = environment.mail.mails.filter((mail) => subject.test(mail.subject))
  return mails.map(({ to }) => places.get(to)).filter((place) => place !== undefined)
}

const DRAINED_MS = 60_000
/** How long a code is valid (CODE_MINUTES). */
const CODE_MS = 600_000

async function waiting(environment: Environment): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where done_at is null`.execute(environment.db)
  return rows[0]?.count ?? 0
}

/**
 * The mail server is gone for an hour in which people buy and sign in. Their orders go through; when it is back, every
 * order's mail goes out in order, and of the codes only those that are still valid.
 */
export async function mailHour(context: FaultContext, forMs: number, perSecond: number): Promise<CheckResult> {
  const environment = await openEnvironment(context, { database: 'embedded', settings: { TRUST_PROXY: '1' } })
  const count = Math.ceil((forMs / 1000) * perSecond) + 1
  const buyers = await environment.customers(count)
  const visitors = await environment.customers(count)
  await environment.mail.down()
  const startedAt: number[] = []
  const statuses = await atRate(perSecond, forMs, async (index) => {
    const buyer = buyers[index]
    const visitor = visitors[index]
    if (!buyer || !visitor) return []
    startedAt[index] = performance.now()
    const login = { body: { email: visitor.email }, headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } }
    return [
      await buyOnce(environment, environment.origin(), buyer, 'boxy-tee'),
      (await call(environment.origin(), '/api/user/login', login)).status,
    ]
  })
  const orders = startedAt.length
  await environment.mail.up()
  const from = performance.now()
  // A code that expires while the mail goes out may come or not.
  const isValid = (index: number) => from + DRAINED_MS - (startedAt[index] ?? 0) < CODE_MS
  const good = [...buyers.slice(0, orders), ...visitors.slice(0, orders).filter((_, index) => isValid(index))]
  const tooOld = visitors.slice(0, orders).filter((_, index) => from - (startedAt[index] ?? 0) > CODE_MS)
  const came = () => new Set(environment.mail.mails.map(({ to }) => to))
  const all = await until('the outbox drains', 2 * DRAINED_MS, () => {
    const there = came()
    return good.every(({ email }) => there.has(email))
  }).catch(() => false)
  const drained = performance.now() - from
  await until('nothing waits', DRAINED_MS, async () => (await waiting(environment)) === 0).catch(() => false)
  const bought = arrivals(environment, buyers, /order/i)
  const late = bought.filter((place, index) => Math.abs(place - index) > 5).length
  const repeated = bought.length - new Set(bought).size
  const useless = tooOld.filter(({ email }) => came().has(email)).length
  const ledger = await environment.audit()
  await environment.stop()
  const codes = statuses.flat()
  const measured = `${orders} orders and ${orders} logins meanwhile: ${formatCounts(codes)}; ${good.length} mails out ${all ? ms(drained) : 'NOT ALL'} after its return, ${new Set(bought).size} of them of orders, ${late} of those more than five places out of order, ${repeated} twice; ${tooOld.length} codes were too old by then, ${useless} of them sent; ${describeLedger(ledger)}`
  context.log(measured)
  const isWhole = all && new Set(bought).size === orders && late === 0 && repeated <= 1 && useless === 0
  return {
    promise: `nothing is lost while the mail server is gone for ${ms(forMs)}`,
    requirement:
      'orders and logins 200, every order’s mail ≤ 60 s after its return and in order, codes too old are not sent, ≤ 1 duplicate',
    measured,
    ok: isWhole && drained <= DRAINED_MS && ledger.ok && codes.every((status) => status === 200),
  }
}

export const fault: Fault = {
  about: 'the mail server is gone for an hour of selling',
  isLong: true,
  run: async (context) => [await mailHour(context, context.pick(4000, 3_600_000), context.pick(2, 0.1))],
}
