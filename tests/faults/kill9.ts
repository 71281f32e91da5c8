import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { type CheckResult, type Fault, type FaultContext, ms, tally } from './support/context.ts'
import { describeLedger, type Environment, type EnvironmentOptions, openEnvironment } from './support/environment.ts'
import { type Kill, type KillResult, killRepeatedly, POINTS } from './support/killing.ts'

const REPAIR_MS = 90_000

/** `kill -9` of the shop under a stream of orders; the sandbox, a process of its own, goes on running. */
export async function kill9(
  context: FaultContext,
  where: EnvironmentOptions,
  wanted: { promise: string; requirement: string; kills: readonly Kill[] },
): Promise<CheckResult> {
  const environment = await openEnvironment(context, { ...where, startShops: false })
  const result = await killRepeatedly(context, environment, wanted.kills)
  const from = performance.now()
  const ledger = await environment.auditUntilClean(REPAIR_MS)
  const clean = performance.now() - from
  // A small sample does not wait 50 s for mail that a killed shop had leased.
  const mailed = wanted.kills.length < 10 || (await outboxEmpty(environment))
  const charged = await chargedTwice(environment, result)
  const twice = duplicatedMails(environment, result.kills)
  await environment.stop()
  const outcomes = tally(result.purchases.map((one) => one.outcome ?? 'unfinished'))
  const measured = [
    `${result.kills} kills${result.missed.length > 0 ? `, not reached: ${result.missed.join(' ')}` : ''}`,
    `${outcomes.paid ?? 0} orders paid${outcomes.returned ? `, ${outcomes.returned} returned` : ''}${outcomes.unfinished ? `, ${outcomes.unfinished} UNFINISHED` : ''}`,
    `${result.lost.length} lost`,
    `${charged.length} charged twice`,
    `${describeLedger(ledger)} ${ms(result.slowestRepair + clean)} after the last start`,
    `a mail came at most ${twice.most} × (same Message-ID), ${mailed ? 'none is lost' : 'SOME WAIT'}`,
    `slowest start ${ms(result.slowestStart)}`,
    ...result.findings.slice(0, 3),
  ]
  const ok =
    result.kills === wanted.kills.length &&
    result.lost.length + result.findings.length + result.missed.length + charged.length === 0 &&
    !outcomes.unfinished &&
    ledger.ok &&
    twice.ok &&
    mailed &&
    context.inTime(result.slowestRepair + clean, REPAIR_MS)
  context.log(measured.join(', '))
  return { promise: wanted.promise, requirement: wanted.requirement, measured: measured.join(', '), ok }
}

/** Customers whom the sandbox charged more than once, or otherwise than the outcome of their purchase says. */
async function chargedTwice(environment: Environment, result: KillResult): Promise<string[]> {
  const { orders, payments } = await environment.sandbox.state()
  const rows = await environment.db.selectFrom('orders').select(['id', 'customer_id']).execute()
  const owner = new Map(rows.map(({ id, customer_id }) => [id, customer_id as string]))
  const receiptOf = new Map(orders.map((order) => [String(order.id), String(order.receipt)]))
  const captured = payments.filter(({ status }) => status === 'captured')
  const charged = tally(captured.map(({ order_id }) => owner.get(receiptOf.get(String(order_id)) ?? '') ?? 'unknown'))
  return result.purchases
    .filter(({ who, outcome }) => {
      const times = charged[who.id] ?? 0
      return times > 1 || (outcome === 'paid' && times !== 1) || (outcome === 'returned' && times !== 0)
    })
    .map(({ who, outcome }) => `${who.id} ${outcome} ${charged[who.id] ?? 0}`)
}

/** Whether all mail goes out; what a killed shop had leased is sent when the lease expires, 50 s later. */
async function outboxEmpty(environment: Environment): Promise<boolean> {
  const empty = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from outbox where done_at is null`.execute(environment.db)
    return rows[0]?.waiting === 0
  }
  return until('the outbox is empty', REPAIR_MS, empty).catch(() => false)
}

/** How often a mail was sent at most; the shop sends a mail again, with the same Message-ID, if it was killed before it noted it as sent. */
function duplicatedMails(environment: Environment, kills: number): { ok: boolean; most: number } {
  const orderMails = environment.mail.mails.filter(({ subject }) => /order/i.test(subject))
  const byId = Object.values(tally(orderMails.map(({ messageId }) => messageId)))
  const people = tally(
    [...new Set(orderMails.map(({ messageId, to }) => `${to} ${messageId}`))].map((one) => one.split(' ')[0] ?? ''),
  )
  const most = Math.max(1, ...byId)
  // Each kill repeats a mail at most once.
  return { ok: most <= 1 + kills && Object.values(people).every((count) => count === 1), most }
}

/** Kills at every failpoint, that many times each. */
function atPoints(times: number): Kill[] {
  return Array.from({ length: times }, () => POINTS.map((point) => ({ point }))).flat()
}

export function atRandom(times: number): Kill[] {
  return Array.from({ length: times }, () => ({ afterMs: Math.round(20 + Math.random() * 900) }))
}

const REQUIREMENT =
  'no acknowledged order lost, no double charge, invariants hold at every restart, ledger clean ≤ 90 s'

/** `KILLS=3 npm run faults -- kill9`: fewer kills at each point, and at random in proportion. */
export const fault: Fault = {
  about: 'kill -9 of the shop under a stream of orders',
  async run(context) {
    const times = Number(process.env.KILLS) || context.pick(1, 20)
    const points = await kill9(
      context,
      { database: 'external' },
      {
        promise: 'nothing is lost when the shop is killed at the points K1 to K13',
        requirement: `13 points × ${times}: ${REQUIREMENT}`,
        kills: atPoints(times),
      },
    )
    const moments = context.pick(3, 9 * times)
    const random = await kill9(
      context,
      { database: 'external' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (external database)',
        requirement: `${moments} random moments: ${REQUIREMENT}`,
        kills: atRandom(moments),
      },
    )
    const inside = context.pick(2, times)
    const embedded = await kill9(
      context,
      { database: 'embedded' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (embedded database)',
        requirement: `${inside} random moments: ${REQUIREMENT}`,
        kills: atRandom(inside),
      },
    )
    return [points, random, embedded]
  },
}
