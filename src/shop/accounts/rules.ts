import { editDistance } from '#platform/text/edit-distance.ts'
import { t } from '#platform/text/t.ts'
import { digitsIn } from '#platform/text/typed.ts'

/** Wrong guesses that invalidate a code (CONTRACT, verifyOtp). */
export const MAX_TRIES = 5

/**
 * Comparisons of wrong guesses with valid codes in a row after which mails carry a link instead of a code (NIST SP
 * 800-63B, throttling).
 */
export const FAILURES_BEFORE_LINK = 20

/**
 * The number of newest codes of a mailbox that stay valid, so that somebody else's resend can't end yours (CONTRACT,
 * Codes).
 */
export const LIVE_CODES = 2

export const SESSION = {
  idleHours: 24,
  absoluteDays: 7,
  /** How long a login counts as recent. */
  loginMinutes: 10,
  /** Sessions per customer. A new one ends the oldest. */
  max: 10,
} as const

/** "Keep me signed in on this device". */
export const DEVICE = {
  /** Without a visit. */
  idleDays: 60,
  absoluteDays: 365,
  /** Devices per customer. A new one ends the longest unused. */
  max: 10,
  /** How far apart two tabs may send the same refresh token. */
  graceSeconds: 60,
} as const

/** Per client address; ../rate-limits.server.ts says why they are so high. */
export const LIMITS = {
  requestsPerClient: [
    { max: 300, seconds: 60 },
    { max: 3000, seconds: 3600 },
    { max: 10_000, seconds: 86_400 },
  ],
  guessesPerClient: [{ max: 600, seconds: 60 }],
  /** Wrong guesses at valid codes of any mailbox, so that one client can't make a few at many mailboxes. */
  failedGuessesPerClient: [
    { max: 120, seconds: 3600 },
    { max: 480, seconds: 86_400 },
  ],
} as const

/** A duration in words: "10 minutes", "1 minute", "30 seconds". */
export function formatMinutes(minutes: number): string {
  return minutes < 1
    ? t('{count, plural, one {# second} other {# seconds}}', { count: Math.round(minutes * 60) })
    : t('{count, plural, one {# minute} other {# minutes}}', { count: Math.floor(minutes) })
}

/** Seconds before the screen offers another code. The server's own limit is looser. */
export const RESEND_SECONDS = 30

/** The first six digits of a pasted text, so that "Your code is 123 456." fills all boxes. Null if there are fewer. */
export function codeInText(text: string): string | null {
  const digits = digitsIn(text)
  return digits.length >= 6 ? digits.slice(0, 6) : null
}

/** Real domains that look like a typo of a known one. */
const NOT_TYPOS = [
  'ymail.com',
  'mail.com',
  'email.com',
  'gmx.com',
  'live.com',
  'yahoo.co.id',
  'yahoo.co.jp',
  'yahoo.co.nz',
  'yahoo.co.uk',
  'yahoo.co.za',
]

/** Common mail providers in India. */
const KNOWN_DOMAINS = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'hotmail.com',
  'outlook.com',
  'rediffmail.com',
  'icloud.com',
]

/**
 * A suggestion for an address whose domain is one or two typos away from a known one (gamil.com), or null if it looks
 * right.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || domain.length > 40 || KNOWN_DOMAINS.includes(domain) || NOT_TYPOS.includes(domain)) return null
  const near = KNOWN_DOMAINS.find((known) => editDistance(domain, known) <= (known.length > 9 ? 2 : 1))
  return near === undefined ? null : `${email.slice(0, at + 1)}${near}`
}

/** A masked address that its owner recognises and nobody else can read: a•••@example.com. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}•••${email.slice(at)}`
}
