import { expect, test } from 'vitest'
import { readDictionary } from '../search-text/dictionary.server.ts'
import { createIndexUpdater } from './index-updater.server.ts'
import { createTable, dropEntry, type Entry, putEntry } from './table.server.ts'

const NO_LISTS = { colors: [], sizes: [], variants: [], pattern: [], fabric: [], fit: [], collection: [] }
const entryOf = (id: string, name: string, price = 100): Entry => ({
  id,
  name,
  description: '',
  price,
  position: null,
  ranks: '',
  views: 0,
  revision: '1',
  supply: 'enough',
  lists: { ...NO_LISTS, categories: ['Man'], subcategory: ['Tees'] },
})

/** A database in a map. `release` ends the read of the whole catalogue, which returns its earlier content. */
function slowSource(entries: Map<string, Entry>) {
  let release = () => {}
  let synonyms = ''
  const source = {
    async *readAllEntries() {
      const read = [...entries.values()]
      await new Promise<void>((resolve) => {
        release = resolve
      })
      yield read
    },
    readEntries: async (ids: readonly string[]) => ids.flatMap((id) => entries.get(id) ?? []),
    readOwnerSynonyms: async () => synonyms,
  }
  const setSynonyms = (lines: string) => {
    synonyms = lines
  }
  return { source, release: () => release(), setSynonyms }
}

test('changes during a read of the whole catalogue aren’t overwritten by older data', async () => {
  const entries = new Map([entryOf('a', 'Tee'), entryOf('b', 'Tee')].map((one) => [one.id, one]))
  const { source, release } = slowSource(entries)
  const updater = createIndexUpdater(source)
  await new Promise(setImmediate)
  entries.set('a', entryOf('a', 'Tee', 900))
  entries.delete('b')
  entries.set('c', entryOf('c', 'Tee'))
  await updater.refresh(['a', 'b', 'c'])
  release()
  await updater.ready
  expect(updater.table.order.map((row) => updater.table.products[row]?.id)).toEqual(['c', 'a'])
})

test('changes of a product that were read at once count as if it had been hidden in between', async () => {
  const entries = new Map([['a', { ...entryOf('a', 'Tee'), version: 1 }]])
  const { source, release } = slowSource(entries)
  const updater = createIndexUpdater(source)
  await new Promise(setImmediate)
  release()
  await updater.ready
  const tagsAt = async (version: number) => {
    entries.set('a', { ...entryOf('a', 'Tee'), version, revision: String(version) })
    return (await updater.refresh(['a'])).other
  }
  expect(await tagsAt(2)).not.toContain('assortment')
  expect(await tagsAt(4)).toContain('assortment')
})

test('a product missing from a reread of the whole catalogue is removed', async () => {
  const entries = new Map([entryOf('a', 'Tee'), entryOf('b', 'Tee')].map((one) => [one.id, one]))
  const { source, release } = slowSource(entries)
  const updater = createIndexUpdater(source)
  await new Promise(setImmediate)
  release()
  await updater.ready
  entries.delete('b')
  const refreshed = updater.refresh('all')
  await new Promise(setImmediate)
  release()
  expect(await refreshed).toEqual({ other: ['*'], quantities: [] })
  expect(updater.stats().products).toBe(1)
})

test('a new dictionary is used at once, without reading the catalogue', async () => {
  const { source, release, setSynonyms } = slowSource(new Map())
  const updater = createIndexUpdater(source)
  await new Promise(setImmediate)
  release()
  await updater.ready
  setSynonyms('bandi, vest')
  expect(await updater.refreshSynonyms()).toBe(true)
  expect(updater.table.words.dictionary.synonyms.has('bandi')).toBe(true)
  expect(await updater.refreshSynonyms()).toBe(false)
})

test('a removed product leaves no row behind, and another may take its row', () => {
  const table = createTable(readDictionary())
  putEntry(table, entryOf('a', 'Zari Tee'))
  putEntry(table, entryOf('b', 'Plain Tee'))
  dropEntry(table, 'a')
  putEntry(table, entryOf('c', 'Linen Tee'))
  expect(table.products.length).toBe(2)
  expect(table.words.words.get('zari')?.name).toEqual([])
  expect(table.words.words.get('linen')?.name).toEqual([table.rowOf.get('c')])
  expect(table.words.words.get('tee')?.name).toEqual([0, 1])
})
