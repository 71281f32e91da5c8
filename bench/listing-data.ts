import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '#shop/catalog/contract.ts'
import { FILTER_OPTIONS } from '#shop/catalog/rules.ts'
import { randomFrom } from '#shop/imports/generate.server.ts'
import { type Entry, variantOf } from '#shop/listing/index/table.server.ts'
import type { ListingQuery } from '#shop/listing/index-types.server.ts'

const SUBCATEGORIES =
  'T-Shirts,Shirts,Jeans,Pants,Kurtas,Hoodies,Jackets,Dresses,Skirts,Tops,Sarees,Lehengas,Sherwanis,Blazers,Shorts,Joggers,Leggings,Sweaters,Shawls,Socks'.split(
    ',',
  )
const COLORS = [
  ...FILTER_OPTIONS.colors,
  ...'Teal,Navy,Olive,Beige,Cream,Rust,Mustard,Lavender,Peach,Coral,Indigo,Charcoal,Khaki,Mint,Wine'.split(','),
]
const WAISTS = '26,28,30,32,34,36,38,40,42'.split(',')
const ID_PREFIX = 'slow-local-boxy-tee-'
const SYLLABLES = 'ka mo ri sha ven tal zo pri lun dar bel fi gar nu tis wen cor hal jas mer'.split(' ')
/** As in a real catalogue, many words occur in only a few products. */
const RARE_WORDS = 20_000

interface SampleProduct {
  name: string
  description: string
}

// The casts are safe: catalogue.test.ts and searches.test.ts check the files.
const linesOf = <T>(name: string) =>
  readFileSync(join(import.meta.dirname, '../catalogue', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const random = randomFrom(3)
const samples = linesOf<SampleProduct>('products.jsonl')
const rareWords = Array.from({ length: RARE_WORDS }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => drawFrom(SYLLABLES, random)).join(''),
)
const nameWords = samples.flatMap(({ name }) => name.split(' '))

function drawFrom(list: readonly string[], draw: () => number): string {
  return list[Math.floor(draw() * list.length)] ?? ''
}

/** The product with a number below `count`, its rank by price: 199 to 9,999 rupees, most of them cheap. */
export function generateEntry(number: number, count: number): Entry {
  const draw = randomFrom(number)
  const pick = (list: readonly string[]) => [drawFrom(list, draw)]
  const some = (list: readonly string[], share: number) => list.filter(() => draw() < share)
  const colors = some(COLORS, 0.1)
  const sizes = some(draw() < 0.3 ? WAISTS : FILTER_OPTIONS.sizes, 0.6)
  const rare = () => rareWords[Math.floor(rareWords.length * draw() ** 3)] ?? ''
  const sample = samples[Math.floor(draw() * samples.length)]
  return {
    id: `${ID_PREFIX}${String(number).padStart(8, '0')}`,
    price: (199 + Math.floor((number / count) ** 1.7 * 9800)) * 100,
    lists: {
      categories: pick(FILTER_OPTIONS.categories),
      subcategory: pick(SUBCATEGORIES),
      colors,
      sizes,
      variants: colors.flatMap((color) => sizes.map((size) => variantOf(color, size))),
      pattern: pick(FILTER_OPTIONS.pattern),
      fabric: pick(FILTER_OPTIONS.fabric),
      fit: pick(FILTER_OPTIONS.fit),
      collection: [],
    },
    position: null,
    ranks: '',
    views: draw() < 0.1 ? Math.floor(1 / draw()) : 0,
    revision: '1',
    supply: 'enough',
    name: `${rare()} ${drawFrom(nameWords, draw)} ${sample?.name.split(' ').slice(-2).join(' ')}`,
    description: `${sample?.description} ${rare()} ${rare()} ${rare()}`,
  }
}

/** The number from which a generated product's id was made. */
export function numberOf(id: string): number {
  return Number(id.slice(ID_PREFIX.length))
}

/** A typical filter request: two or three filters of one to three values, a price range, and either sort order. */
export function generateQueries(count: number): ListingQuery[] {
  const draw = randomFrom(99)
  return Array.from({ length: count }, () => {
    const query: ListingQuery = {
      maxPrice: 1000 + Math.floor(draw() * 9000),
      sortBy: draw() < 0.5 ? 'lowToHigh' : 'highToLow',
      limit: 24,
    }
    const names = (['categories', 'colors', 'sizes', 'pattern', 'fabric', 'fit'] as const).toSorted(() => draw() - 0.5)
    for (const name of names.slice(0, draw() < 0.5 ? 2 : 3)) {
      const options = FILTER_OPTIONS[name]
      const from = Math.floor(draw() * options.length)
      query[name] = options.slice(from, from + 1 + Math.floor(draw() * 3))
    }
    return query
  })
}

/**
 * The searches of catalogue/searches.jsonl, repeated, each with a typo in its first long word: a letter missing, added
 * or wrong, or two letters swapped.
 */
export function generateSearches(count: number): string[] {
  const draw = randomFrom(31)
  const searches = linesOf<{ q: string }>('searches.jsonl')
  return Array.from({ length: count }, (_, n) => withTypo(searches[n % searches.length]?.q ?? '', draw))
}

function withTypo(text: string, draw: () => number): string {
  const word = /[a-z]{5,}/.exec(text)
  if (!word) return text
  const [at, letter] = [1 + Math.floor(draw() * (word[0].length - 2)), drawFrom([...'aeiournst'], draw)]
  const [before, here, next, after] = [word[0].slice(0, at), word[0][at], word[0][at + 1] ?? '', word[0].slice(at + 2)]
  const typos = [before + next + after, `${before}${next}${here}${after}`, `${before}${letter}${here}${next}${after}`]
  typos.push(before + letter + next + after)
  return text.replace(word[0], drawFrom(typos, draw))
}

/** A product as the API shows it, with a description and pictures of the usual length. */
export function generateProduct(id: string): Product {
  return {
    _id: id,
    name: 'Slow Local Boxy Tee',
    price: 1299,
    images: [],
    description: 'Three seats taken, one kept for you. A boxy tee with the four bars across the chest. '.repeat(4),
    colors: ['Black'],
    sizes: FILTER_OPTIONS.sizes.map((size) => ({ _id: `${id}-${size}`, size, quantity: 3 })),
    categories: 'Man',
    subcategory: 'T-Shirts',
    pattern: 'Plain',
    fabric: 'Cotton',
    fit: 'Regular Fit',
    mrp: null,
    variants: FILTER_OPTIONS.sizes.map((size) => ({ sku: `${id}-${size}`, color: 'Black', size, quantity: 3 })),
    pictures: [],
    badge: null,
    care: [],
    countryOfOrigin: 'India',
    gsm: 240,
    measurements: null,
    createdAt: '2026-11-01T00:00:00.000Z',
  }
}
