/** Row numbers of products, ascending, each once. */
export type Rows = number[]

/** The first of `length` indexes that is past something, given that all after it are too. `length` if none is. */
export function firstIndex(length: number, isPast: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds a row. False if it was already there. */
export function addRow(rows: Rows, row: number): boolean {
  const last = rows[rows.length - 1]
  if (last === undefined || last < row) return rows.push(row) > 0
  const at = indexOf(rows, row)
  if (rows[at] === row) return false
  rows.splice(at, 0, row)
  return true
}

export function removeRow(rows: Rows, row: number): void {
  const at = indexOf(rows, row)
  if (rows[at] === row) rows.splice(at, 1)
}

export function hasRow(rows: Rows, row: number): boolean {
  return rows[indexOf(rows, row)] === row
}

function indexOf(rows: Rows, row: number): number {
  return firstIndex(rows.length, (at) => (rows[at] ?? 0) >= row)
}

/** A map's list of a key, added empty if there is none. */
export function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? []
  if (list.length === 0) lists.set(key, list)
  return list
}
