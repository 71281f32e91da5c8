import { type Kysely, sql } from 'kysely'
import type { Api } from '#platform/api/client.ts'
import type { RunningOutbox } from '#platform/mail/outbox.server.ts'
import type { MailTransport, OutgoingMail } from '#platform/mail/transport.server.ts'

import type { ShopContract } from '#shop/contract.ts'

import type { Tables } from '#shop/tables.server.ts'
import { openTestShop } from './shop.ts'
import { until } from './until.ts'

export type CustomerApi = Api<ShopContract>

/** A shop for tests of accounts, addresses and contact: its mail stays in memory. */
export interface CustomerFixture {
  db: Kysely<Tables>
  outbox: RunningOutbox
  mails: OutgoingMail[]
  /** Receives the next mails; a test replaces `send` with a function that throws, to reject them. */
  mailServer: { send(mail: OutgoingMail): Promise<void> }
  /** `client`: the caller's address. */
  api(options?: { token?: string; client?: string }): CustomerApi
  /** A raw call, by its path below /api. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Opens a link of a mail. */
  visit(request: Request): Promise<Response>
  /** Waits for a mail to an address; `skip`: how many earlier ones to leave out. */
  mailTo(address: string, skip?: number): Promise<OutgoingMail>
  codeTo(address: string, skip?: number): Promise<string>
  signIn(email: string, name?: string): Promise<{ id: string; token: string; api: CustomerApi }>
  close(): Promise<void>
}

/** The address of callers. */
const CLIENT = '203.0.113.1'

/** Opens the fixture. For files of the project `api`. */
export async function openCustomerFixture({ codeMinutes = 10 } = {}): Promise<CustomerFixture> {
  const mails: OutgoingMail[] = []
  const mailServer = { send: async (_mail: OutgoingMail) => {} }
  const transport: MailTransport = {
    async send(mail) {
      await mailServer.send(mail)
      mails.push(mail)
    },
    check: async () => {},
    close: async () => {},
  }
  const shop = await openTestShop({ settings: { TRUST_PROXY: '1', CODE_MINUTES: String(codeMinutes) }, transport })
  const { outbox } = shop
  const api = ({ token, client }: { token?: string; client?: string } = {}) =>
    shop.apiWith(token ?? null, { 'x-forwarded-for': client ?? CLIENT })

  const mailTo = (address: string, skip = 0) =>
    until(`mail ${skip + 1} for ${address}`, 60_000, async () => {
      await outbox.send()
      return mails.filter((mail) => mail.to === address)[skip]
    })

  async function codeTo(address: string, skip = 0): Promise<string> {
    const code = /^\d{6}$/m.exec((await mailTo(address, skip)).text)?.[0]
    if (!code) throw new Error('There is no code in the mail.')
    return code
  }

  return {
    db: shop.shop.db,
    outbox,
    mails,
    mailServer,
    api,
    fetch(path, init) {
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-for', CLIENT)
      return shop.fetch(`/api${path}`, { ...init, headers })
    },
    visit: async (request) => shop.web.fetch(request),
    mailTo,
    codeTo,
    async signIn(email, name = 'Asha Kale') {
      // Counted before the call: its mail may arrive before its response.
      const earlier = mails.filter((mail) => mail.to === email).length
      await api()('POST /user/register', { body: { email, name } })
      // A mail about a device may come before it.
      const since = () => mails.filter((mail) => mail.to === email).slice(earlier)
      const code = await until(`a code for ${email}`, 60_000, () =>
        since()
          .flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])
          .at(0),
      )
      const verified = await api()('POST /user/verifyOtp', { body: { email, otp: Number(code) } })
      if (!verified.ok) throw new Error(verified.message)
      const { token } = verified.data
      return { id: verified.data.data.id, token, api: api({ token }) }
    },
    close: shop.close,
  }
}

/** Moves the times of codes, sessions, devices, limits, keyed calls and unsent mails into the past by that many seconds. */
export async function passTime(db: Kysely<Tables>, seconds: number): Promise<void> {
  const age = sql`make_interval(secs => ${seconds})`
  await sql`update login_codes set expires_at = expires_at - ${age}`.execute(db)
  await sql`update sessions set created_at = created_at - ${age}, last_seen_at = last_seen_at - ${age}`.execute(db)
  await sql`update devices set created_at = created_at - ${age}, rotated_at = rotated_at - ${age}`.execute(db)
  await sql`update limit_hits set hit_at = hit_at - ${age}, keep_until = keep_until - ${age}`.execute(db)
  await sql`update idempotency_keys set started_at = started_at - ${age}`.execute(db)
  await sql`update outbox set created_at = created_at - ${age}, due_at = due_at - ${age},
    expires_at = expires_at - ${age}`.execute(db)
}
