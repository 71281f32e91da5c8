/** Loaded before a shop (`--import`): its clock is wrong by CLOCK_SKEW_MS milliseconds. */
const skew = Number(process.env.CLOCK_SKEW_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(RealDate.now() + skew)
    else super(...args)
  }
  static override now(): number {
    return RealDate.now() + skew
  }
}

globalThis.Date = ShiftedDate as DateConstructor
