import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { call } from './support/http.ts'
import { type Fault, type Figure, ms, percentile, type Stage, spoken, until } from './support/stage.ts'
import { openWorld } from './support/world.ts'

/** The mail server is gone for a while: logging in stays quick, and the mail goes out when it is back. */
export async function mailDown(stage: Stage, downMs: number, mails: number): Promise<Figure> {
  const world = await openWorld(stage, { database: 'outside', settings: { TRUST_PROXY: '1' } })
  const people = await world.customers(mails)
  await world.mail.down()
  const times: number[] = []
  const statuses: number[] = []
  for (const [index, who] of people.entries()) {
    // Each from an address of its own: the limit on one address is not what is tried here.
    const headers = { 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` }
    const answer = await call(world.origin(), '/api/user/login', { body: { email: who.email }, headers })
    times.push(answer.ms)
    statuses.push(answer.status)
  }
  const { rows } = await sql<{ id: string }>`
    insert into outbox (id, recipient, subject, body_text, secret, expires_at)
    values ('late', 'late@example.test', 'too late', 'too late', false, now() + interval '1 second') returning id`.execute(
    world.db,
  )
  if (rows.length !== 1) throw new Error('no mail to expire')
  await sleep(downMs)
  await world.mail.up()
  const from = performance.now()
  await until('the outbox drains', 90_000, () => new Set(world.mail.mails.map(({ to }) => to)).size >= mails)
  const drained = performance.now() - from
  await sleep(500)
  const order = world.mail.mails.map(({ to }) => people.findIndex(({ email }) => email === to))
  const late = order.filter((place, index) => Math.abs(place - index) > 5).length
  const repeated = order.length - new Set(order).size
  const expired = world.mail.mails.some(({ subject }) => subject === 'too late')
  const slowest = percentile(times, 0.95)
  const seen = `login ${spoken(statuses)}, p95 ${ms(slowest)}; ${mails} mails out ${ms(drained)} after its return, ${late} more than five places out of order, ${repeated} twice, expired ones sent: ${expired ? 'YES' : 'none'}`
  stage.say(seen)
  await world.stop()
  return {
    promise: `mail waits for its server (gone for ${ms(downMs)})`,
    asked: 'login ≤ 300 ms, outbox empty ≤ 60 s after its return and in order, expired codes not sent, ≤ 1 duplicate',
    seen,
    ok:
      statuses.every((status) => status === 200) &&
      slowest <= 300 &&
      drained <= 60_000 &&
      repeated <= 1 &&
      late === 0 &&
      !expired,
  }
}

export const fault: Fault = {
  about: 'the mail server is down, then back',
  run: async (stage) => [await mailDown(stage, stage.pick(2000, 120_000), stage.pick(20, 200))],
}
