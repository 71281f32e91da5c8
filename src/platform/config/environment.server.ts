import { z } from 'zod'
import { splitHosts } from '../db/hosts.server.ts'
import { parseBucketUrl } from '../files/store-url.ts'

const quoted = (text: string): string => `not "${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`

/** A setting parsed by `read`. Undefined is an error, whose message quotes the text unless it may be secret. */
function setting<T>(wanted: string, read: (text: string) => T | undefined, secret = false) {
  return z.string().transform((text, context): T => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `must be ${wanted}${secret ? '' : `, ${quoted(text)}`}` })
    return z.NEVER
  })
}

/** `new URL` without the exception. */
function parseUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && protocols.includes(url.protocol) ? url : undefined
}

const WEB = ['http:', 'https:']

function readOrigin(text: string): string | undefined {
  const url = parseUrl(text, WEB)
  if (url?.pathname !== '/' || url.search || url.hash || url.username) return undefined
  return url.origin
}

function readWhole(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

/** Fractions of a minute are allowed (`0.5`), to try out an expiry. */
function readMinutes(text: string): number | undefined {
  if (!/^\d{1,4}(\.\d{1,4})?$/.test(text)) return undefined
  const value = Number(text)
  return value > 0 && value <= 1440 ? value : undefined
}

function readTileUrl(text: string): string | undefined {
  const names: readonly string[] = text.match(/\{[^}]*\}/g) ?? []
  const known = names.every((name) => /^\{(?:x|y|z|key)\}$/.test(name))
  const placed = ['{z}', '{x}', '{y}'].every((name) => names.includes(name))
  const example = text.replaceAll('{key}', 'k').replace(/\{[xyz]\}/g, '1')
  return known && placed && parseUrl(example, WEB) ? text : undefined
}

function readMailAddress(text: string): string | undefined {
  return /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text) ? text : undefined
}

const readBoolean = (on: string, off: string) => (text: string) =>
  text === on ? true : text === off ? false : undefined

const origin = (example: string) => setting(`an http:// or https:// URL without a path, such as ${example}`, readOrigin)
const minutes = setting('a number of minutes above 0 and up to 1440', readMinutes)
const withoutSpaces = (wanted: string) => setting(wanted, (text) => (/^\S+$/.test(text) ? text : undefined), true)
/** Shorter ones are parts of a secret, or can be guessed. */
const secret = (name: string, min: number) =>
  setting(`a ${name} of at least ${min} characters without spaces`, (text) => readSecret(text, min), true)

function readSecret(text: string, min: number): string | undefined {
  return /^\S+$/.test(text) && text.length >= min ? text : undefined
}

/** Values are percent-encoded (OpenTelemetry, protocol exporter). */
function readHeaders(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(\S.*?)\s*$/.exec(pair))
  try {
    const headers = pairs.map((pair) => pair && [pair[1], decodeURIComponent(String(pair[2]))])
    if (headers.some((header) => header === null || /[^\x20-\x7e]/.test(String(header[1])))) return undefined
    return Object.fromEntries(headers.filter((header) => header !== null))
  } catch {
    return undefined
  }
}

function readShare(text: string): number | undefined {
  return /^(?:0|1|0?\.\d{1,6}|1\.0+)$/.test(text) ? Number(text) : undefined
}

/** Standard Webhooks asks for 24 to 64 bytes. Other text is used as it is. */
function readWebhooksSecret(text: string): string | undefined {
  if (!text.startsWith('whsec_')) return readSecret(text, 24)
  const base64 = text.slice('whsec_'.length)
  const bytes = Buffer.from(base64, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '')
  return isBase64 && bytes.length >= 24 ? text : undefined
}

/** What's wrong with it is said precisely, because a bucket has several parts. */
const bucketUrl = z.string().superRefine((text, context) => {
  const parsed = parseBucketUrl(text)
  if (typeof parsed === 'string') context.addIssue({ code: 'custom', message: parsed })
})

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** pino's log levels. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The settings of .env.example, by their names in the environment; unset ones are absent. */
export const environmentSchema = z.object({
  PORT: setting('a whole number from 0 (any free port) to 65535', (text) => readWhole(text, 0, 65535)).optional(),
  HOST: setting('a host name or an IP address', (text) => (/^[\w.:-]+$/.test(text) ? text : undefined)).optional(),
  PUBLIC_URL: origin('https://shop.example').optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: setting(
    'the postgres:// URL of a PostgreSQL server, or of several with commas between their hosts',
    (text) => (splitHosts(text) ? text : undefined),
    true,
  ).optional(),
  DATABASE_READ_URL: setting(
    'the postgres:// URL of one PostgreSQL server',
    (text) => (splitHosts(text)?.length === 1 ? text : undefined),
    true,
  ).optional(),
  PICTURES_URL: bucketUrl.optional(),
  S3_ACCESS_KEY_ID: withoutSpaces('a key id without spaces').optional(),
  S3_SECRET_ACCESS_KEY: secret('secret', 6).optional(),
  SMTP_URL: setting(
    'the smtp:// or smtps:// URL of a mail server',
    (text) => (parseUrl(text, ['smtp:', 'smtps:'])?.hostname ? text : undefined),
    true,
  ).optional(),
  MAIL_FROM: setting('a mail address such as "Shop <shop@shop.example>"', readMailAddress).optional(),
  RAZORPAY_KEY_ID: withoutSpaces('a key id without spaces').optional(),
  RAZORPAY_KEY_SECRET: secret('secret', 6).optional(),
  RAZORPAY_WEBHOOK_SECRET: secret('secret', 6).optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret('secret', 6).optional(),
  RAZORPAY_API_URL: origin('https://api.razorpay.com').optional(),
  DELHIVERY_TOKEN: secret('token', 6).optional(),
  DELHIVERY_WEBHOOK_SECRET: secret('secret', 16).optional(),
  DELHIVERY_API_URL: origin('https://track.delhivery.com').optional(),
  SHIPROCKET_EMAIL: setting('the e-mail address of an API user', readMailAddress).optional(),
  SHIPROCKET_PASSWORD: secret('password', 6).optional(),
  SHIPROCKET_WEBHOOK_SECRET: secret('secret', 16).optional(),
  SHIPROCKET_API_URL: origin('https://apiv2.shiprocket.in').optional(),
  WEBHOOKS_URL: setting('an http:// or https:// URL', (text) => parseUrl(text, WEB)?.href, true).optional(),
  WEBHOOKS_SECRET: setting(
    'whsec_ and the base64 of at least 24 bytes, or at least 24 characters without spaces',
    readWebhooksSecret,
    true,
  ).optional(),
  RAZORPAY_CHECKOUT_URL: setting('the full http:// or https:// URL of the checkout script', (text) =>
    parseUrl(text, WEB) ? text : undefined,
  ).optional(),
  MAP_TILE_URL: setting(
    'an http:// or https:// URL with {z}, {x} and {y} (and {key} where the map needs one)',
    readTileUrl,
  ).optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  MAP_KEY: withoutSpaces('a key without spaces').optional(),
  TRUST_PROXY: setting('off, or the number of proxies before the shop (0 to 10)', (text) =>
    text === 'off' ? 0 : readWhole(text, 0, 10),
  ).optional(),
  HOLD_MINUTES: minutes.optional(),
  CODE_MINUTES: minutes.optional(),
  PURGE_URL: setting('an http:// or https:// URL', (text) => parseUrl(text, WEB)?.href, true).optional(),
  PURGE_TOKEN: secret('token', 8).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'an http:// or https:// URL',
    (text) => parseUrl(text, WEB)?.href,
    true,
  ).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: setting('name=value pairs with commas between them', readHeaders, true).optional(),
  OTEL_TRACES_SAMPLER_ARG: setting('a share from 0 to 1', readShare).optional(),
  METRICS_TOKEN: secret('token', 8).optional(),
  LOG_LEVEL: setting(`one of ${LOG_LEVELS.join(', ')}`, (text) =>
    LOG_LEVELS.find((level) => level === text),
  ).optional(),
  DEMO: setting('on or off', readBoolean('on', 'off')).optional(),
  DEMO_FULFILMENT: setting('on or off', readBoolean('on', 'off')).optional(),
  SERVICE_WORKER: setting('on or off', readBoolean('on', 'off')).optional(),
  ALLOW_SANDBOX: setting('yes or no', readBoolean('yes', 'no')).optional(),
  NODE_ENV: z.string().optional(),
})

/** The parsed settings; unset ones are `undefined`. */
export type Environment = z.infer<typeof environmentSchema>
