import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Environment, environmentSchema, type LogLevel } from './config/environment.server.ts'
import { type OnScreen, onScreenOf, readKeptSettings } from './config/kept-settings.server.ts'
import { isPrivateHost } from './config/private-host.server.ts'

/** An invalid setting. `message` is one line that begins with the setting's name and contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The embedded PostgreSQL in `dataDir`, or another server, and its replica for long reads. */
export type DatabaseConfig = { kind: 'embedded' } | { kind: 'url'; url: string; readUrl: string | null }

/** The pictures in `dataDir`, or in a bucket (`parseBucketUrl`). */
export type PicturesConfig = { kind: 'folder' } | { kind: 's3'; url: string }

/** Who sends mail. `name` is null if `MAIL_FROM` has none. The shop's name is then used. */
export interface MailFrom {
  name: string | null
  address: string
}

/** A mail server, the development mailbox, or neither: mail waits. */
export type MailConfig =
  | { kind: 'smtp'; url: string; from: MailFrom }
  | { kind: 'mailbox'; from: MailFrom }
  | { kind: 'none'; from: MailFrom }

/** `none`: a public shop without keys. `apiUrl` is an origin without `/v1`, `checkoutUrl` a full URL; `null`: the provider's own. */
export type PaymentsConfig =
  | {
      kind: 'razorpay'
      keyId: string
      keySecret: string
      webhookSecret: string
      previousWebhookSecret: string | null
      apiUrl: string | null
      checkoutUrl: string | null
    }
  | { kind: 'sandbox' }
  | { kind: 'none' }

/** The keys of carriers. `apiUrl` is an origin; `null`: the carrier's own. */
export interface CarriersConfig {
  delhivery: { token: string; webhookSecret: string; apiUrl: string | null } | null
  shiprocket: { email: string; password: string; webhookSecret: string; apiUrl: string | null } | null
}

/** What a shop can't open without. */
export type NeededConnection = 'payments' | 'mail'

/** Map tiles: a template with `{z} {x} {y}`; the key is already filled in. */
export type MapConfig = { tileUrl: string; attribution: string; key: string | null }

/** The environment, parsed once (CONTRACT, Settings). */
export type Config = {
  port: number
  host: string
  /** An origin: no path and no trailing slash. */
  publicUrl: string
  /** True if `publicUrl` is an https URL. */
  https: boolean
  /** An absolute path. */
  dataDir: string
  database: DatabaseConfig
  pictures: PicturesConfig
  /** The keys to S3-compatible stores; null: there are none. */
  s3: { accessKeyId: string; secretAccessKey: string } | null
  mail: MailConfig
  payments: PaymentsConfig
  /** `null`: the store locator's built-in map. */
  map: MapConfig | null
  /** The number of proxies in front of the shop; 0: forwarded addresses aren't trusted. */
  trustProxy: number
  holdMinutes: number
  codeMinutes: number
  /** Where the shop's events go, and the secret that signs them; null: nowhere. */
  webhooks: { url: string; secret: string } | null
  /** The carriers whose API the shop speaks, because it has their keys. */
  carriers: CarriersConfig
  /** How a cache in front of the shop is purged, which keeps public pages; null: there is none. */
  purge: { url: string; token: string | null } | null
  /** The collector of traces and metrics, what it's sent besides, and the share of requests that are traced; null: none. */
  telemetry: { endpoint: string; headers: Record<string, string>; share: number } | null
  metricsToken: string | null
  logLevel: LogLevel
  /** If off, browsers unregister the service worker they have. */
  serviceWorker: boolean
  /** Fills an empty shop with the demonstration at start. */
  demo: boolean
  /** Paid orders advance through their stages automatically. */
  demoFulfilment: boolean
  /** `NODE_ENV` was set, but not to `development` or `test`. */
  production: boolean
  /** Production without DEMO: nothing of the demonstration stands in for what the shop lacks. */
  real: boolean
  /** The sandbox and the mailbox may be public. */
  allowSandbox: boolean
  /** What a public production shop lacks, because the sandbox and the mailbox may not stand in for it: it stays closed. */
  missing: readonly NeededConnection[]
  /** Which connections the staff site may set, because the environment doesn't. */
  onScreen: OnScreen
}

/**
 * Reads the settings: the environment first, then `.env` in `root` (the project's folder), or the file named by
 * `SHOP_ENV_FILE` instead (empty: none, for tests), then what its owner entered on the staff site; an empty setting
 * counts as unset.
 * @throws {ConfigError} for the first unusable setting
 */
export function readConfig(env: NodeJS.ProcessEnv, { root }: { root: string }): Config {
  // `npm start` sets NODE_ENV for React's sake, and keeps the operator's own in SHOP_NODE_ENV.
  const given = env.SHOP_NODE_ENV === undefined ? env : { ...env, NODE_ENV: env.SHOP_NODE_ENV }
  const operators = { ...readEnvFile(root, env.SHOP_ENV_FILE), ...withoutEmpty(given) }
  const dataDir = readDataDir(root, operators.DATA_DIR ?? './data')
  const parsed = environmentSchema.safeParse({ ...readKeptSettings(dataDir, operators), ...operators })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}.`)
  }
  const settings = parsed.data
  const port = settings.PORT ?? 3000
  if (port === 0 && !settings.PUBLIC_URL) throw new ConfigError('PORT: 0 (any free port) needs a PUBLIC_URL.')
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`
  // An unknown value counts as production: a typo mustn't turn protection off.
  const production = !['', 'development', 'test'].includes(settings.NODE_ENV ?? '')
  const config: Config = {
    port,
    host: settings.HOST ?? '127.0.0.1',
    publicUrl,
    https: publicUrl.startsWith('https:'),
    dataDir,
    database: readDatabase(settings),
    pictures: settings.PICTURES_URL ? { kind: 's3', url: settings.PICTURES_URL } : { kind: 'folder' },
    s3: readS3Keys(settings),
    mail: readMail(settings, `shop@${new URL(publicUrl).hostname}`),
    payments: readPayments(settings),
    map: readMap(settings),
    trustProxy: settings.TRUST_PROXY ?? 0,
    holdMinutes: settings.HOLD_MINUTES ?? 20,
    codeMinutes: settings.CODE_MINUTES ?? 10,
    webhooks: readWebhooks(settings),
    carriers: readCarriers(settings),
    purge: readPurge(settings),
    telemetry: readTelemetry(settings),
    metricsToken: settings.METRICS_TOKEN ?? null,
    logLevel: settings.LOG_LEVEL ?? 'info',
    demoFulfilment: settings.DEMO_FULFILMENT ?? false,
    serviceWorker: settings.SERVICE_WORKER ?? true,
    demo: settings.DEMO ?? !production,
    production,
    real: production && !settings.DEMO,
    allowSandbox: settings.ALLOW_SANDBOX ?? false,
    missing: [],
    onScreen: onScreenOf(operators),
  }
  return config.allowSandbox ? config : withoutPublicSandbox(config)
}

/** True if the host of a URL is this machine (`localhost`, `*.localhost`, 127.0.0.0/8, `::1`). */
export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/.test(host)
}

function withoutEmpty(env: NodeJS.ProcessEnv): Record<string, string> {
  const trimmed = Object.entries(env).map(([name, text = '']) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}

function readEnvFile(root: string, named: string | undefined): Record<string, string> {
  const path = resolve(root, named ?? '.env')
  if (named === '' || (named === undefined && !existsSync(path))) return {}
  try {
    return withoutEmpty(parseEnv(readFileSync(path, 'utf8')))
  } catch (error) {
    const name = named === undefined ? '.env' : 'SHOP_ENV_FILE'
    throw new ConfigError(`${name}: cannot be read (${error instanceof Error ? error.message : String(error)}).`)
  }
}

function readDataDir(root: string, text: string): string {
  const path = resolve(root, text)
  let found: Stats | undefined
  try {
    found = statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: cannot be used (${error instanceof Error ? error.message : String(error)}).`)
  }
  if (found && !found.isDirectory()) throw new ConfigError(`DATA_DIR: must be a folder, and ${path} is a file.`)
  return path
}

function readDatabase({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Environment): DatabaseConfig {
  if (url) return { kind: 'url', url, readUrl: readUrl ?? null }
  if (readUrl) throw new ConfigError('DATABASE_READ_URL: has no effect without DATABASE_URL; set both, or none.')
  return { kind: 'embedded' }
}

function readS3Keys(settings: Environment): Config['s3'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const set = (['PICTURES_URL', ...names] as const).find((name) => settings[name])
  if (set) {
    const missing = names.filter((name) => !settings[name]).join(' and ')
    throw new ConfigError(`${missing}: must be set too, because ${set} is.`)
  }
  return null
}

function readMail(settings: Environment, defaultAddress: string): MailConfig {
  const [, name = '', bracketed] = /^(.*)<(.*)>$/.exec(settings.MAIL_FROM ?? '') ?? []
  const from = {
    name: name.trim().replace(/^"(.*)"$/, '$1') || null,
    address: bracketed ?? settings.MAIL_FROM ?? defaultAddress,
  }
  return settings.SMTP_URL ? { kind: 'smtp', url: settings.SMTP_URL, from } : { kind: 'mailbox', from }
}

function readPayments(settings: Environment): PaymentsConfig {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = settings
  if (keyId && keySecret && webhookSecret) {
    return {
      kind: 'razorpay',
      keyId,
      keySecret,
      webhookSecret,
      previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS ?? null,
      apiUrl: settings.RAZORPAY_API_URL ?? null,
      checkoutUrl: settings.RAZORPAY_CHECKOUT_URL ?? null,
    }
  }
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
  const missing = names.filter((name) => !settings[name])
  // The provider's addresses have no effect without keys, which the staff site may still bring.
  const set = [...names, 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS' as const].find((name) => settings[name])
  if (set) {
    throw new ConfigError(
      `${missing.join(' and ')}: must be set too, because ${set} is; set all three keys of the provider, or none of them.`,
    )
  }
  return { kind: 'sandbox' }
}

function readWebhooks({ WEBHOOKS_URL: url, WEBHOOKS_SECRET: secret }: Environment): Config['webhooks'] {
  if (url && secret) return { url, secret }
  if (url)
    throw new ConfigError('WEBHOOKS_SECRET: must be set too, because WEBHOOKS_URL is: receivers check the signature.')
  if (secret) throw new ConfigError('WEBHOOKS_SECRET: has no effect without WEBHOOKS_URL; set both, or none.')
  return null
}

function readCarriers(settings: Environment): CarriersConfig {
  const delhivery = readKeys(settings, ['DELHIVERY_TOKEN', 'DELHIVERY_WEBHOOK_SECRET'])
  const shiprocket = readKeys(settings, ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD', 'SHIPROCKET_WEBHOOK_SECRET'])
  return {
    delhivery: delhivery && {
      token: delhivery.DELHIVERY_TOKEN,
      webhookSecret: delhivery.DELHIVERY_WEBHOOK_SECRET,
      apiUrl: settings.DELHIVERY_API_URL ?? null,
    },
    shiprocket: shiprocket && {
      email: shiprocket.SHIPROCKET_EMAIL,
      password: shiprocket.SHIPROCKET_PASSWORD,
      webhookSecret: shiprocket.SHIPROCKET_WEBHOOK_SECRET,
      apiUrl: settings.SHIPROCKET_API_URL ?? null,
    },
  }
}

/** All of these settings; null: none of them is set. */
function readKeys<N extends keyof Environment>(settings: Environment, names: readonly N[]): Record<N, string> | null {
  const missing = names.filter((name) => !settings[name])
  const set = names.find((name) => settings[name])
  if (set === undefined) return null
  if (missing.length > 0) throw new ConfigError(`${missing.join(' and ')}: must be set too, because ${set} is.`)
  // Safe cast: each of them is there.
  return Object.fromEntries(names.map((name) => [name, String(settings[name])])) as Record<N, string>
}

function readPurge({ PURGE_URL: url, PURGE_TOKEN: token }: Environment): Config['purge'] {
  if (url) return { url, token: token ?? null }
  if (token) throw new ConfigError('PURGE_TOKEN: has no effect without PURGE_URL; set both, or none.')
  return null
}

function readTelemetry(settings: Environment): Config['telemetry'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  const { OTEL_EXPORTER_OTLP_HEADERS: headers = {}, OTEL_TRACES_SAMPLER_ARG: share = 1 } = settings
  if (endpoint) return { endpoint, headers, share }
  const set = (['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG'] as const).find((name) => settings[name])
  if (set) throw new ConfigError(`${set}: has no effect without OTEL_EXPORTER_OTLP_ENDPOINT; set both, or none.`)
  return null
}

function readMap({
  MAP_TILE_URL: template,
  MAP_ATTRIBUTION: attribution,
  MAP_KEY: key,
}: Environment): MapConfig | null {
  if (!template) {
    const given = attribution ? 'MAP_ATTRIBUTION' : key ? 'MAP_KEY' : null
    if (given) throw new ConfigError(`${given}: has no effect without MAP_TILE_URL; set both, or none.`)
    return null
  }
  if (template.includes('{key}') && !key) {
    throw new ConfigError('MAP_KEY: must be set, because MAP_TILE_URL holds {key}.')
  }
  const tileUrl = template.replaceAll('{key}', encodeURIComponent(key ?? ''))
  return { tileUrl, attribution: attribution ?? '', key: key ?? null }
}

/**
 * A missing setting mustn't give goods away, or show a public shop's mail to everyone (CONTRACT, Settings). In production
 * such a shop starts without sandbox and mailbox, and stays closed. Elsewhere it doesn't start.
 */
function withoutPublicSandbox(config: Config): Config {
  const exposure = exposureOf(config)
  if (!exposure) return config
  const { payments, mail } = config
  if (config.production)
    return {
      ...config,
      payments: payments.kind === 'sandbox' ? { kind: 'none' } : payments,
      mail: mail.kind === 'mailbox' ? { kind: 'none', from: mail.from } : mail,
      missing: [
        ...(payments.kind === 'sandbox' ? (['payments'] as const) : []),
        ...(mail.kind === 'mailbox' ? (['mail'] as const) : []),
      ],
    }
  const why = `${exposure} (ALLOW_SANDBOX=yes lifts this)`
  if (payments.kind === 'sandbox') {
    throw new ConfigError(`RAZORPAY_KEY_ID: must be set, because the payment sandbox gives goods away where ${why}.`)
  }
  if (mail.kind === 'mailbox') {
    throw new ConfigError(`SMTP_URL: must be set, because the development mailbox shows mail to all where ${why}.`)
  }
  return config
}

/**
 * What makes a shop reachable for others, or null. In production only loopback is safe. Without it, so that a developer
 * can try the shop on a phone, so are plain http on the local network and listening on all interfaces.
 */
function exposureOf({ production, host, publicUrl, https }: Config): string | null {
  const isSafe = production ? isLoopbackHost : isPrivateHost
  const { hostname } = new URL(publicUrl)
  if (!isSafe(host) && (production || !/^(?:0\.0\.0\.0|::)$/.test(host))) return `HOST is ${host}`
  return isSafe(hostname) && (!https || isLoopbackHost(hostname)) ? null : `PUBLIC_URL is ${publicUrl}`
}
