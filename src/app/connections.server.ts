import { checkCarrierKeys } from '#platform/carriers/check-carrier-keys.server.ts'
import { createCarriers } from '#platform/carriers/create-carriers.server.ts'
import { type KeptSettings, writeKeptSettings } from '#platform/config/kept-settings.server.ts'
import { type Config, ConfigError, readConfig } from '#platform/config.server.ts'
import { checkKeys } from '#platform/payments/check-keys.server.ts'
import type { Connections } from '#shop/shop.server.ts'

interface Options {
  config: Config
  /** The project's folder, for its `.env`. */
  root: string
  env?: NodeJS.ProcessEnv
  /** Ends this shop and starts it again. */
  restart(): void
}

/** The connections that the owner may enter on the staff site: tried, kept in DATA_DIR, and used from the next start on. */
export function createConnections({ config, root, env = process.env, restart }: Options): Connections {
  return {
    onScreen: config.onScreen,
    async faultOf(values) {
      try {
        // As the next start will read them.
        await tryOut(readConfig({ ...env, ...values }, { root }), values)
        return null
      } catch (error) {
        return sentenceOf(error)
      }
    },
    keep(values) {
      writeKeptSettings(config.dataDir, values)
    },
    restart,
  }
}

async function tryOut({ payments, mail, carriers: keys }: Config, values: KeptSettings): Promise<void> {
  if (values.RAZORPAY_KEY_ID !== undefined && payments.kind === 'razorpay') await checkKeys(payments)
  const { delhivery, shiprocket } = createCarriers(keys)
  if (values.DELHIVERY_TOKEN !== undefined && delhivery) await checkCarrierKeys('delhivery', delhivery)
  if (values.SHIPROCKET_EMAIL !== undefined && shiprocket) await checkCarrierKeys('shiprocket', shiprocket)
  if (values.SMTP_URL === undefined || mail.kind !== 'smtp') return
  const { name, address } = mail.from
  const { createSmtpTransport } = await import('#platform/mail/smtp.server.ts')
  const smtp = createSmtpTransport({ url: mail.url, from: async () => ({ name: name ?? '', address }) })
  try {
    await smtp.check()
  } catch (error) {
    throw new Error(mailFault(error))
  } finally {
    await smtp.close()
  }
}

function mailFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EAUTH':
      return 'The mail server refuses this user and password.'
    case 'EDNS':
    case 'ENOTFOUND':
      return 'There is no mail server of this name.'
    case 'ETLS':
      return 'The mail server offers no encryption on this port: try the other kind, or another port.'
    default:
      return 'The mail server doesn’t respond there: compare its name, the port and the encryption.'
  }
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof ConfigError) return text
  return text.charAt(0).toUpperCase() + text.slice(1)
}
