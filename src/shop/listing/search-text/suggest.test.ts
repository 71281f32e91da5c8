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
  revision: '1',
  supply: 'enough',
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

test.each([
  ['hoddi', 'hoodies'],
  ['hooid', 'hoodies'],
  ['zari hoddi', 'zari hoodies'],
  ['trouz', 'trousers'],
])('the beginning of a misspelled word, %s, is continued as %s', (typed, meant) => {
  const table = tableOf(entry('a', 'Zari Hoodies', 'Hoodies'), entry('b', 'Cargo Trousers', 'Trousers'))
  const { searches, ids } = suggestFrom(table, typed)
  expect(searches[0]).toBe(meant)
  expect(ids).toHaveLength(1)
})

test.each(['zeppe', 'hxy', 'qwert'])('what is near no word, %s, is continued as none', (typed) => {
  const table = tableOf(entry('a', 'Zari Hoodies', 'Hoodies'), entry('b', 'Cargo Trousers', 'Trousers'))
  expect(suggestFrom(table, typed).ids).toEqual([])
})

test('a word is completed after ignored or unknown words', () => {
  const table = tableOf(entry('a', 'Zari Hoodie', 'Hoodies'))
  expect(suggestFrom(table, 'for the hoo').searches).toContain('for the hoodies')
  expect(suggestFrom(table, 'zeppelin hoo').searches).toContain('zeppelin hoodies')
})
