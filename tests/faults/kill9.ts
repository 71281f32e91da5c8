import { sql } from 'kysely'
import { type Fault, type FaultContext, type Figure, ms, tally, until } from './support/context.ts'
import { type Environment, type EnvironmentOptions, openEnvironment } from './support/environment.ts'
import { type Death, killAgainAndAgain, POINTS, type Toll } from './support/killing.ts'

const REPAIR_MS = 90_000

/** `kill -9` of the shop under a stream of orders; the bank is a process of its own and lives on. */
export async function kill9(
  context: FaultContext,
  where: EnvironmentOptions,
  wanted: { promise: string; asked: string; deaths: readonly Death[] },
): Promise<Figure> {
  const environment = await openEnvironment(context, { ...where, dormant: true })
  const toll = await killAgainAndAgain(context, environment, wanted.deaths)
  const from = performance.now()
  await until('the ledger is clean', REPAIR_MS, async () => (await environment.audit()).ok).catch(() => null)
  const clean = performance.now() - from
  const books = await environment.audit()
  // In the small sample nobody waits 50 s for it.
  const mailed = wanted.deaths.length < 10 || (await outboxEmpty(environment))
  const charged = await chargedTwice(environment, toll)
  const twice = duplicatedMails(environment, toll.kills)
  await environment.stop()
  const outcomes = tally(toll.intentions.map((one) => one.outcome ?? 'unfinished'))
  const seen = [
    `${toll.kills} kills${toll.missed.length > 0 ? `, not come by: ${toll.missed.join(' ')}` : ''}`,
    `${outcomes.paid ?? 0} orders paid${outcomes.returned ? `, ${outcomes.returned} returned` : ''}${outcomes.unfinished ? `, ${outcomes.unfinished} UNFINISHED` : ''}`,
    `${toll.lost.length} lost`,
    `${charged.length} charged twice`,
    `ledger ${books.ok ? 'clean' : JSON.stringify(books.findings.slice(0, 3))} ${ms(toll.slowestRepair + clean)} after the last start`,
    `a mail came at most ${twice.most} × (same Message-ID), ${mailed ? 'none is lost' : 'SOME WAIT'}`,
    `slowest start ${ms(toll.slowestStart)}`,
    ...toll.findings.slice(0, 3),
  ]
  const ok =
    toll.kills === wanted.deaths.length &&
    toll.lost.length + toll.findings.length + toll.missed.length + charged.length === 0 &&
    !outcomes.unfinished &&
    books.ok &&
    twice.ok &&
    mailed &&
    context.inTime(toll.slowestRepair + clean, REPAIR_MS)
  context.say(seen.join(', '))
  return { promise: wanted.promise, asked: wanted.asked, seen: seen.join(', '), ok }
}

/** People from whom the bank took more than one order's money that it has not given back. */
async function chargedTwice(environment: Environment, toll: Toll): Promise<string[]> {
  const { orders, payments } = await environment.bank.state()
  const owner = new Map<string, string>()
  const rows = await environment.db.selectFrom('orders').select(['id', 'customer_id']).execute()
  for (const { id, customer_id } of rows) owner.set(id, customer_id)
  const receiptOf = new Map(orders.map((order) => [String(order.id), String(order.receipt)]))
  const standing = payments.filter(({ status }) => status === 'captured')
  const held = tally(standing.map(({ order_id }) => owner.get(receiptOf.get(String(order_id)) ?? '') ?? 'nobody'))
  return toll.intentions
    .filter(({ who, outcome }) => {
      const taken = held[who.id] ?? 0
      return taken > 1 || (outcome === 'paid' && taken !== 1) || (outcome === 'returned' && taken !== 0)
    })
    .map(({ who, outcome }) => `${who.id} ${outcome} ${held[who.id] ?? 0}`)
}

/** Mail that a killed shop had in hand goes out when its lease is over, 50 s later. */
async function outboxEmpty(environment: Environment): Promise<boolean> {
  const empty = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from outbox where done_at is null`.execute(environment.db)
    return rows[0]?.waiting === 0
  }
  return until('the outbox is empty', REPAIR_MS, empty).catch(() => false)
}

/** A mail whose sending was not noted is sent once more, under its old Message-ID. */
function duplicatedMails(environment: Environment, kills: number): { ok: boolean; most: number } {
  const orderMails = environment.mail.mails.filter(({ subject }) => /order/i.test(subject))
  const byId = Object.values(tally(orderMails.map(({ messageId }) => messageId)))
  const people = tally(
    [...new Set(orderMails.map(({ messageId, to }) => `${to} ${messageId}`))].map((one) => one.split(' ')[0] ?? ''),
  )
  const most = Math.max(1, ...byId)
  // A kill costs a mail at most one repetition.
  return { ok: most <= 1 + kills && Object.values(people).every((count) => count === 1), most }
}

/** Every point of the program, so often. */
export function atPoints(times: number): Death[] {
  return Array.from({ length: times }, () => POINTS.map((point) => ({ point }))).flat()
}

export function atRandom(times: number): Death[] {
  return Array.from({ length: times }, () => ({ afterMs: Math.round(20 + Math.random() * 900) }))
}

const ASKED =
  'no acknowledged order lost, no double charge, books right at every restart, ledger (I1 to I5) clean ≤ 90 s'

/** `KILLS=3 npm run faults -- kill9`: fewer kills at each point, and at random in proportion. */
export const fault: Fault = {
  about: 'kill -9 of the shop under a stream of orders',
  async run(context) {
    const times = Number(process.env.KILLS) || context.pick(1, 20)
    const points = await kill9(
      context,
      { database: 'outside' },
      {
        promise: 'nothing is lost when the shop is killed at the points K1 to K13',
        asked: `13 points × ${times}: ${ASKED}`,
        deaths: atPoints(times),
      },
    )
    const moments = context.pick(3, 9 * times)
    const random = await kill9(
      context,
      { database: 'outside' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (outside database)',
        asked: `${moments} random moments: ${ASKED}`,
        deaths: atRandom(moments),
      },
    )
    const inside = context.pick(2, times)
    const embedded = await kill9(
      context,
      { database: 'embedded' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (embedded database)',
        asked: `${inside} random moments: ${ASKED}`,
        deaths: atRandom(inside),
      },
    )
    return [points, random, embedded]
  },
}
