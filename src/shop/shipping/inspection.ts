import { ok, type Result, refuse } from '#platform/api/result.ts'

/** The numbers of pieces by SKU that came back damaged, and that didn't come back. */
export interface Inspection {
  damaged: Readonly<Record<string, number>>
  missing: Readonly<Record<string, number>>
}

/** Pieces that should have come back. */
interface Expected {
  sku: string
  quantity: number
}

/**
 * Distributes an inspection's numbers over lines. Pieces that are neither damaged nor missing are good. Refused: more of a SKU
 * than the lines have; `whole` is what they are lines of, such as "This parcel".
 */
export function inspect<T extends Expected>(
  expected: readonly T[],
  inspection: Inspection,
  whole: string,
): Result<(T & { good: number; damaged: number })[], 'invalid_input'> {
  const left = { damaged: { ...inspection.damaged }, missing: { ...inspection.missing } }
  const take = (counts: Record<string, number>, sku: string, most: number) => {
    const taken = Math.min(counts[sku] ?? 0, most)
    counts[sku] = (counts[sku] ?? 0) - taken
    return taken
  }
  const lines = expected.map((line) => {
    const damaged = take(left.damaged, line.sku, line.quantity)
    const good = line.quantity - damaged - take(left.missing, line.sku, line.quantity - damaged)
    return { ...line, good, damaged }
  })
  for (const counts of [left.damaged, left.missing])
    for (const [sku, count] of Object.entries(counts))
      if (count > 0) return refuse('invalid_input', `${whole} has fewer pieces of ${sku}.`)
  return ok(lines)
}

/** Pieces as a call has them, by SKU; those of the same SKU are added up. */
export function countsOf(pieces: readonly Expected[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { sku, quantity } of pieces) counts.set(sku, (counts.get(sku) ?? 0) + quantity)
  return Object.fromEntries(counts)
}
