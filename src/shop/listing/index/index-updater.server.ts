import { setTimeout as delay } from 'node:timers/promises'
import { shareConcurrent } from '#platform/share-concurrent.ts'
import type { IndexSource } from '../index-types.server.ts'
import { readDictionary } from '../words/dictionary.server.ts'
import {
  type Change,
  countProducts,
  createTableBuilder,
  dropEntry,
  type Entry,
  type ListingTable,
  putEntry,
} from './table.server.ts'

/** Keeps a table equal to the database: updates single products in place, or builds a new table while the old one is used. */
export interface IndexUpdater {
  table(): ListingTable
  /** Marks products as changed and reads them. Rejects where the database is unavailable; they stay marked. */
  refresh(ids: readonly string[] | 'all'): Promise<readonly string[]>
  /** Resolves when every change marked so far is in the table; waits for a rebuild at most a second. */
  whenCurrent(): Promise<void>
  /** Whether the owner's lines of the dictionary differ from those of the table. */
  haveSynonymsChanged(): Promise<boolean>
  ready: Promise<void>
  stats(): { products: number; overlay: number; buildMs: number }
}

/** More products than this in the overlay would slow down searches, so the table is rebuilt. */
const MAX_OVERLAY = 2000
/** A rebuild is faster than updating more products than this. */
const MAX_UPDATED = 5000
const MAX_REBUILD_WAIT_MS = 1000

export function createIndexUpdater(
  source: Omit<IndexSource, 'readProducts' | 'readPictureOrigins'>,
  onChange: () => void,
): IndexUpdater {
  let table = createTableBuilder(readDictionary()).finish()
  let buildMs = 0
  let ownerSynonyms = ''
  let hasBuiltOnce = false
  /** Products that changed and were not read again yet. */
  const pending = new Set<string>()
  /** Products that changed during a rebuild, which may have read them before the change. */
  const changedDuringRebuild = new Set<string>()
  let rebuildNeeded = true

  const update = shareConcurrent(async () => {
    const tags = new Set<string>()
    while (pending.size > 0) {
      const ids = [...pending]
      pending.clear()
      try {
        updateTable(table, ids, await source.readEntries(ids), tags)
        onChange()
      } catch (error) {
        for (const id of ids) pending.add(id)
        throw error
      }
    }
    return tags
  })

  let isRebuilding = false
  const rebuild = shareConcurrent(async () => {
    const started = performance.now()
    isRebuilding = true
    try {
      while (rebuildNeeded) {
        rebuildNeeded = false
        changedDuringRebuild.clear()
        ownerSynonyms = await source.readOwnerSynonyms()
        const builder = createTableBuilder(readDictionary(ownerSynonyms))
        for await (const entries of source.readAllEntries()) for (const entry of entries) builder.add(entry)
        const rebuilt = builder.finish()
        while (changedDuringRebuild.size > 0) {
          const ids = [...changedDuringRebuild]
          changedDuringRebuild.clear()
          updateTable(rebuilt, ids, await source.readEntries(ids), new Set())
        }
        table = rebuilt
        onChange()
      }
      hasBuiltOnce = true
      buildMs = performance.now() - started
    } catch (error) {
      rebuildNeeded = true
      throw error
    } finally {
      isRebuilding = false
    }
  })
  const ready = rebuild()
  ready.catch(() => undefined)

  return {
    table: () => table,
    async refresh(ids) {
      if (ids === 'all' || ids.length > MAX_UPDATED) {
        rebuildNeeded = true
        await rebuild()
        return ['*']
      }
      for (const id of ids) {
        pending.add(id)
        if (isRebuilding) changedDuringRebuild.add(id)
      }
      const tags = await update()
      if (table.overlay.length > MAX_OVERLAY && !isRebuilding) {
        rebuildNeeded = true
        rebuild().catch(() => undefined)
      }
      return [...tags]
    },
    async whenCurrent() {
      await update()
      if (!rebuildNeeded && !isRebuilding) return
      await (hasBuiltOnce
        ? Promise.race([rebuild(), delay(MAX_REBUILD_WAIT_MS, undefined, { ref: false })])
        : rebuild())
    },
    haveSynonymsChanged: async () => (await source.readOwnerSynonyms()) !== ownerSynonyms,
    ready,
    stats: () => ({ products: countProducts(table), overlay: table.overlay.length, buildMs }),
  }
}

function updateTable(table: ListingTable, ids: readonly string[], entries: readonly Entry[], tags: Set<string>): void {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const id of ids) {
    const entry = byId.get(id)
    addTags(id, entry ? putEntry(table, entry) : dropEntry(table, id), tags)
  }
}

function addTags(id: string, change: Change, tags: Set<string>): void {
  tags.add(`product:${id}`)
  if (change.listing) tags.add('catalog')
  if (change.assortment) tags.add('assortment')
  if (change.assortment || change.ranks) tags.add('home')
}
