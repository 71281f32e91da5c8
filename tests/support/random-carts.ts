/** A cart to be priced, in whole paise, and what else its price depends on. */
export interface RandomCart {
  lines: { price: number; quantity: number; hsn: string }[]
  /** Paise. */
  delivery: number
  taxPercent: number
  included: boolean
  /** 1: one tax (IGST); 2: two equal ones. */
  parts: 1 | 2
  table: { hsn: string; upTo?: number; percent: number; from: string }[]
}

export const RECORDED_DAY = '2026-11-29'

const TABLE = [
  { hsn: '61', upTo: 1000, percent: 5, from: '2017-07-01' },
  { hsn: '61', percent: 12, from: '2017-07-01' },
  { hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' },
  { hsn: '61', percent: 18, from: '2025-09-22' },
  { hsn: '64', upTo: 2500, percent: 5, from: '2025-09-22' },
  { hsn: '4202', percent: 12, from: '2020-01-01' },
  { hsn: '4202', percent: 28, from: '2999-01-01' },
]

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A cart that often has prices at the ends of bands, odd paise and repeated prices. */
export function randomCart(random: () => number): RandomCart {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const pick = <T>(first: T, ...more: T[]): T => more[upTo(more.length) - 1] ?? first
  const price = () => pick(upTo(500_000), upTo(500), 129_900, 262_500, 262_501, 250_000, 49_800, 100_000, 0)
  return {
    lines: Array.from({ length: 1 + upTo(5) }, () => ({
      price: price(),
      quantity: pick(1, 1, 2, 3, 1 + upTo(20)),
      hsn: pick('6109', '6109', '6403', '42022220', '9999'),
    })),
    delivery: pick(4000, 0, upTo(20_000)),
    taxPercent: pick(5, 0, 12, 18),
    included: pick(true, false),
    parts: pick(1, 2),
    table: pick(TABLE, []),
  }
}
