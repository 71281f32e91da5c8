/** A product for tests; omitted fields have defaults. */
export interface Garment {
  id: string
  price: number
  name?: string
  categories?: string
  subcategory?: string
  pattern?: string
  fabric?: string
  fit?: string
  /** Units by colour and size. */
  stock: Record<string, Record<string, number>>
  rows?: { latestArrivals?: number; topCollection?: number }
}

/** Three garments with stock, for most tests. */
export const SMALL_CATALOGUE: readonly Garment[] = [
  {
    id: 'boxy-tee',
    name: 'Boxy Tee',
    price: 1299,
    stock: { Black: { S: 20, M: 20, L: 5 }, White: { M: 20, L: 0 } },
    rows: { latestArrivals: 1 },
  },
  {
    id: 'linen-shirt',
    name: 'Linen Shirt',
    price: 2299,
    fabric: 'Linen',
    categories: 'Woman',
    subcategory: 'Shirts',
    stock: { Blue: { M: 20, XL: 2 } },
    rows: { topCollection: 1 },
  },
  {
    id: 'tin-tote',
    name: 'Tin Tote',
    price: 27,
    categories: 'Other',
    subcategory: 'Bags',
    stock: { White: { 'Free Size': 50 } },
  },
]

/** Four garments with different values in most filters. */
export const FILTER_GARMENTS: readonly Garment[] = [
  {
    id: 'boxy-tee',
    name: 'Boxy Tee',
    price: 1299,
    stock: { Black: { S: 5, M: 2 }, White: { M: 1, L: 0 } },
    rows: { latestArrivals: 1 },
  },
  {
    id: 'zari-hoodie',
    name: 'Zari Hoodie',
    price: 2499,
    subcategory: 'Hoodies',
    pattern: 'Embroidery',
    stock: { Maroon: { L: 3 } },
    rows: { topCollection: 1, latestArrivals: 2 },
  },
  {
    id: 'linen-shirt',
    name: 'Linen Shirt',
    price: 2299,
    categories: 'Woman',
    subcategory: 'Shirts',
    fabric: 'Linen',
    stock: { Blue: { M: 4 } },
  },
  { id: 'plain-tee', name: 'Plain Tee', price: 1299, stock: { Grey: { XL: 1 } } },
]

/** Garments as lines of the catalogue's own format. */
export function garmentLines(garments: readonly Garment[] = SMALL_CATALOGUE): string[] {
  return garments.map((garment) =>
    JSON.stringify({
      _id: garment.id,
      name: garment.name ?? garment.id,
      price: garment.price,
      description: `${garment.name ?? garment.id}, for tests.`,
      categories: garment.categories ?? 'Man',
      subcategory: garment.subcategory ?? 'T-Shirts',
      pattern: garment.pattern ?? 'Plain',
      fabric: garment.fabric ?? 'Cotton',
      fit: garment.fit ?? 'Regular Fit',
      colors: Object.keys(garment.stock),
      variants: Object.entries(garment.stock).flatMap(([color, sizes]) =>
        Object.entries(sizes).map(([size, quantity]) => ({
          sku: skuOf(garment.id, color, size),
          color,
          size,
          quantity,
        })),
      ),
      pictures: [],
      createdAt: '2026-11-01',
      ...(garment.rows ? { rows: garment.rows } : {}),
    }),
  )
}

/** The SKU that `garmentLines` gives one size of one colour. */
export function skuOf(id: string, color: string, size: string): string {
  return `${id}-${color}-${size}`.toUpperCase().replaceAll(' ', '-')
}
