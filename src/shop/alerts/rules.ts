/** For how long pieces are left to those who were told of them, before the next are told of what remains. */
export const WAVE_HOURS = 12

/** Days after which alerts are deleted: those that nobody confirmed, those that were told, and those that wait in vain. */
export const KEEP_DAYS = { unconfirmed: 2, told: 90, waiting: 365 } as const

/** Per client address, as for the newsletter; mailboxes have `MAILBOX_LIMITS`. */
export const REQUESTS_PER_CLIENT = [
  { max: 60, seconds: 60 },
  { max: 300, seconds: 3600 },
] as const

/** How many people are told now: no more than pieces can be bought and nobody was told of lately, and at most `limit`. */
export function waveSize(wave: { available: number; told: number }, limit: number): number {
  return Math.max(0, Math.min(wave.available - wave.told, limit))
}
