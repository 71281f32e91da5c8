import { setTimeout as delay } from 'node:timers/promises'
import { shareConcurrent } from '#platform/share-concurrent.ts'
import type { ChangedTags, IndexSource } from '../index-types.server.ts'
import { readDictionary } from '../search-text/dictionary.server.ts'
import { setDictionary } from '../search-text/word-index.server.ts'
import { type Change, createTable, dropEntry, type Entry, type ListingTable, putEntry } from './table.server.ts'

/** Keeps a table in sync with the database. */
export interface IndexUpdater {
  table: ListingTable
  /** Marks products as changed and reads them. Rejects if the database is unavailable; they stay marked. */
  refresh(ids: readonly string[] | 'all'): Promise<ChangedTags>
  /** Resolves when every change marked so far is in the table; waits at most a second for the whole catalogue. */
  whenCurrent(): Promise<void>
  /** Reads the owner's lines of the dictionary; true if they changed. */
  refreshSynonyms(): Promise<boolean>
  ready: Promise<void>
  stats(): { products: number; buildMs: number }
}

/** Products per read. Requests are served in between. */
const BATCH_SIZE = 1000
const MAX_WAIT_MS = 1000

export function createIndexUpdater(source: Omit<IndexSource, 'readProducts' | 'readPictureOrigins'>): IndexUpdater {
  const table = createTable(readDictionary())
  let buildMs = 0
  let ownerSynonyms = ''
  /** Changed products that haven't been reread yet. */
  const pending = new Set<string>()
  /**
   * Products that changed during a read of the whole catalogue. It may have read them before the change, so they're
   * left to `update`.
   */
  const changedMeanwhile = new Set<string>()
  let isReadingAll = false
  let needsAll = true
  let wasBuilt = false

  const update = shareConcurrent(async () => {
    const tags = { other: new Set<string>(), quantities: new Set<string>() }
    while (pending.size > 0) {
      const ids = [...pending].slice(0, BATCH_SIZE)
      for (const id of ids) pending.delete(id)
      try {
        updateTable(table, ids, await source.readEntries(ids), tags)
      } catch (error) {
        for (const id of ids) pending.add(id)
        throw error
      }
    }
    return { other: [...tags.other], quantities: [...tags.quantities] }
  })

  async function refreshSynonyms() {
    let isChanged = false
    // Repeats until a read finds nothing new, because of two parallel reads the first to begin may end last.
    for (;;) {
      const lines = await source.readOwnerSynonyms()
      if (lines === ownerSynonyms) return isChanged
      ownerSynonyms = lines
      setDictionary(table.words, readDictionary(lines))
      isChanged = true
    }
  }

  async function readCatalogue() {
    changedMeanwhile.clear()
    await refreshSynonyms()
    const found = new Set<string>()
    for await (const entries of source.readAllEntries())
      for (const entry of entries) {
        found.add(entry.id)
        if (!changedMeanwhile.has(entry.id)) putEntry(table, entry)
      }
    for (const id of table.rowOf.keys()) if (!found.has(id) && !changedMeanwhile.has(id)) dropEntry(table, id)
  }

  const readAll = shareConcurrent(async () => {
    const started = performance.now()
    isReadingAll = true
    try {
      while (needsAll) {
        needsAll = false
        await readCatalogue()
      }
      wasBuilt = true
      buildMs = performance.now() - started
    } catch (error) {
      needsAll = true
      throw error
    } finally {
      isReadingAll = false
    }
  })
  const ready = readAll()
  ready.catch(() => undefined)

  return {
    table,
    async refresh(ids) {
      if (ids === 'all') {
        needsAll = true
        await readAll()
        return { other: ['*'], quantities: [] }
      }
      for (const id of ids) {
        pending.add(id)
        if (isReadingAll) changedMeanwhile.add(id)
      }
      return update()
    },
    async whenCurrent() {
      await update()
      if (!needsAll && !isReadingAll) return
      await (wasBuilt ? Promise.race([readAll(), delay(MAX_WAIT_MS, undefined, { ref: false })]) : readAll())
    },
    refreshSynonyms,
    ready,
    stats: () => ({ products: table.order.length, buildMs }),
  }
}

/** Tags of what changed, by whether it's more than quantities. */
type TagSets = Record<keyof ChangedTags, Set<string>>

function updateTable(table: ListingTable, ids: readonly string[], entries: readonly Entry[], tags: TagSets): void {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const id of ids) {
    const entry = byId.get(id)
    const change = entry ? putEntry(table, entry) : dropEntry(table, id)
    addTags(id, change, change.details ? tags.other : tags.quantities)
  }
}

function addTags(id: string, change: Change, tags: Set<string>): void {
  tags.add(`product:${id}`)
  if (change.card) tags.add(`card:${id}`)
  if (change.listing) tags.add('catalog')
  if (change.assortment) tags.add('assortment')
  if (change.assortment || change.ranks) tags.add('home')
}
