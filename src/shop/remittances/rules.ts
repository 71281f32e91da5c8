/** A row of a carrier's file: what it paid of a parcel's cash. */
export interface RemittedRow {
  /** The carrier's number of the parcel. */
  awb: string
  /** In paise, above 0. */
  amount: number
  /** The bank's number of the transfer. */
  utr: string
  /** A day such as 2026-11-28. */
  date: string
}

/** A parcel whose number is in a file. */
export interface CashParcel {
  id: string
  orderId: string
  awb: string
  /** What it had to collect, in paise. 0: it was paid before, or its order is closed. */
  due: number
  /** What of it came in before, in paise, and by which transfers. */
  received: number
  utrs: readonly string[]
}

/** What a file does (CONTRACT, Cash on delivery); amounts in paise. */
export interface Outcome {
  /** Rows after which their parcel is paid whole. */
  matched: number
  /** Parcels of which something is still to come: what was due before the file, and what came with it. */
  short: { awb: string; due: number; got: number }[]
  /** Paid whole before, or by this transfer before. */
  double: { awb: string; utr: string }[]
  /** Numbers of no parcel that collects, and sums above what was due. */
  unknown: string[]
}

/** A row that is money for a parcel. */
export interface TakenRow extends RemittedRow {
  parcel: CashParcel
}

/** Judges the rows in their order, each after what those before it paid. Only the rows of `taken` count as money. */
export function judgeRows(
  rows: readonly RemittedRow[],
  parcels: readonly CashParcel[],
): { outcome: Outcome; taken: TakenRow[] } {
  const accounts = Map.groupBy(
    parcels
      .filter(({ due }) => due > 0)
      .map((parcel) => ({ parcel, paid: parcel.received, utrs: new Set(parcel.utrs) })),
    ({ parcel }) => parcel.awb,
  )
  const taken: TakenRow[] = []
  const outcome: Outcome = { matched: 0, short: [], double: [], unknown: [] }
  for (const row of rows) {
    const { awb, amount, utr } = row
    const known = accounts.get(awb)
    const open = known?.find(({ parcel, paid, utrs }) => paid < parcel.due && !utrs.has(utr))
    if (known && !open) outcome.double.push({ awb, utr })
    else if (!open || open.paid + amount > open.parcel.due) outcome.unknown.push(awb)
    else {
      open.paid += amount
      open.utrs.add(utr)
      taken.push({ ...row, parcel: open.parcel })
      if (open.paid === open.parcel.due) outcome.matched += 1
    }
  }
  for (const { parcel, paid } of [...accounts.values()].flat()) {
    const [due, got] = [parcel.due - parcel.received, paid - parcel.received]
    if (got > 0 && got < due) outcome.short.push({ awb: parcel.awb, due, got })
  }
  return { outcome, taken }
}
