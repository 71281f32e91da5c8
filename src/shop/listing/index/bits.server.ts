/* Bit sets: a bit for each row of the table, in blocks of 32. */

/** How many blocks `count` bits take. */
export function blocksFor(count: number): number {
  return (count + 31) >>> 5
}

export function hasBit(bits: Int32Array, at: number): boolean {
  return (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

/** Sets or clears a bit; true where that changed it. */
export function setBit(bits: Int32Array, at: number, on: boolean): boolean {
  if (hasBit(bits, at) === on) return false
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) ^ (1 << (at & 31))
  return true
}

/** A longer copy of an array, filled up with zeros. */
export function lengthen<A extends Int32Array | Uint16Array | Uint8Array>(array: A, length: number): A {
  // Safe cast: the constructor of an array makes arrays of its type.
  const longer = new (array.constructor as new (length: number) => A)(length)
  longer.set(array)
  return longer
}

/** A range of blocks, `to` exclusive. */
export interface Span {
  from: number
  to: number
}

/** Copies the bits `low` to `high` (exclusive), and returns the blocks they are in. */
export function copyRange(into: Int32Array, bits: Int32Array, low: number, high: number): Span {
  if (high <= low) return { from: 0, to: 0 }
  const span = { from: low >>> 5, to: blocksFor(high) }
  into.set(bits.subarray(span.from, span.to), span.from)
  if (low & 31) into[span.from] = (into[span.from] ?? 0) & (-1 << (low & 31))
  if (high & 31) into[span.to - 1] = (into[span.to - 1] ?? 0) & ((1 << (high & 31)) - 1)
  return span
}

/** Scratch memory for the union of many sets; all use is synchronous. */
let union = new Int32Array(0)

/** Intersects `into` with the union of `sets`. Up to three sets, the usual case, need no union in memory. */
export function intersectAny(into: Int32Array, sets: readonly Int32Array[], span: Span): void {
  const { from, to } = span
  const [a, b, c] = sets
  if (!a) into.fill(0, from, to)
  else if (!b) for (let at = from; at < to; at++) into[at] = (into[at] ?? 0) & (a[at] ?? 0)
  else if (!c) for (let at = from; at < to; at++) into[at] = (into[at] ?? 0) & ((a[at] ?? 0) | (b[at] ?? 0))
  else if (sets.length === 3)
    for (let at = from; at < to; at++) into[at] = (into[at] ?? 0) & ((a[at] ?? 0) | (b[at] ?? 0) | (c[at] ?? 0))
  else {
    if (union.length < to) union = new Int32Array(into.length)
    union.set(a.subarray(from, to), from)
    for (const set of sets.slice(1)) for (let at = from; at < to; at++) union[at] = (union[at] ?? 0) | (set[at] ?? 0)
    intersectAny(into, [union], span)
  }
}

/** How many bits of a block are set. */
export function popCount(block: number): number {
  const inPairs = block - ((block >>> 1) & 0x55555555)
  const inFours = (inPairs & 0x33333333) + ((inPairs >>> 2) & 0x33333333)
  return Math.imul((inFours + (inFours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countBits(bits: Int32Array, { from, to }: Span): number {
  let count = 0
  for (let at = from; at < to; at++) count += popCount(bits[at] ?? 0)
  return count
}

/** The number of bits in both sets. */
export function countShared(bits: Int32Array, others: Int32Array, { from, to }: Span): number {
  let count = 0
  for (let at = from; at < to; at++) count += popCount((bits[at] ?? 0) & (others[at] ?? 0))
  return count
}

/** The number of bits that are in `bits` and in at least one of the sets. */
export function countAny(bits: Int32Array, sets: readonly Int32Array[], { from, to }: Span): number {
  let count = 0
  for (let at = from; at < to; at++) {
    let any = 0
    for (const set of sets) any |= set[at] ?? 0
    count += popCount((bits[at] ?? 0) & any)
  }
  return count
}

/** Visits set bits upwards from `start` until `visit` returns false. */
export function walkUp(bits: Int32Array, start: number, { from, to }: Span, visit: (at: number) => boolean): void {
  for (let at = Math.max(from, start >>> 5); at < to; at++) {
    let block = bits[at] ?? 0
    if (at === start >>> 5) block &= -1 << (start & 31)
    while (block !== 0) {
      const low = 31 - Math.clz32(block & -block)
      if (!visit((at << 5) + low)) return
      block &= block - 1
    }
  }
}

/** Visits set bits downwards from `start` until `visit` returns false. */
export function walkDown(bits: Int32Array, start: number, { from, to }: Span, visit: (at: number) => boolean): void {
  for (let at = Math.min(to - 1, start >>> 5); at >= from; at--) {
    let block = bits[at] ?? 0
    if (at === start >>> 5 && (start & 31) !== 31) block &= (1 << ((start & 31) + 1)) - 1
    while (block !== 0) {
      const high = 31 - Math.clz32(block)
      if (!visit((at << 5) + high)) return
      block &= ~(1 << high)
    }
  }
}
