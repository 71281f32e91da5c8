import { expect, test } from 'vitest'
import { createTable, dropEntry, type Entry, putEntry } from '../index/table.server.ts'
import { readDictionary } from './dictionary.server.ts'
import { suggestFrom } from './suggest.server.ts'

const entry = (id: string, name: string, subcategory: string): Entry => ({
  id,
  name,
  description: '',
  price: 99900,
  position: null,
  ranks: '',
  views: 0,
  lists: {
    categories: ['Man'],
    subcategory: [subcategory],
    colors: ['Black'],
    sizes: ['M'],
    fit: [],
    fabric: [],
    pattern: [],
    collection: [],
    variants: ['Black\nM'],
  },
})

function tableOf(...entries: Entry[]) {
  const table = createTable(readDictionary(''))
  for (const one of entries) putEntry(table, one)
  return table
}

test('subcategory suggestions follow the current products, without removed ones and with new ones', () => {
  const table = tableOf(entry('a', 'Zari Hoodie', 'Hoodies'), entry('b', 'Plain Shirt', 'Shirts'))
  dropEntry(table, 'a')
  expect(suggestFrom(table, '').searches).toEqual(['Shirts'])
  for (const id of ['c', 'd']) putEntry(table, entry(id, 'Cargo Pants', 'Trousers'))
  expect(suggestFrom(table, '').searches).toEqual(['Trousers', 'Shirts'])
})

test('a word is completed after ignored or unknown words', () => {
  const table = tableOf(entry('a', 'Zari Hoodie', 'Hoodies'))
  expect(suggestFrom(table, 'for the hoo').searches).toContain('for the hoodies')
  expect(suggestFrom(table, 'zeppelin hoo').searches).toContain('zeppelin hoodies')
})
