import type { WrittenTime } from '#platform/india-time.ts'

/** When something begins that is written as a day or time: undefined, which means now, for the current day. */
export function startOf({ from, to }: WrittenTime, now: Date): Date | undefined {
  return from > now || now >= to ? from : undefined
}
