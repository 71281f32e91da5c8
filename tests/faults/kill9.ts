import { sql } from 'kysely'
import { type Kill, type KillReport, killRepeatedly, POINTS } from './support/killing.ts'
import { type Fault, type Figure, ms, type Stage, tally, until } from './support/stage.ts'
import { openWorld, type World, type WorldOptions } from './support/world.ts'

const REPAIR_MS = 90_000

/** `kill -9` of the shop under a stream of orders; the bank is another process and keeps running. */
export async function kill9(
  stage: Stage,
  where: WorldOptions,
  wanted: { promise: string; asked: string; schedule: readonly Kill[] },
): Promise<Figure> {
  const world = await openWorld(stage, { ...where, dormant: true })
  const report = await killRepeatedly(stage, world, wanted.schedule)
  const from = performance.now()
  await until('the ledger is clean', REPAIR_MS, async () => (await world.audit()).ok).catch(() => null)
  const clean = performance.now() - from
  const ledger = await world.audit()
  // The small sample does not wait 50 s for it.
  const mailed = wanted.schedule.length < 10 || (await outboxEmpty(world))
  const charged = await chargedTwice(world, report)
  const twice = duplicatedMails(world, report.kills)
  await world.stop()
  const outcomes = tally(report.purchases.map((one) => one.outcome ?? 'unfinished'))
  const seen = [
    `${report.kills} kills${report.missed.length > 0 ? `, not come by: ${report.missed.join(' ')}` : ''}`,
    `${outcomes.paid ?? 0} orders paid${outcomes.returned ? `, ${outcomes.returned} returned` : ''}${outcomes.unfinished ? `, ${outcomes.unfinished} UNFINISHED` : ''}`,
    `${report.lost.length} lost`,
    `${charged.length} charged twice`,
    `ledger ${ledger.ok ? 'clean' : JSON.stringify(ledger.findings.slice(0, 3))} ${ms(report.slowestRepair + clean)} after the last start`,
    `a mail came at most ${twice.most} × (same Message-ID), ${mailed ? 'none is lost' : 'SOME WAIT'}`,
    `slowest start ${ms(report.slowestStart)}`,
    ...report.findings.slice(0, 3),
  ]
  const ok =
    report.kills === wanted.schedule.length &&
    report.lost.length + report.findings.length + report.missed.length + charged.length === 0 &&
    !outcomes.unfinished &&
    ledger.ok &&
    twice.ok &&
    mailed &&
    stage.inTime(report.slowestRepair + clean, REPAIR_MS)
  stage.say(seen.join(', '))
  return { promise: wanted.promise, asked: wanted.asked, seen: seen.join(', '), ok }
}

/** Customers who were charged for more than one order and not refunded. */
async function chargedTwice(world: World, report: KillReport): Promise<string[]> {
  const { orders, payments } = await world.bank.state()
  const owner = new Map<string, string>()
  const rows = await world.db.selectFrom('orders').select(['id', 'customer_id']).execute()
  for (const { id, customer_id } of rows) owner.set(id, customer_id)
  const receiptOf = new Map(orders.map((order) => [String(order.id), String(order.receipt)]))
  const standing = payments.filter(({ status }) => status === 'captured')
  const held = tally(standing.map(({ order_id }) => owner.get(receiptOf.get(String(order_id)) ?? '') ?? 'nobody'))
  return report.purchases
    .filter(({ who, outcome }) => {
      const taken = held[who.id] ?? 0
      return taken > 1 || (outcome === 'paid' && taken !== 1) || (outcome === 'returned' && taken !== 0)
    })
    .map(({ who, outcome }) => `${who.id} ${outcome} ${held[who.id] ?? 0}`)
}

/** Mail that a killed shop had claimed goes out when its lease ends, 50 s later. */
async function outboxEmpty(world: World): Promise<boolean> {
  const empty = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from outbox where done_at is null`.execute(world.db)
    return rows[0]?.waiting === 0
  }
  return until('the outbox is empty', REPAIR_MS, empty).catch(() => false)
}

/** A mail whose sending was not noted is sent once more, under its old Message-ID. */
function duplicatedMails(world: World, kills: number): { ok: boolean; most: number } {
  const orderMails = world.mail.mails.filter(({ subject }) => /order/i.test(subject))
  const byId = Object.values(tally(orderMails.map(({ messageId }) => messageId)))
  const people = tally(
    [...new Set(orderMails.map(({ messageId, to }) => `${to} ${messageId}`))].map((one) => one.split(' ')[0] ?? ''),
  )
  const most = Math.max(1, ...byId)
  // A kill costs a mail at most one repetition.
  return { ok: most <= 1 + kills && Object.values(people).every((count) => count === 1), most }
}

/** Each failpoint, so many times. */
export function atPoints(times: number): Kill[] {
  return Array.from({ length: times }, () => POINTS.map((point) => ({ point }))).flat()
}

export function atRandom(times: number): Kill[] {
  return Array.from({ length: times }, () => ({ afterMs: Math.round(20 + Math.random() * 900) }))
}

const ASKED =
  'no acknowledged order lost, no double charge, books right at every restart, ledger (I1 to I5) clean ≤ 90 s'

/** `KILLS=3 npm run faults -- kill9`: fewer kills at each point, and at random in proportion. */
export const fault: Fault = {
  about: 'kill -9 of the shop under a stream of orders',
  async run(stage) {
    const times = Number(process.env.KILLS) || stage.pick(1, 20)
    const points = await kill9(
      stage,
      { database: 'outside' },
      {
        promise: 'nothing is lost when the shop is killed at the points K1 to K13',
        asked: `13 points × ${times}: ${ASKED}`,
        schedule: atPoints(times),
      },
    )
    const moments = stage.pick(3, 9 * times)
    const random = await kill9(
      stage,
      { database: 'outside' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (outside database)',
        asked: `${moments} random moments: ${ASKED}`,
        schedule: atRandom(moments),
      },
    )
    const inside = stage.pick(2, times)
    const embedded = await kill9(
      stage,
      { database: 'embedded' },
      {
        promise: 'nothing is lost when the shop is killed at any moment (embedded database)',
        asked: `${inside} random moments: ${ASKED}`,
        schedule: atRandom(inside),
      },
    )
    return [points, random, embedded]
  },
}
