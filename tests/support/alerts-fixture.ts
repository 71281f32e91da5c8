import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ApiResult } from '#platform/api/client.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { notifyOfStock } from '#shop/alerts/jobs.server.ts'
import { alertLinks } from '#shop/alerts/link-page.server.ts'
import { changeStock } from '#shop/catalog/stock/sql.server.ts'
import { createMailLinkPages } from '#shop/mail-link-pages.server.ts'
import { openTestShop, STAFF, type TestShop } from './shop.ts'

/** Sold out before each test. */
export const LARGE = { productId: 'boxy-tee', color: 'White', size: 'L' }

/** A mail in the outbox. */
export interface WrittenMail {
  recipient: string
  subject: string
  body_text: string
  headers: Record<string, string>
}

export interface AlertsFixture {
  shop: TestShop
  /** The shop, but with an outbox that only stores mails and never sends them. */
  context: TestShop['shop']
  /** Requests an alert for `LARGE`; `more` overrides parts of the payload. */
  ask(email: string, more?: object, api?: TestShop['api']): Promise<ApiResult<{ success: true; message: string }>>
  setStock(quantity: number): Promise<void>
  sku(): Promise<string>
  /** Runs the job that sends alerts. */
  notify(batch?: number): Promise<number>
  /** The mails in the outbox, oldest first. */
  mails(subject?: string): Promise<WrittenMail[]>
  /** Who was notified, by e-mail address. */
  notified(): Promise<string[]>
  /** Requests and confirms that many alerts; their e-mail addresses, in the order of the requests. */
  addConfirmed(count: number): Promise<string[]>
  /** Opens the link in a mail, or presses the button of its page (POST). */
  follow(request: Request): Promise<Response>
}

/** The link in a mail that confirms the alert, or unsubscribes (`leave`). */
export function linkIn(mail: WrittenMail | undefined, action: 'confirm' | 'leave'): string {
  return new RegExp(`http://localhost/alerts/${action}\\?token=[\\w-]{43}`).exec(mail?.body_text ?? '')?.[0] ?? ''
}

/** A shop for a whole test file, passed to `assign` before the first test; each test starts without alerts and mails. */
export function withAlertsShop(assign: (fixture: AlertsFixture) => void): void {
  let fixture: AlertsFixture
  beforeAll(async () => {
    const shop = await openTestShop()
    await shop.outbox.stop()
    fixture = createFixture(shop)
    assign(fixture)
  })
  afterAll(() => fixture.shop.close())
  beforeEach(async () => {
    for (const table of ['alert_recipients', 'outbox', 'limit_hits'])
      await sql`delete from ${sql.table(table)}`.execute(fixture.shop.shop.db)
    await fixture.setStock(0)
  })
}

function createFixture(shop: TestShop): AlertsFixture {
  const { db } = shop.shop
  const mail: Outbox = { enqueue: shop.shop.mail.enqueue, wake: () => {} }
  const context = { ...shop.shop, mail }
  const follow = createMailLinkPages(context, { alerts: alertLinks })
  const ask: AlertsFixture['ask'] = (email, more = {}, api = shop.api) =>
    api('POST /user/notifyMe', { body: { email, ...LARGE, ...more } })
  const mails: AlertsFixture['mails'] = async (subject = '') => {
    const { rows } = await sql<WrittenMail>`select recipient, subject, body_text, headers from outbox
      where subject like ${`${subject}%`} order by seq`.execute(db)
    return rows
  }
  const sku = async () => {
    const { rows } = await sql<{ sku: string }>`select sku from stock where product_id = ${LARGE.productId}
      and color = ${LARGE.color} and size = ${LARGE.size}`.execute(db)
    return rows[0]?.sku ?? ''
  }
  return {
    shop,
    context,
    ask,
    mails,
    sku,
    follow,
    notify: (batch) => notifyOfStock(context, batch),
    notified: async () => (await mails('Back: ')).map(({ recipient }) => recipient).sort(),
    async setStock(quantity) {
      expect(await changeStock(db, STAFF, await sku(), { quantity })).toMatchObject({ ok: true })
    },
    async addConfirmed(count) {
      const emails = Array.from({ length: count }, (_, n) => `waiting-${String(n).padStart(2, '0')}@example.test`)
      for (const email of emails) await ask(email)
      for (const sent of await mails('Please confirm'))
        await follow(new Request(linkIn(sent, 'confirm'), { method: 'POST' }))
      await sql`delete from outbox`.execute(db)
      return emails
    },
  }
}
