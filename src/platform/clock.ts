/** A source of the current time; tests pass their own. */
export interface Clock {
  now(): Date
}

/** The machine's time. Deadlines that instances must agree on use the database's `now()`. */
export const systemClock: Clock = { now: () => new Date() }
