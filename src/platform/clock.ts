/** The source of the time, which functions take as an argument so that tests can pass their own. */
export interface Clock {
  now(): Date
}

/** The machine's time. Deadlines that instances must agree on use the database's `now()`. */
export const systemClock: Clock = { now: () => new Date() }
