import { blocksFor, lengthen } from '../index/bits.server.ts'

/** The rows that have a word. Few are stored as bytes, many as bits. */
export interface RowSet {
  count: number
  last: number
  /** How many of the bytes are used. */
  length: number
  /** The distances between the rows, most in one byte (variable-length integers, LEB128). */
  bytes: Uint8Array
  bits: Int32Array | null
}

/** Sets with fewer bytes stay bytes. */
const MIN_BYTES_FOR_BITS = 512

/**
 * A set becomes bits where its bytes times this exceed its highest row number: bits then take at most three times the memory,
 * but a search uses them as they are, and has to decode bytes.
 */
const BITS_ABOVE = 24

export function createRowSet(): RowSet {
  return { count: 0, last: -1, length: 0, bytes: new Uint8Array(4), bits: null }
}

/** Adds a row that is not below those before; a row added twice counts once. */
export function addRow(set: RowSet, row: number): void {
  if (row === set.last) return
  set.count++
  if (set.bits) {
    if (row >>> 5 >= set.bits.length)
      set.bits = lengthen(set.bits, Math.max(blocksFor(row + 1), Math.ceil(set.bits.length * 1.25)))
    set.bits[row >>> 5] = (set.bits[row >>> 5] ?? 0) | (1 << (row & 31))
    set.last = row
    return
  }
  let delta = row - set.last
  set.last = row
  // A distance takes at most five bytes.
  if (set.length + 5 > set.bytes.length) set.bytes = lengthen(set.bytes, Math.ceil(set.bytes.length * 1.5) + 5)
  for (; delta > 127; delta >>>= 7) set.bytes[set.length++] = (delta & 127) | 128
  set.bytes[set.length++] = delta
  if (set.length >= MIN_BYTES_FOR_BITS && set.length * BITS_ABOVE > row) toBits(set)
}

function toBits(set: RowSet): void {
  const bits = new Int32Array(blocksFor(set.last + 1))
  orRowsInto(bits, set)
  set.bits = bits
  set.bytes = new Uint8Array(0)
  set.length = 0
}

/** The rows as a bit set with the table's number of blocks; null where they are bytes. To be called after all additions. */
export function bitsOf(set: RowSet, blocks: number): Int32Array | null {
  if (set.bits && set.bits.length !== blocks) set.bits = lengthen(set.bits.subarray(0, blocks), blocks)
  return set.bits
}

/** Adds the rows to `bits`, which must be long enough. */
export function orRowsInto(bits: Int32Array, set: RowSet): void {
  if (set.bits) {
    const { bits: more } = set
    const length = Math.min(bits.length, more.length)
    for (let at = 0; at < length; at++) bits[at] = (bits[at] ?? 0) | (more[at] ?? 0)
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
