import type { Kysely } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { indianDay } from '#platform/india-time.ts'
import type { Tables } from '../tables.server.ts'
import { isOn, type Offer } from './rules.ts'
import { listRunningOffers } from './sql.server.ts'

/** Which offers count today, for screens: without any they price by themselves, and without a code they have no box for it. */
export interface ShownOffers {
  running: boolean
  codes: boolean
}

/** The offers that were started and not stopped, as last read by this process, so that a cart without any needs no query. */
export interface OffersInMemory {
  /** The oldest first. Those of a later day are among them. */
  current(): readonly Offer[]
  shown(): ShownOffers
  /**
   * Reads them again. If that fails, the last known ones stay.
   * @returns whether screens show something else
   * @throws {Error} when the database can't be asked
   */
  refresh(): Promise<boolean>
  /** True once after a midnight that changed what screens show. */
  hasTurned(): boolean
}

/** The running offers of a database, in memory; none until the first `refresh`. */
export function createOffersInMemory(db: Kysely<Tables>, clock: Clock): OffersInMemory {
  let known: readonly Offer[] = []
  let seen: ShownOffers = { running: false, codes: false }
  let reading: Promise<unknown> = Promise.resolve()
  const today = () => indianDay(clock.now())
  const shown = () => {
    const on = known.filter((offer) => isOn(offer, today()))
    return { running: on.length > 0, codes: on.some(({ codes }) => codes !== 'none') }
  }
  const hasTurned = () => {
    const before = seen
    seen = shown()
    return seen.running !== before.running || seen.codes !== before.codes
  }
  return {
    current: () => known,
    shown,
    refresh() {
      // One after the other: of two reads at once, the older could end last.
      const read = reading.then(async () => {
        known = await listRunningOffers(db, today())
        return hasTurned()
      })
      reading = read.catch(() => undefined)
      return read
    },
    hasTurned,
  }
}
