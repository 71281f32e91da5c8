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
  readAllEntries(): AsyncIterable<Entry[]>
  readEntries(ids: readonly string[]): Promise<Entry[]>
}

/** Keeps a table true to the database: patches it product by product, and builds it anew beside the old one. */
export interface Keeper {
  table(): ListingTable
  /** Notes at once that products changed, and reads them. Rejects where the database is away; the note stands. */
  refresh(ids: readonly string[] | 'all'): Promise<readonly string[]>
  /** Fulfilled when every change told so far is in the table; after a second a full build is not waited for. */
  settled(): Promise<void>
  ready: Promise<void>
  stats(): { products: number; moved: number; buildMs: number }
}

/** Past this many products that moved, searches would notice: the table is built anew. */
const MOST_MOVED = 2000
/** More changes than this at once are read faster as a whole. */
const MOST_PATCHED = 5000
const PATIENCE_MS = 1000

export function createKeeper(source: Source, onChange: () => void): Keeper {
  let table = createTableBuilder().finish()
  let buildMs = 0
  /** Told and not yet read. */
  const owed = new Set<string>()
  /** Told while a new table is being built: its slices may have been read before. */
  const overtaken = new Set<string>()
  let owedAll = true
  let patching: Promise<Set<string>> | null = null
  let building: Promise<void> | null = null
  let built = false

  async function patch(): Promise<Set<string>> {
    const tags = new Set<string>()
    while (owed.size > 0) {
      const ids = [...owed]
      owed.clear()
      try {
        const entries = await source.readEntries(ids)
        apply(table, ids, entries, tags)
        onChange()
      } catch (error) {
        for (const id of ids) owed.add(id)
        throw error
      }
    }
    return tags
  }

  async function build(): Promise<void> {
    const started = performance.now()
    while (owedAll) {
      owedAll = false
      overtaken.clear()
      try {
        const builder = createTableBuilder()
        for await (const entries of source.readAllEntries()) for (const entry of entries) builder.add(entry)
        const fresh = builder.finish()
        while (overtaken.size > 0) {
          const ids = [...overtaken]
          overtaken.clear()
          apply(fresh, ids, await source.readEntries(ids), new Set())
        }
        table = fresh
        onChange()
      } catch (error) {
        owedAll = true
        throw error
      }
    }
    built = true
    buildMs = performance.now() - started
  }

  const patched = () => {
    patching ??= patch().finally(() => {
      patching = null
    })
    return patching
  }
  const rebuilt = () => {
    building ??= build().finally(() => {
      building = null
    })
    return building
  }
  const ready = rebuilt()
  ready.catch(() => undefined)

  return {
    table: () => table,
    async refresh(ids) {
      if (ids === 'all' || ids.length > MOST_PATCHED) {
        owedAll = true
        await rebuilt()
        return ['*']
      }
      for (const id of ids) owed.add(id)
      if (building) for (const id of ids) overtaken.add(id)
      const tags = await patched()
      if (table.moved.length > MOST_MOVED && !building) {
        owedAll = true
        rebuilt().catch(() => undefined)
      }
      return [...tags]
    },
    async settled() {
      if (owed.size > 0 || patching) await patched()
      if (owedAll || building) await (built ? Promise.race([rebuilt(), pause(PATIENCE_MS)]) : rebuilt())
    },
    ready,
    stats: () => ({ products: countProducts(table), moved: table.moved.length, buildMs }),
  }
}

function apply(table: ListingTable, ids: readonly string[], entries: readonly Entry[], tags: Set<string>): void {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const id of ids) {
    const entry = byId.get(id)
    addTags(id, entry ? putEntry(table, entry) : dropEntry(table, id), tags)
  }
}

function addTags(id: string, change: Change, tags: Set<string>): void {
  tags.add(`product:${id}`)
  if (change.listing) tags.add('catalog')
  if (change.range) tags.add('range')
  if (change.range || change.ranks) tags.add('home')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
