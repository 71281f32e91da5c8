/** Rows by product id. */
export interface IdMap {
  get(id: string): number | undefined
  set(id: string, row: number): void
  has(id: string): boolean
}

const PARTS = 512

/**
 * A map in many parts: one map of a million names stops the process for a tenth of a second whenever it doubles its
 * room, a part of it for less than a millisecond.
 */
export function createIdMap(): IdMap {
  const parts = Array.from({ length: PARTS }, () => new Map<string, number>())
  const partOf = (id: string) => {
    let hash = 0
    for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0
    return parts[(hash >>> 7) & (PARTS - 1)]
  }
  return {
    get: (id) => partOf(id)?.get(id),
    set: (id, row) => partOf(id)?.set(id, row),
    has: (id) => partOf(id)?.has(id) ?? false,
  }
}
