/** Hours that notified people have to buy before the next ones are notified of the pieces left. */
export const WAVE_HOURS = 12

/** Days after which alerts are deleted: unconfirmed ones, those whose mail was sent, and those still waiting. */
export const KEEP_DAYS = { unconfirmed: 2, notified: 90, waiting: 365 } as const

/** Per client address; `limitMail` has those of mailboxes. */
export const REQUESTS_PER_CLIENT = [
  { max: 60, seconds: 60 },
  { max: 300, seconds: 3600 },
  { max: 1000, seconds: 86_400 },
] as const

/** The number of people to notify now: one per available piece without a recently notified person, at most `limit`. */
export function nextBatchSize(wave: { available: number; notified: number }, limit: number): number {
  return Math.max(0, Math.min(wave.available - wave.notified, limit))
}
