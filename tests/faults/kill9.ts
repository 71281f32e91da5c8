import { sql } from 'kysely'
import { type CheckResult, type Fault, type FaultContext, ms, tally, until } from './support/context.ts'
import { type Environment, type EnvironmentOptions, openEnvironment } from './support/environment.ts'
import { type Kill, type KillResult, killRepeatedly, POINTS } from './support/killing.ts'

const REPAIR_MS = 90_000

/** `kill -9` of the shop under a stream of orders; the sandbox is a process of its own and lives on. */
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
  // The small sample does not wait 50 s for it.
  const mailed = wanted.kills.length < 10 || (await outboxEmpty(environment))
  const charged = await chargedTwice(environment, result)
  const twice = duplicatedMails(environment, result.kills)
  await environment.stop()
  const outcomes = tally(result.intentions.map((one) => one.outcome ?? 'unfinished'))
  const measured = [
    `${result.kills} kills${result.missed.length > 0 ? `, not reached: ${result.missed.join(' ')}` : ''}`,
    `${outcomes.paid ?? 0} orders paid${outcomes.returned ? `, ${outcomes.returned} returned` : ''}${outcomes.unfinished ? `, ${outcomes.unfinished} UNFINISHED` : ''}`,
    `${result.lost.length} lost`,
    `${charged.length} charged twice`,
    `ledger ${ledger.ok ? 'clean' : JSON.stringify(ledger.findings.slice(0, 3))} ${ms(result.slowestRepair + clean)} after the last start`,
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

/** Customers whom the sandbox charged for more than one order without a refund. */
async function chargedTwice(environment: Environment, result: KillResult): Promise<string[]> {
  const { orders, payments } = await environment.sandbox.state()
  const owner = new Map<string, string>()
  const rows = await environment.db.selectFrom('orders').select(['id', 'customer_id']).execute()
  for (const { id, customer_id } of rows) owner.set(id, customer_id)
  const receiptOf = new Map(orders.map((order) => [String(order.id), String(order.receipt)]))
  const standing = payments.filter(({ status }) => status === 'captured')
  const held = tally(standing.map(({ order_id }) => owner.get(receiptOf.get(String(order_id)) ?? '') ?? 'unknown'))
  return result.intentions
    .filter(({ who, outcome }) => {
      const taken = held[who.id] ?? 0
      return taken > 1 || (outcome === 'paid' && taken !== 1) || (outcome === 'returned' && taken !== 0)
    })
    .map(({ who, outcome }) => `${who.id} ${outcome} ${held[who.id] ?? 0}`)
}

/** Mail that a killed shop had leased is sent when the lease expires, 50 s later. */
async function outboxEmpty(environment: Environment): Promise<boolean> {
  const empty = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from outbox where done_at is null`.execute(environment.db)
    return rows[0]?.waiting === 0
  }
  return until('the outbox is empty', REPAIR_MS, empty).catch(() => false)
}

/** A mail whose sending was not recorded is sent once more, with the same Message-ID. */
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

/** Every failpoint, so many times. */
export function atPoints(times: number): Kill[] {
  return Array.from({ length: times }, () => POINTS.map((point) => ({ point }))).flat()
}

export function atRandom(times: number): Kill[] {
  return Array.from({ length: times }, () => ({ afterMs: Math.round(20 + Math.random() * 900) }))
}

const ASKED = 'no acknowledged order lost, no double charge, invariants hold at every restart, ledger clean ≤ 90 s'

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
        requirement: `13 points × ${times}: ${ASKED}`,
        kills: atPoints(times),
      },
    )
    const moments = context.pick(3, 9 * times)
    const random = await kill9(
      context,
      { database: 'external' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (external database)',
        requirement: `${moments} random moments: ${ASKED}`,
        kills: atRandom(moments),
      },
    )
    const inside = context.pick(2, times)
    const embedded = await kill9(
      context,
      { database: 'embedded' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (embedded database)',
        requirement: `${inside} random moments: ${ASKED}`,
        kills: atRandom(inside),
      },
    )
    return [points, random, embedded]
  },
}
