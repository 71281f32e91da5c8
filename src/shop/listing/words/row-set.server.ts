import { wordsFor } from '../index/bits.server.ts'

/**
 * The rows that have a word, added in ascending order: the distances between them, most in one byte, or bits where there are
 * many.
 */
export interface RowSet {
  count: number
  last: number
  length: number
  bytes: Uint8Array
  bits: Int32Array | null
}

/** Below this many rows bits are not worth it. */
const MIN_DENSE_BYTES = 512

/** Bits are used from a third of their own memory on: a search takes them as they are, bytes it must read one by one. */
const DENSE = 24

export function createRowSet(): RowSet {
  return { count: 0, last: -1, length: 0, bytes: new Uint8Array(4), bits: null }
}

/** Adds a row that is not below those before; a row added twice counts once. */
export function addRow(set: RowSet, row: number): void {
  if (row === set.last) return
  set.count++
  if (set.bits) {
    if (row >>> 5 >= set.bits.length) set.bits = lengthen(set.bits, wordsFor(row + 1))
    set.bits[row >>> 5] = (set.bits[row >>> 5] ?? 0) | (1 << (row & 31))
    set.last = row
    return
  }
  let delta = row - set.last
  set.last = row
  // A distance takes at most five bytes.
  if (set.length + 5 > set.bytes.length) growBytes(set)
  for (; delta > 127; delta >>>= 7) set.bytes[set.length++] = (delta & 127) | 128
  set.bytes[set.length++] = delta
  if (set.length >= MIN_DENSE_BYTES && set.length * DENSE > row) toBits(set)
}

function growBytes(set: RowSet): void {
  const longer = new Uint8Array(Math.ceil(set.bytes.length * 1.5) + 5)
  longer.set(set.bytes)
  set.bytes = longer
}

function lengthen(bits: Int32Array, atLeast: number, length = Math.ceil(bits.length * 1.25)): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(atLeast, length))
  longer.set(bits)
  return longer
}

function toBits(set: RowSet): void {
  const bits = new Int32Array(wordsFor(set.last + 1))
  uniteInto(bits, set)
  set.bits = bits
  set.bytes = new Uint8Array(0)
  set.length = 0
}

/** The rows as bits of a table's length in words; null where they are bytes. Fitted when first used, after all additions. */
export function bitsOf(set: RowSet, words: number): Int32Array | null {
  if (set.bits && set.bits.length !== words) set.bits = lengthen(set.bits.subarray(0, words), words, words)
  return set.bits
}

/** Adds the rows to `bits`, which must be long enough. */
export function uniteInto(bits: Int32Array, set: RowSet): void {
  if (set.bits) {
    const { bits: more } = set
    const length = Math.min(bits.length, more.length)
    for (let w = 0; w < length; w++) bits[w] = (bits[w] ?? 0) | (more[w] ?? 0)
    return
  }
  const { bytes, length } = set
  let row = -1
  for (let at = 0; at < length; ) {
    let byte = bytes[at++] ?? 0
    let delta = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] ?? 0
      delta |= (byte & 127) << shift
    }
    row += delta
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
  }
}
