import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import type { StaffRole } from '#platform/api/identity.ts'
import {
  openStaffBrowser,
  type SignedInStaff,
  type StaffHost,
  type StaffResponse,
  signInStaff,
} from '../../support/staff.ts'
import { buyOnce } from './buying.ts'
import { type CheckResult, type FaultContext, ms } from './context.ts'
import type { Customer, Environment } from './environment.ts'
import { call } from './http.ts'

/** What somebody tries at a running shop. */
export interface Attack {
  /** The finding of the security review at commit 1c580589, or `new`. */
  finding: string
  tried: string
  /** What the review got; a new attack has none. */
  before?: string
  /** What it has to get: exactly this text, or one that matches. */
  wanted: string | RegExp
  /** Makes the attack and returns what it got. */
  run(doors: Doors): Promise<string>
}

/** The running shop with its people. */
export interface Doors {
  context: FaultContext
  environment: Environment
  origin: string
  host: StaffHost
  owner: SignedInStaff
  manager: SignedInStaff
  packer: SignedInStaff
  signIn(role: StaffRole): Promise<SignedInStaff>
  /** A call with a session, as `status code`. */
  as(
    who: SignedInStaff,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<string>
  /** The same with a session whose second factor is eleven minutes old. */
  asOld: Doors['as']
  /** A call of the staff's door without a session, from an address of its own. */
  stranger(client: string, path: string, body?: unknown): Promise<StaffResponse>
  /** A customer with a paid order. */
  order(): Promise<{ id: string; customer: Customer }>
  /** Mails that have arrived at an address, the oldest first. */
  mailsTo(email: string): { subject: string; text: string }[]
}

export const textOf = ({ status, body }: Pick<StaffResponse, 'status' | 'body'>) =>
  body.code === undefined ? String(status) : `${status} ${body.code}`

/** True if rows have a text, in the clear or as bytes. */
export function isIn(rows: readonly unknown[], text: string): boolean {
  const all = JSON.stringify(rows, (_, value) =>
    // As JSON.stringify passes a Buffer.
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  return all.includes(text)
}

/** Signs staff in to a running shop. */
export async function openDoors(context: FaultContext, environment: Environment): Promise<Doors> {
  const origin = environment.origin()
  const { db } = environment
  const host: StaffHost = {
    shop: { db },
    config: { publicUrl: origin },
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers)
      // The browser of tests sends the origin of a shop in their own process.
      if (headers.get('origin') === 'http://shop.test') headers.set('origin', origin)
      return fetch(`${origin}${path}`, { ...init, headers, signal: AbortSignal.timeout(30_000) })
    },
  }
  const setAge = (who: SignedInStaff, minutes: number) =>
    sql`update staff_sessions set factor_at = now() - make_interval(mins => ${minutes})
      where staff_id = ${who.id} and factor_at is not null`.execute(db)
  const as =
    (minutes: number): Doors['as'] =>
    async (who, method, path, body, headers) => {
      await setAge(who, minutes)
      return textOf(await who.browser.call(method, path, body, headers))
    }
  return {
    context,
    environment,
    origin,
    host,
    owner: await signInStaff(host, 'owner'),
    manager: await signInStaff(host, 'manager'),
    packer: await signInStaff(host, 'packer'),
    signIn: (role) => signInStaff(host, role),
    as: as(0),
    asOld: as(11),
    stranger: (client, path, body) => openStaffBrowser(host).call('POST', path, body, { 'x-forwarded-for': client }),
    async order() {
      const customer = await environment.customer()
      const status = await buyOnce(environment, origin, customer, 'boxy-tee')
      if (status !== 200) throw new Error(`The order wasn't paid: ${status}`)
      const { id } = await db
        .selectFrom('orders')
        .select('id')
        .where('customer_id', '=', customer.id as never)
        .executeTakeFirstOrThrow()
      return { id, customer }
    },
    mailsTo: (email) => environment.mail.mails.filter(({ to }) => to === email),
  }
}

/** Makes an attack: a row of the table. */
export async function makeAttack(doors: Doors, kind: string, attack: Attack): Promise<CheckResult> {
  const { finding, tried, before, wanted, run } = attack
  const got = await run(doors).catch((error: unknown) => `failed: ${error instanceof Error ? error.message : error}`)
  const ok = typeof wanted === 'string' ? got === wanted : wanted.test(got)
  doors.context.log(
    `${ok ? '' : 'BROKEN '}${finding}: ${tried} → ${got}${before === undefined ? '' : ` (before: ${before})`}`,
  )
  const required = typeof wanted === 'string' ? wanted : `matches ${wanted.source}`
  return {
    promise: `${kind}, ${finding}: ${tried}`,
    requirement: `${before === undefined ? 'new' : `before: ${before}`}; now: ${required}`,
    measured: got,
    ok,
  }
}

/** The slowest of `GET path` from an address of its own, asked for all the time while `attack` runs. */
export async function slowestWhile(doors: Doors, path: string, attack: () => Promise<unknown>): Promise<string> {
  let isOver = false
  const ended = attack().finally(() => {
    isOver = true
  })
  let slowest = 0
  do {
    const { status, ms: took } = await call(doors.origin, path, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    slowest = Math.max(slowest, status === 200 ? took : Number.POSITIVE_INFINITY)
  } while (!isOver)
  await ended
  return doors.context.inTime(slowest, 3000) ? 'within 3 s' : ms(slowest)
}

/** Sends the beginning of a request, whose body never comes, on so many connections; returns what closes them. */
export async function sendUnfinished(
  doors: Doors,
  connections: number,
  headOf: (n: number) => string,
): Promise<() => void> {
  const { port, hostname } = new URL(doors.origin)
  const sockets: Socket[] = []
  for (let n = 0; n < connections; n++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await new Promise((done) => socket.once('connect', done))
    await new Promise((done) => socket.write(`${headOf(n)}\r\n\r\nx`, done))
    sockets.push(socket)
  }
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
