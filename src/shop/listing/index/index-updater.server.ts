import { setTimeout as delay } from 'node:timers/promises'
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

interface Source {
  readOwnWords(): Promise<string>
  readAllEntries(): AsyncIterable<Entry[]>
  readEntries(ids: readonly string[]): Promise<Entry[]>
}

/** Keeps a table equal to the database: updates single products in place, or builds a new table while the old one is used. */
export interface IndexUpdater {
  table(): ListingTable
  /** Marks products as changed and reads them. Rejects where the database is unavailable; they stay marked. */
  refresh(ids: readonly string[] | 'all'): Promise<readonly string[]>
  /** Resolves when every change marked so far is in the table; waits for a rebuild at most a second. */
  whenCurrent(): Promise<void>
  /** Whether the owner's words for the search are others than those of the table. */
  haveWordsChanged(): Promise<boolean>
  ready: Promise<void>
  stats(): { products: number; moved: number; buildMs: number }
}

/** Above this many moved products searches would slow down, so the table is rebuilt. */
const MAX_MOVED = 2000
/** A rebuild is faster than updating more products than this. */
const MAX_UPDATED = 5000
const MAX_REBUILD_WAIT_MS = 1000

export function createIndexUpdater(source: Source, onChange: () => void): IndexUpdater {
  let table = createTableBuilder(readDictionary()).finish()
  let buildMs = 0
  let ownWords = ''
  let built = false
  /** Changed, and not read since. */
  const pending = new Set<string>()
  /** Changed during a rebuild, which may have read their rows before. */
  const changedDuringRebuild = new Set<string>()
  let rebuildNeeded = true

  const update = singleFlight(async () => {
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

  const rebuild = singleFlight(async () => {
    const started = performance.now()
    while (rebuildNeeded) {
      rebuildNeeded = false
      changedDuringRebuild.clear()
      try {
        ownWords = await source.readOwnWords()
        const builder = createTableBuilder(readDictionary(ownWords))
        for await (const entries of source.readAllEntries()) for (const entry of entries) builder.add(entry)
        const rebuilt = builder.finish()
        while (changedDuringRebuild.size > 0) {
          const ids = [...changedDuringRebuild]
          changedDuringRebuild.clear()
          updateTable(rebuilt, ids, await source.readEntries(ids), new Set())
        }
        table = rebuilt
        onChange()
      } catch (error) {
        rebuildNeeded = true
        throw error
      }
    }
    built = true
    buildMs = performance.now() - started
  })
  const ready = rebuild.run()
  ready.catch(() => undefined)

  return {
    table: () => table,
    async refresh(ids) {
      if (ids === 'all' || ids.length > MAX_UPDATED) {
        rebuildNeeded = true
        await rebuild.run()
        return ['*']
      }
      for (const id of ids) {
        pending.add(id)
        if (rebuild.isRunning()) changedDuringRebuild.add(id)
      }
      const tags = await update.run()
      if (table.moved.length > MAX_MOVED && !rebuild.isRunning()) {
        rebuildNeeded = true
        rebuild.run().catch(() => undefined)
      }
      return [...tags]
    },
    async whenCurrent() {
      if (pending.size > 0 || update.isRunning()) await update.run()
      if (!rebuildNeeded && !rebuild.isRunning()) return
      await (built
        ? Promise.race([rebuild.run(), delay(MAX_REBUILD_WAIT_MS, undefined, { ref: false })])
        : rebuild.run())
    },
    haveWordsChanged: async () => (await source.readOwnWords()) !== ownWords,
    ready,
    stats: () => ({ products: countProducts(table), moved: table.moved.length, buildMs }),
  }
}

/** Runs a task at most once at a time; a call during a run gets that run's promise. */
function singleFlight<T>(task: () => Promise<T>) {
  let running: Promise<T> | null = null
  return {
    run: () => {
      running ??= task().finally(() => {
        running = null
      })
      return running
    },
    isRunning: () => running !== null,
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
