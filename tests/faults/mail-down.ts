import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentile } from './support/context.ts'
import { type Customer, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import type { MailMode } from './support/mail-server.ts'

let logins = 0

interface Outage {
  /** How the mail server fails. */
  how: 'gone' | MailMode
  forMs: number
  /** How many customers log in meanwhile. */
  mails: number
}

/** The mail server fails for a while: logins stay fast, and the mail goes out when it is back. */
async function mailDown(
  context: FaultContext,
  environment: Environment,
  { how, forMs, mails }: Outage,
): Promise<CheckResult> {
  const people = await environment.customers(mails)
  const before = environment.mail.mails.length
  if (how === 'gone') await environment.mail.down()
  else environment.mail.mode = how
  const { times, statuses } = await logIn(environment, people)
  const uselessFrom = await addExpiring(environment)
  await sleep(forMs)
  if (how === 'gone') await environment.mail.up()
  else environment.mail.mode = 'normal'
  const from = performance.now()
  const came = () =>
    environment.mail.mails
      .slice(before)
      .map(({ to }) => people.findIndex(({ email }) => email === to))
      .filter((place) => place >= 0)
  const all = await until('the outbox drains', 90_000, () => new Set(came()).size >= mails).catch(() => false)
  const drained = performance.now() - from
  await sleep(500)
  const order = came()
  const late = order.filter((place, index) => Math.abs(place - index) > 5).length
  const repeated = order.length - new Set(order).size
  const expired = environment.mail.mails.some(({ subject, at }) => subject === 'too late' && at > uselessFrom)
  const slowest = percentile(times, 0.95)
  const measured = `login ${formatCounts(statuses)}, p95 ${ms(slowest)}; ${new Set(order).size} mails out ${ms(drained)} after its return, ${late} more than five places out of order, ${repeated} twice, expired ones sent: ${expired ? 'YES' : 'none'}`
  context.log(`${how}: ${measured}`)
  const isKept = all && drained <= 60_000 && repeated <= 1 && late === 0 && !expired
  return {
    promise: `mail waits for its server (${how}, ${ms(forMs)})`,
    requirement:
      'login ≤ 300 ms, outbox empty ≤ 60 s after its return and in order, expired codes not sent, ≤ 1 duplicate',
    measured,
    ok: isKept && statuses.every((status) => status === 200) && slowest <= 300,
  }
}

async function logIn(environment: Environment, people: readonly Customer[]) {
  const times: number[] = []
  const statuses: number[] = []
  for (const { email } of people) {
    logins += 1
    // Each from its own client address, so that no rate limit applies.
    const headers = { 'x-forwarded-for': `198.51.${logins >> 8}.${logins & 255}` }
    const response = await call(environment.origin(), '/api/user/login', { body: { email }, headers })
    times.push(response.ms)
    statuses.push(response.status)
  }
  return { times, statuses }
}

/** Adds a mail that expires in a second; from the returned time on it must not be sent any more. */
async function addExpiring(environment: Environment): Promise<number> {
  await sql`insert into outbox (id, recipient, subject, body_text, secret, expires_at)
    values (${`late-${logins}`}, 'late@example.test', 'too late', 'too late', false, now() + interval '1 second')`.execute(
    environment.db,
  )
  // A second more for a mail that is on its way when it expires.
  return performance.now() + 2000
}

/** One outage after the other, with one shop. */
async function outages(context: FaultContext, wanted: readonly Outage[]): Promise<CheckResult[]> {
  const environment = await openEnvironment(context, { database: 'external', settings: { TRUST_PROXY: '1' } })
  const results: CheckResult[] = []
  for (const outage of wanted) results.push(await mailDown(context, environment, outage))
  await environment.stop()
  return results
}

const FAILING_MODES: readonly MailMode[] = ['hangs', 'defers', 'rejects', 'drops', 'accepts and drops']

export const fault: Fault = {
  about: 'the mail server is down, hangs, rejects or disconnects, then recovers',
  run: (context) =>
    outages(context, [
      { how: 'gone', forMs: context.pick(2000, 120_000), mails: context.pick(20, 200) },
      ...FAILING_MODES.map((how) => ({ how, forMs: context.pick(1000, 10_000), mails: context.pick(10, 40) })),
    ]),
}
