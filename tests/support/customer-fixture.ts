import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { loadLanguages } from '#languages/languages.server.ts'
import { type Api, createApi } from '#platform/api/client.ts'
import { createIdempotencyStore } from '#platform/api/idempotency.server.ts'
import { mountApi } from '#platform/api/mount.server.ts'
import { createResponseCache } from '#platform/cache/response-cache.server.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { createLimits } from '#platform/limits/limits.server.ts'
import { createOutbox, type RunningOutbox } from '#platform/mail/outbox.server.ts'
import type { MailTransport, OutgoingMail } from '#platform/mail/transport.server.ts'
import { createJobs } from '#platform/process/jobs.server.ts'
import { accountsContract } from '#shop/accounts/contract.ts'
import { createAccountsHandlers } from '#shop/accounts/handlers.server.ts'
import { createAuthenticator } from '#shop/accounts/sessions.server.ts'
import { addressesContract } from '#shop/addresses/contract.ts'
import { createAddressesHandlers } from '#shop/addresses/handlers.server.ts'
import { contactContract } from '#shop/contact/contract.ts'
import { createContactHandlers } from '#shop/contact/handlers.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import type { Shop } from '#shop/shop.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { testDatabase } from './database.ts'
import { until } from './until.ts'

const contract = { ...accountsContract, ...addressesContract, ...contactContract }

export type CustomerApi = Api<typeof contract>

/** The calls about accounts, addresses and contact on a database of their own, without catalogue and payments; mail stays in memory. */
export interface CustomerFixture {
  db: Kysely<Tables>
  outbox: RunningOutbox
  mails: OutgoingMail[]
  /** Receives the next mails; a test replaces `send` with a function that throws, to reject them. */
  mailServer: { send(mail: OutgoingMail): Promise<void> }
  api(options?: { token?: string; client?: string }): CustomerApi
  fetch(path: string, init?: RequestInit): Promise<Response>
  settings: Shop['settings']
  /** Waits for a mail to an address; `skip`: how many earlier ones to leave out. */
  mailTo(address: string, skip?: number): Promise<OutgoingMail>
  codeTo(address: string, skip?: number): Promise<string>
  signIn(email: string, name?: string): Promise<{ id: string; token: string; api: CustomerApi }>
  close(): Promise<void>
}

const log = pino({ level: 'silent' })

/** Opens the fixture. For files of the project `api`. */
export async function openCustomerFixture(settings: { codeMinutes?: number } = {}): Promise<CustomerFixture> {
  loadLanguages()
  const database = await testDatabase()
  const open = openDatabase<Tables>({ connection: database.connection, log })
  const { db } = open
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
  const outbox = createOutbox({ db, transport, log })
  const jobs = createJobs({ log }, [{ name: 'mail', everyMs: 50, run: () => outbox.send() }])
  // Safe cast: these calls use these parts of a shop and no others.
  const shop = {
    db,
    log,
    clock: systemClock,
    mail: outbox,
    limits: createLimits(db),
    invalidateCacheTags: async () => {},
    settings: () => DEFAULT_SETTINGS,
    config: {
      publicUrl: 'http://shop.test',
      codeMinutes: settings.codeMinutes ?? 10,
      holdMinutes: 20,
      demoFulfilment: false,
    },
  } as unknown as Shop
  const app = mountApi(
    contract,
    { ...createAccountsHandlers(shop), ...createAddressesHandlers(shop), ...createContactHandlers(shop) },
    {
      authenticate: createAuthenticator(shop),
      clientOf: (context) => context.req.header('x-test-client') ?? '203.0.113.1',
      idempotency: createIdempotencyStore(db),
      cache: createResponseCache({ maxBytes: 1 }),
      isUnavailable: () => false,
      tagsOf: () => [],
      headers: {},
      report: (error) => {
        throw error
      },
    },
  )
  const send = async (path: string, init?: RequestInit) => app.fetch(new Request(`http://shop.test${path}`, init))
  const api = ({ token, client }: { token?: string; client?: string } = {}) =>
    createApi<typeof contract>({
      base: '',
      token: () => token ?? null,
      fetch: (url, init) => {
        const headers = new Headers(init.headers)
        if (client) headers.set('x-test-client', client)
        return send(url, { ...init, headers })
      },
    })
  jobs.start()

  const mailTo = (address: string, skip = 0) =>
    until(`mail ${skip + 1} for ${address}`, 60_000, () => mails.filter((mail) => mail.to === address)[skip])

  async function codeTo(address: string, skip = 0): Promise<string> {
    const code = /^\d{6}$/m.exec((await mailTo(address, skip)).text)?.[0]
    if (!code) throw new Error('There is no code in the mail.')
    return code
  }

  return {
    db,
    outbox,
    mails,
    mailServer,
    api,
    fetch: send,
    settings: shop.settings,
    mailTo,
    codeTo,
    async signIn(email, name = 'Asha Kale') {
      // Counted before the call: its mail may arrive before its response.
      const earlier = mails.filter((mail) => mail.to === email).length
      await api()('POST /user/register', { body: { email, name } })
      const code = await codeTo(email, earlier)
      const verified = await api()('POST /user/verifyOtp', { body: { email, otp: Number(code) } })
      if (!verified.ok) throw new Error(verified.message)
      const { token } = verified.data
      return { id: verified.data.data.id, token, api: api({ token }) }
    },
    async close() {
      await Promise.all([jobs.stop(), outbox.stop()])
      await open.close()
      await database.drop()
    },
  }
}

/** Moves the times of codes, sessions, devices, limits, keyed calls and unsent mails into the past by so many seconds. */
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
