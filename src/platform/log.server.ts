import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './config/environment.server.ts'
import { currentSpan } from './telemetry/spans.server.ts'

/**
 * The shop's log, on standard output. A line that belongs to a trace has its id. It names nobody and holds no code, token
 * or key (`tests/api/personal-data.api.test.ts`), because logs are read, kept and sent by more people than the database is.
 */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    mixin: () => ({ trace: currentSpan()?.traceId }),
    redact: ['req.headers.authorization', 'token', 'otp', 'code'],
    serializers: { err: describeError },
    hooks: { streamWrite: maskContacts },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** What may stand in the log of an error. */
export interface DescribedError {
  type: string
  message: string
  code?: string
  /** Where a statement failed. */
  table?: string
  column?: string
  constraint?: string
  stack: string
  cause?: DescribedError
}

/**
 * What the log says of an error. PostgreSQL's errors repeat the row in `detail` and `where`, a mail server's the
 * address, `JSON.parse` the text: so only known properties are taken over.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const fields = ['code', 'table', 'column', 'constraint'] as const
  const texts = fields.map((name) => [name, Reflect.get(error, name)] as const)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** Data exceptions (class 22) and what triggers raise (P0) repeat values (PostgreSQL, appendix A). */
function messageOf(error: Error): string {
  const code = String(Reflect.get(error, 'code') ?? '')
  if ('severity' in error && /^(?:22|P0)/.test(code)) return `the database refused a value (${code})`
  return error instanceof SyntaxError ? error.message.replace(/["'`].*/s, '…') : error.message
}

/** Whatever follows these is the secret of a link. */
const SECRET_AFTER = new Set(['confirm', 'pay', 'newsletter', 'alerts', 'preview', 'wishlist', 'sharedWishlist'])

/** A URL's path for the log: what may be a token, a mail address, a phone number or a name is a star. */
export function loggedPath(url: string): string {
  const parts = (url.split(/[?#]/, 1)[0] ?? '').split('/')
  return parts.map((part, at) => (SECRET_AFTER.has(parts[at - 1] ?? '') || !isPlain(part) ? '*' : part)).join('/')
}

/** Words, ids, and names of files. Tokens are longer and have capitals. */
function isPlain(part: string): boolean {
  return /^(?:[a-z0-9._-]{0,100}|[\w.-]{1,30})$/.test(part) && !/^[\d._-]{7,}$/.test(part)
}

const MAIL = /[^\s"'<>(){}[\]:;,\\/?&=]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi
/** Indian mobile numbers, in a text: a figure stands after a colon, a comma or a bracket. */
const PHONE = /(?<![\w.:,[+-])(?:(?:\+|%2B)?91(?:[\s-]|%20)?)?[6-9]\d{4}(?:[\s-]|%20)?\d{5}(?![\w.])/gi

/** A line without the mail addresses and phone numbers that replies of other servers repeat. */
export function maskContacts(line: string): string {
  return line.replace(MAIL, '[mail]').replace(PHONE, '[phone]')
}
