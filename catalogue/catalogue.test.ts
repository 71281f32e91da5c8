import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Variant = { sku: string; color: string; size: string; quantity: number }
type Picture = { file: string; color: string; view: string; alt: string }
type Product = {
  _id: string
  name: string
  price: number
  description: string
  categories: string
  subcategory: string
  pattern: string
  fabric: string
  fit: string
  colors: string[]
  variants: Variant[]
  pictures: Picture[]
  rows?: { latestArrivals?: number; topCollection?: number }
  createdAt: string
  care: string[]
  hindi: { description: string; care: string[] }
  hsn?: string
  countryOfOrigin: string
  measurements: Record<string, unknown>
}
type Review = { product: string; name: string; stars: number; comment: string; fit?: string; size?: string; createdAt: string }
type Store = { id: string; name: string; address: string; lat: number; lng: number; status: string }

const HERE = import.meta.dirname
const products = readLines<Product>('products.jsonl')
const reviews = readLines<Review>('reviews.jsonl')
const stores = readLines<Store>('stores.jsonl')
const index: Record<string, { width: number; height: number; hash: string; tone: string }> = JSON.parse(
  readFileSync(join(HERE, 'pictures.json'), 'utf8'),
)
const variants = products.flatMap((product) => product.variants)
const pictures = products.flatMap((product) => product.pictures)

/** docs/specification.md, section 9. */
const SIZES = ['S', 'M', 'L', 'XL', 'XXL', 'XXXL']
const COLOURS = { Black: 35, White: 23, Grey: 16, Blue: 15, Green: 12, Purple: 10, Yellow: 10, Pink: 9, Maroon: 8, Red: 7, Orange: 6, Gold: 6 }

describe('the products', () => {
  test('are 72 in 157 colourways, with unique ids, names and SKUs', () => {
    expect(products).toHaveLength(72)
    expect(products.flatMap((product) => product.colors)).toHaveLength(157)
    expect(new Set(products.map((product) => product._id)).size).toBe(72)
    expect(new Set(products.map((product) => product.name)).size).toBe(72)
    expect(new Set(variants.map((variant) => variant.sku)).size).toBe(variants.length)
    for (const product of products) expect(product._id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('have every filter option, as often as listed here', () => {
    expect(tally(products.map((product) => product.categories))).toEqual({ Man: 30, Woman: 28, Other: 14 })
    expect(tally(products.flatMap((product) => product.colors))).toEqual(COLOURS)
    expect(tally(products.map((product) => product.pattern))).toEqual({ Plain: 33, Printed: 16, Embroidery: 10, Lucknowi: 7, Other: 6 })
    expect(tally(products.map((product) => product.fabric))).toEqual({ Cotton: 47, Polyester: 9, Linen: 7, Wool: 6, Silk: 3 })
    expect(tally(products.map((product) => product.fit))).toEqual({
      'Regular Fit': 23,
      'Loose Fit': 19,
      'Slim Fit': 12,
      Overfit: 11,
      'Drop Shoulder': 7,
    })
    for (const size of SIZES) expect(variants.some((variant) => variant.size === size && variant.quantity > 0)).toBe(true)
  })

  test('cost whole rupees from 249 to 9,499, median 1,999', () => {
    const prices = products.map((product) => product.price).sort((a, b) => a - b)
    expect(prices.every(Number.isInteger)).toBe(true)
    expect([prices[0], prices[36], prices[71]]).toEqual([249, 1999, 9499])
  })

  test('have descriptions of 50 to 80 words, no two with the same beginning', () => {
    for (const product of products) {
      const words = product.description.split(/\s+/).length
      expect(words, product.name).toBeGreaterThanOrEqual(50)
      expect(words, product.name).toBeLessThanOrEqual(80)
      expect(product.description).toMatch(/India\.$/)
      expect(product.care.length).toBeGreaterThan(1)
      expect(Number.isNaN(Date.parse(product.createdAt))).toBe(false)
    }
    expect(new Set(products.map((product) => product.description.slice(0, 40))).size).toBe(72)
  })

  test('have their description and care in Hindi, without an English word', () => {
    for (const { name, care, hindi } of products) {
      expect(hindi.description, name).toMatch(/भारत (?:में|का|की|के) [ऀ-ॿ ]+।$/)
      expect(hindi.care.length, name).toBe(care.length)
      const words = [hindi.description, ...hindi.care].join(' ').match(/[A-Za-z]+/g) ?? []
      expect(words.filter((word) => word !== 'XXXL'), name).toEqual([])
    }
  })
})

/** The HSN headings of each subcategory: knitted or woven, for men or for women; unisex garments go under women's. */
const HSN: Record<string, string[]> = {
  Bags: ['4202'],
  Caps: ['6505'],
  Cargos: ['6203', '6204'],
  'Co-ord Sets': ['6104', '6204'],
  Dresses: ['6104', '6204'],
  Hoodies: ['6110'],
  Jackets: ['6201', '6202'],
  Joggers: ['6103'],
  Knitwear: ['6110'],
  Kurtas: ['6104', '6211'],
  Overshirts: ['6205'],
  Pants: ['6104', '6203', '6204'],
  Polos: ['6105'],
  Rainwear: ['6202', '6210'],
  Shirts: ['6205', '6206'],
  Shorts: ['6104', '6203'],
  Skirts: ['6204'],
  Socks: ['6115'],
  Sweatshirts: ['6110'],
  'T-Shirts': ['6109'],
  Tops: ['6109', '6206'],
  'Unisex Shirts': ['6206'],
  'Unisex Tees': ['6109'],
}
const MENS = ['6103', '6105', '6201', '6203', '6205']
const WOMENS = ['6104', '6202', '6204', '6206']

test('each product has the HSN heading of its kind', () => {
  for (const { name, subcategory, categories, hsn = '' } of products) {
    expect(HSN[subcategory], name).toContain(hsn)
    expect(categories === 'Man' ? WOMENS : MENS, name).not.toContain(hsn)
  }
})

describe('the stock', () => {
  test('has a row for every colour and size of a product, and measurements for every size', () => {
    for (const product of products) {
      const sizes = [...new Set(product.variants.map((variant) => variant.size))]
      expect(product.variants, product.name).toHaveLength(product.colors.length * sizes.length)
      expect(new Set(product.variants.map((variant) => variant.color))).toEqual(new Set(product.colors))
      expect(Object.keys(product.measurements)).toEqual(['unit', ...sizes])
      expect(sizes.every((size) => SIZES.includes(size)) || sizes.join() === 'Free Size').toBe(true)
    }
  })

  test('about 12 % of variants are sold out, about 10 % have 1 to 3 units, two products are sold out entirely', () => {
    const share = (test: (quantity: number) => boolean) => variants.filter((variant) => test(variant.quantity)).length / variants.length
    expect(share((quantity) => quantity === 0)).toBeCloseTo(0.12, 1)
    expect(share((quantity) => quantity >= 1 && quantity <= 3)).toBeCloseTo(0.1, 1)
    expect(variants.every((variant) => Number.isInteger(variant.quantity) && variant.quantity >= 0)).toBe(true)
    expect(products.filter((product) => product.variants.every((variant) => variant.quantity === 0))).toHaveLength(2)
  })

  test.each(['latestArrivals', 'topCollection'] as const)('%s ranks ten products that can be bought', (row) => {
    const listed = products.filter((product) => product.rows?.[row] !== undefined)
    expect(listed.map((product) => product.rows?.[row]).sort((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(listed.map((product) => product.categories)).size).toBe(3)
    for (const product of listed) expect(product.variants.some((variant) => variant.quantity > 0)).toBe(true)
  })
})

describe('the pictures', () => {
  test('show every colourway from the front, the back, turned and in detail, in the order of the colours', () => {
    for (const { name, colors, pictures } of products) {
      const shown = pictures.map(({ color, view }) => `${color} ${view}`)
      expect(shown, name).toEqual(colors.flatMap((color) => ['front', 'back', 'turned', 'detail'].map((view) => `${color} ${view}`)))
    }
    expect(new Set(pictures.map((picture) => picture.file)).size).toBe(pictures.length)
    expect(new Set(pictures.map((picture) => picture.alt)).size).toBe(pictures.length)
  })

  test('are 1200 x 1500 pixels and at most 300 KB each', () => {
    for (const { file } of pictures) {
      expect(index[file], file).toMatchObject({ width: 1200, height: 1500 })
      expect(statSync(join(HERE, 'pictures', file)).size, file).toBeLessThan(300 * 1024)
    }
  })

  test('exist with all renditions, an entry in pictures.json and an alt text', () => {
    for (const { file, alt } of [...pictures, ...readLines<Picture>('home.jsonl')]) {
      // `tone`: the background colour, which is shown while the picture loads.
      expect(index[file], file).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{10}$/), tone: expect.stringMatching(/^#[0-9a-f]{6}$/) })
      expect(alt.length, file).toBeGreaterThan(20)
      const master = join(HERE, 'pictures', file)
      expect(existsSync(master), file).toBe(true)
      for (const width of [180, 360, 540, 720, 1080]) expect(existsSync(master.replace('.webp', `.${width}.avif`)), file).toBe(true)
    }
  })
})

describe('the reviews', () => {
  test('are at most 40 of a product, one by each customer, no comment twice', () => {
    const known = new Set(products.map((product) => product._id))
    const counts = Object.values(tally(reviews.map((review) => review.product)))
    expect(reviews.length).toBeLessThanOrEqual(900)
    expect(Math.max(...counts)).toBeLessThanOrEqual(40)
    expect(counts).toHaveLength(66)
    expect(reviews.every((review) => known.has(review.product))).toBe(true)
    expect(new Set(reviews.map((review) => `${review.product} ${review.name}`)).size).toBe(reviews.length)
    expect(new Set(reviews.map((review) => review.comment)).size).toBe(reviews.length)
    expect(new Set(reviews.map((review) => review.name)).size).toBeLessThanOrEqual(60)
  })

  test('repeat no sentence on one product, and most say which size it was and how it fitted', () => {
    for (const { _id, name } of products) {
      const sentences = reviews.filter(({ product }) => product === _id).flatMap(({ comment }) => comment.split(/(?<=[.!?]) /))
      expect(new Set(sentences).size, name).toBe(sentences.length)
    }
    const sizesOf = new Map(products.map(({ _id, variants }) => [_id, new Set(variants.map(({ size }) => size))]))
    for (const { product, size, fit } of reviews) {
      if (size !== undefined) expect(sizesOf.get(product)).toContain(size)
      if (fit !== undefined) expect(['small', 'true', 'large']).toContain(fit)
    }
    for (const said of ['size', 'fit'] as const)
      expect(reviews.filter((review) => review[said] !== undefined).length).toBeGreaterThan(reviews.length / 2)
  })

  test('average 4.3 stars, from 1 to 5, and are younger than the product', () => {
    const mean = reviews.reduce((sum, review) => sum + review.stars, 0) / reviews.length
    expect(mean).toBeCloseTo(4.3, 1)
    const createdAt = new Map(products.map((product) => [product._id, product.createdAt]))
    for (const review of reviews) {
      expect([1, 2, 3, 4, 5]).toContain(review.stars)
      expect(review.createdAt > (createdAt.get(review.product) ?? '')).toBe(true)
    }
  })
})

test('the ten stores are open or closed, in and around Mumbai', () => {
  expect(new Set(stores.map((store) => store.id)).size).toBe(10)
  for (const store of stores) {
    expect(['Open', 'Closed']).toContain(store.status)
    expect(store.lat).toBeGreaterThan(18.8)
    expect(store.lat).toBeLessThan(19.3)
    expect(store.lng).toBeGreaterThan(72.7)
    expect(store.lng).toBeLessThan(73.1)
  }
})

/** The values are not checked against the type: the tests do that. */
function readLines<T>(file: string): T[] {
  const lines = readFileSync(join(HERE, file), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

function tally(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
