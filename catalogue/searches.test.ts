import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIndexOver } from '#shop/listing/catalog-index.server.ts'
import { compareSortKeys } from '#shop/listing/index/cursor.server.ts'
import { type Entry, variantOf } from '#shop/listing/index/table.server.ts'

interface Line {
  _id: string
  name: string
  description: string
  price: number
  colors: string[]
  variants: { color: string; size: string; quantity: number }[]
  rows?: object
  [list: string]: unknown
}

/** A search as shoppers type it, and the ids of all products that should be found, in no order: none if the shop has none. */
interface Search {
  q: string
  right: string[]
}

// Safe cast: a line of another shape makes a test below fail.
const linesOf = <T>(name: string) =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

function entryOf(line: Line): Entry {
  const value = (list: string) => [String(line[list])]
  const inStock = line.variants.filter(({ quantity }) => quantity > 0)
  return {
    id: line._id,
    name: line.name,
    description: line.description,
    price: line.price * 100,
    views: 0,
    revision: '1',
    supply: 'enough',
    position: null,
    ranks: line.rows ? JSON.stringify(line.rows) : '',
    lists: {
      categories: value('categories'),
      subcategory: value('subcategory'),
      colors: line.colors,
      sizes: [...new Set(inStock.map(({ size }) => size))],
      variants: inStock.map(({ color, size }) => variantOf(color, size)),
      pattern: value('pattern'),
      fabric: value('fabric'),
      fit: value('fit'),
      collection: [],
    },
  }
}

const entries = linesOf<Line>('products.jsonl').map(entryOf).sort(compareSortKeys)
const searches = linesOf<Search>('searches.jsonl')
const index = createIndexOver({
  async *readAllEntries() {
    yield entries
  },
  readEntries: async () => [],
  // Safe cast: the index reads nothing but the id of a product.
  readProducts: async (ids) => ids.map((_id) => ({ _id }) as never),
  readOwnerSynonyms: async () => '',
  readPictureOrigins: async () => [],
})

async function find(q: string): Promise<string[]> {
  return (await index.search({ q, sortBy: 'relevance' }))?.products.map(({ _id }) => _id) ?? []
}

test('there are 262 searches, and the products that they expect are in the catalogue', () => {
  const ids = new Set(entries.map(({ id }) => id))
  expect(new Set(searches.map(({ q }) => q)).size).toBe(262)
  for (const { q, right } of searches) for (const id of right) expect(ids, q).toContain(id)
})

test('searches with typos, Hinglish, Hindi and prices find the right products, most of them first, and few others', async ({
  annotate,
}) => {
  const answered = searches.filter(({ right }) => right.length > 0)
  const ranks: number[] = []
  let [recall, precision] = [0, 0]
  const wrong: string[] = []
  for (const { q, right } of answered) {
    const found = await find(q)
    const rank = found.findIndex((id) => right.includes(id)) + 1
    ranks.push(rank)
    const hits = right.filter((id) => found.includes(id)).length
    recall += hits / right.length / answered.length
    precision += hits / Math.max(1, found.length) / answered.length
    if (rank !== 1) wrong.push(`${q}: ${found.length === 0 ? 'nothing found' : `first ${found[0]}, ${rank === 0 ? 'none right' : `right at ${rank}`}`}`)
  }
  const first = ranks.filter((rank) => rank === 1).length / ranks.length
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length
  await annotate(
    `first product right: ${(first * 100).toFixed(1)} %; mean reciprocal rank: ${reciprocal.toFixed(3)}; recall: ${recall.toFixed(3)}; precision: ${precision.toFixed(3)}${wrong.map((line) => `\n${line}`).join('')}`,
  )
  expect(first).toBeGreaterThanOrEqual(0.98)
  expect(ranks).not.toContain(0)
  expect(recall).toBeGreaterThanOrEqual(0.98)
  expect(precision).toBeGreaterThanOrEqual(0.93)
})

test.each(searches.filter(({ right }) => right.length === 0).map(({ q }) => q))('“%s” finds nothing', async (q) => {
  expect(await find(q)).toEqual([])
})

test.each([
  ['काली टी-शर्ट', 'black tshirt'],
  ['लाल शर्ट', 'red shirt'],
  ['सफ़ेद कुर्ता', 'white kurta'],
  ['सफेद कुर्ता', 'white kurta'],
  ['लड़कों के लिए हुडी', 'hoodie for man'],
  ['महिलाओं के लिए ड्रेस', 'dress woman'],
  ['लखनवी शर्ट', 'lucknowi shirt'],
  ['सूती पैंट', 'cotton pant'],
  ['मोज़े', 'socks'],
  ['झोला', 'tote'],
  ['काला जैकेट', 'black jacket'],
  ['टी-शर्ट 800 से कम', 'tshirt under 800'],
  ['कुर्ता 2000 तक', 'kurta under 2000'],
])('“%s” finds what “%s” finds', async (hindi, english) => {
  const found = await find(english)
  expect(found.length).toBeGreaterThan(0)
  expect(await find(hindi)).toEqual(found)
})
