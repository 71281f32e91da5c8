/** Guesses that a code survives, less one: the fifth wrong one kills it (CONTRACT, verifyOtp). */
export const MAX_TRIES = 5

/** Wrong guesses in a row after which mails carry a link in place of a code (NIST SP 800-63B, throttling). */
export const FAILURES_BEFORE_LINK = 100

/** The newest codes of a mailbox that are live, so that a stranger's resend cannot kill yours (CONTRACT, Codes). */
export const LIVE_CODES = 2

export const SESSION = {
  idleHours: 24,
  absoluteDays: 7,
  /** Sessions of one customer; the oldest goes when one more begins. */
  most: 10,
} as const

/** Per client address; why they are generous stands in ../limits.server.ts. */
export const LIMITS = {
  asksPerClient: [
    { max: 300, seconds: 60 },
    { max: 3000, seconds: 3600 },
  ],
  guessesPerClient: [{ max: 600, seconds: 60 }],
} as const

/**
 * The six digits of a code as a text, from the number of SPEC 7 or from a six-digit text; null for anything else.
 * A number below 100000 is five digits at most: no code begins with 0.
 */
export function readCode(value: unknown): string | null {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 100_000 && value <= 999_999 ? `${value}` : null
  return typeof value === 'string' && /^[0-9]{6}$/.test(value) ? value : null
}

/** A span of minutes in words: "10 minutes", "1 minute", "30 seconds". */
export function spanInWords(minutes: number): string {
  const [count, unit] = minutes < 1 ? [Math.round(minutes * 60), 'second'] : [Math.floor(minutes), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
