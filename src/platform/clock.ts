/** Where the time comes from. Rules take it as an argument; tests hand in their own. */
export interface Clock {
  now(): Date
}

/** The only place that reads the machine's time. Deadlines that instances must agree on use the database's `now()`. */
export const systemClock: Clock = { now: () => new Date() }
