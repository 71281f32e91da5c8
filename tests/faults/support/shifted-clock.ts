/** Loaded before a shop (`--import`): its clock is wrong by CLOCK_SKEW_MS milliseconds. */
const skew = Number(process.env.CLOCK_SKEW_MS ?? 0)
const Right = Date

class Wrong extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Right.now() + skew)
    else super(...given)
  }
  static override now(): number {
    return Right.now() + skew
  }
}

globalThis.Date = Wrong as DateConstructor
