import { randomBytes } from 'node:crypto'
import { type Actor, staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, refuse } from '#platform/api/result.ts'
import { API_CARRIERS, type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { type KeptSettings, withoutValues } from '#platform/config/kept-settings.server.ts'
import { type AuditEntry, writeAudit } from '../audit/sql.server.ts'
import { PUSH_PATHS } from '../carriers/push-paths.ts'
import { countWaitingByCarrier } from '../carriers/sql.server.ts'
import { writeMail } from '../email-template.server.ts'
import { limitStaffMail } from '../rate-limits.server.ts'
import { createPreviewLink, endPreviewLinks } from '../settings/preview.server.ts'
import type { Shop } from '../shop.server.ts'
import type { checksStaffContract } from './checks-contract.ts'

const STARTED_AT = new Date().toISOString()

const SET_ON_SERVER = 'This is set on the server (in its environment, or for several machines). Change it there.'

/** Whether mail and payments work, and a private look at the closed shop. */
export function createChecksStaffHandlers(shop: Shop): Handlers<typeof checksStaffContract> {
  const { db, config, payments, connections } = shop

  /** Keeps settings that work, and starts the shop again with them. */
  async function keep(
    values: KeptSettings,
    actor: Actor,
    entry: Pick<AuditEntry, 'action' | 'after'>,
  ): Promise<Refusal<'invalid_input'> | null> {
    const fault = await connections.faultOf(values)
    if (fault !== null) return refuse('invalid_input', fault)
    await store(values, actor, entry)
    return null
  }

  /** The same untried. The log has no secret. */
  async function store(
    values: KeptSettings,
    actor: Actor,
    { action, after }: Pick<AuditEntry, 'action' | 'after'>,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await writeAudit(tx, actor, { action, subject: 'connections', before: null, after })
      // A file, yet inside: if it can't be written, the log has no line of it.
      connections.keep(values)
    })
    connections.restart()
  }

  /** The same for a carrier's keys. A secret for its pushes is made if none was given. */
  async function keepCarrier(
    name: ApiCarrier,
    actor: Actor,
    given: string | undefined,
    keysOf: (webhookSecret: string) => KeptSettings,
  ) {
    if (!connections.onScreen[name]) return refuse('set_on_server', SET_ON_SERVER)
    const webhookSecret = given ?? randomBytes(24).toString('base64url')
    const refusal = await keep(keysOf(webhookSecret), actor, { action: `connections.${name}`, after: {} })
    return refusal ?? ok({ webhookUrl: `${config.publicUrl}${PUSH_PATHS[name]}`, webhookSecret })
  }

  return {
    async 'GET /connections'() {
      return ok({
        publicUrl: config.publicUrl,
        isHttps: config.publicUrl.startsWith('https:'),
        mail: config.sendsMail ? 'sent' : 'kept',
        payments: paymentsOf(shop),
        onScreen: connections.onScreen,
        carriers: API_CARRIERS.filter((name) => shop.carriers[name]),
        waiting: await countWaitingByCarrier(db),
        startedAt: STARTED_AT,
      })
    },

    async 'POST /connections/payments'({ body: { keyId, keySecret, ...body }, caller: { staff } }) {
      if (!connections.onScreen.payments) return refuse('set_on_server', SET_ON_SERVER)
      const webhookSecret = body.webhookSecret ?? randomBytes(24).toString('base64url')
      const keys = {
        RAZORPAY_KEY_ID: keyId,
        RAZORPAY_KEY_SECRET: keySecret,
        RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      }
      const refusal = await keep(keys, staffActor(staff), { action: 'connections.payments', after: { keyId } })
      return refusal ?? ok({ webhookUrl: `${config.publicUrl}/api/webhooks/razorpay`, webhookSecret })
    },

    'POST /connections/delhivery': ({ body: { token, ...body }, caller: { staff } }) =>
      keepCarrier('delhivery', staffActor(staff), body.webhookSecret, (secret) => ({
        DELHIVERY_TOKEN: token,
        DELHIVERY_WEBHOOK_SECRET: secret,
      })),

    'POST /connections/shiprocket': ({ body: { email, password, ...body }, caller: { staff } }) =>
      keepCarrier('shiprocket', staffActor(staff), body.webhookSecret, (secret) => ({
        SHIPROCKET_EMAIL: email,
        SHIPROCKET_PASSWORD: password,
        SHIPROCKET_WEBHOOK_SECRET: secret,
      })),

    async 'DELETE /connections/{carrier}'({ params: { carrier }, caller: { staff } }) {
      if (!connections.onScreen[carrier]) return refuse('set_on_server', SET_ON_SERVER)
      const after = { carrier: CARRIER_LABELS[carrier] }
      await store(withoutValues(carrier), staffActor(staff), { action: 'connections.remove', after })
      return ok({ carrier })
    },

    async 'POST /connections/mail'({ body: { host, port, encryption, user, password, from }, caller: { staff } }) {
      if (!connections.onScreen.mail) return refuse('set_on_server', SET_ON_SERVER)
      const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
      const server = {
        SMTP_URL: `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}`,
        MAIL_FROM: from ?? '',
      }
      const after = { host, port, user, from: from ?? null }
      return (
        (await keep(server, staffActor(staff), { action: 'connections.mail', after })) ?? ok({ from: from ?? null })
      )
    },

    async 'POST /connections/payments/check'() {
      if (payments.mode !== 'razorpay')
        return ok({
          isFine: false,
          message:
            payments.mode === 'sandbox'
              ? 'No keys yet: customers make test payments, and no money moves.'
              : 'No keys yet, so the shop stays closed.',
        })
      const found = await payments.findOrderByReceipt('a-check-looks-for-nothing')
      if (found.ok) {
        const isLive = paymentsOf(shop) === 'live'
        const keys = isLive ? 'live keys: money moves' : 'test keys: no money moves'
        return ok({ isFine: isLive, message: `The payment provider accepts the ${keys}.` })
      }
      const reason = (found.failure.description || found.failure.kind).replace(/\.$/, '')
      const message =
        found.failure.status === 401
          ? 'The payment provider refuses these keys. Please compare them with its dashboard.'
          : `The payment provider couldn’t be asked: ${reason}.`
      return ok({ isFine: false, message })
    },

    async 'POST /connections/mail/check'({ caller: { staff } }) {
      const refusal = await limitStaffMail(shop, staff.staffId)
      if (refusal) return refusal
      const { email } = staff
      const settings = shop.settings()
      const mail = writeMail(
        {
          settings,
          publicUrl: config.publicUrl,
          to: email,
          subject: `${settings['shop.name'] || 'Your shop'} can send mail`,
        },
        ['This is the test e-mail you asked for on the staff site. Your shop’s e-mails arrive.'],
      )
      await db.transaction().execute(async (tx) => {
        await shop.mail.enqueue(tx, mail)
        await writeAudit(tx, staffActor(staff), {
          action: 'mail.check',
          subject: `staff:${staff.staffId}`,
          before: null,
          after: { email },
        })
      })
      shop.mail.wake()
      return ok(
        config.sendsMail
          ? {
              isFine: true,
              message: `Test e-mail sent to ${email}. If it isn’t there in a minute, check your spam folder.`,
            }
          : { isFine: false, message: 'No mail server yet: e-mails aren’t sent.' },
      )
    },

    async 'POST /preview-links'({ body: { days }, caller: { staff } }) {
      const options = { publicUrl: config.publicUrl, days, now: shop.clock.now() }
      const { url, until } = await createPreviewLink(db, staffActor(staff), options)
      return ok({ url, until: until.toISOString() })
    },

    async 'DELETE /preview-links'({ caller: { staff } }) {
      return ok({ ended: await endPreviewLinks(db, staffActor(staff)) })
    },
  }
}

function paymentsOf({ payments }: Pick<Shop, 'payments'>): 'none' | 'sandbox' | 'test' | 'live' {
  if (payments.mode !== 'razorpay') return payments.mode
  return payments.keyId.startsWith('rzp_live_') ? 'live' : 'test'
}
