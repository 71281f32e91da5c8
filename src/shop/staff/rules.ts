/** How long the link of an invitation lets somebody in, in hours; it does so once. */
export const INVITATION_HOURS = 48

/** The code by mail. */
export const CODE = {
  minutes: 10,
  /** Wrong guesses of all clients together that end a code (NIST SP 800-63B, throttling). */
  maxTries: 100,
  /** Wrong guesses after which the person gets a link, which nobody guesses, in place of a code. */
  triesBeforeLink: 20,
  /** Wrong guesses of one client at one address, after which it's told to wait. A right code counts all the same. */
  triesPerClient: [{ max: 5, seconds: 600 }],
} as const

/** What one client may do at this door, over all addresses. High, since an office may share one (../rate-limits.server.ts). */
export const PER_CLIENT = {
  requests: [
    { max: 300, seconds: 60 },
    { max: 3000, seconds: 3600 },
  ],
  wrongAnswers: [
    { max: 120, seconds: 600 },
    { max: 480, seconds: 86_400 },
  ],
} as const

export const SESSION = {
  idleHours: 12,
  absoluteDays: 30,
  /** How long a half sign-in waits for its second factor. */
  halfMinutes: 15,
  /** The same for one that an invitation opened: its authenticator may have to be installed first. */
  joinMinutes: 60,
  /** How long a second factor counts as recent: for refunds, staff, keys and exports of people. */
  recentMinutes: 10,
  /** Wrong second factors that end a half sign-in. */
  maxWrongFactors: 5,
} as const

const MAX_WAIT_SECONDS = 15 * 60

/** The seconds that a person's next half sign-ins wait after so many rounds of wrong second factors in a row. */
export function waitAfter(rounds: number): number {
  return rounds === 0 ? 0 : Math.min(MAX_WAIT_SECONDS, 30 * 2 ** (rounds - 1))
}

export const SPARE_CODES = 10

/** Without letters that look alike. */
export const SPARE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz'
export const SPARE_LENGTH = 10

/** A spare code as it's stored: letters only, since people type spaces and capitals. Null if it can't be one. */
export function spareCodeIn(text: string): string | null {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '')
  return letters.length === SPARE_LENGTH ? letters : null
}

/** The six digits of an authenticator's code, or null. */
export function totpCodeIn(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
