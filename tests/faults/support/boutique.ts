import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** What its owner answers to `init`. */
export const ANSWERS = {
  'shop.name': 'Neem & Noor',
  'shop.legalName': 'Neem & Noor Textiles LLP',
  'shop.gstin': '08AAPFU0939F1ZV',
  'shop.address': '14 Johari Bazar, Jaipur 302003, Rajasthan',
  'shop.email': 'hello@neem.example',
  'shop.phone': '98290 11223',
  'order.delivery': 60,
  'tax.pricesInclude': true,
}

/** Names of colours that no list of filters has, with their hex values. */
const COLORS: readonly (readonly [name: string, hex: string])[] = [
  ['Indigo', '#2e3f8f'],
  ['Mustard', '#c8962e'],
  ['Rani Pink', '#c2286b'],
  ['Bottle Green', '#1d4d3a'],
  ['Off White', '#efe9dc'],
  ['Rust', '#9c4a24'],
]
const SIZES = ['S', 'M', 'L', 'XL']
const KINDS = ['Kurta', 'Anarkali', 'Shirt', 'Co-ord Set'] as const
const PLACES = ['Amber', 'Bagru', 'Chanderi', 'Dabu', 'Gulab', 'Jhoola', 'Kairi', 'Leher', 'Mogra', 'Neem'] as const

/** A product of the boutique. */
export interface Piece {
  handle: string
  title: string
  kind: string
  colors: readonly (readonly [name: string, hex: string])[]
  price: number
  /** The first of its colours. */
  first: string
}

/** Forty products in two colours each. */
export const PIECES: readonly Piece[] = KINDS.flatMap((kind, row) =>
  PLACES.map((place, column) => {
    const title = `${place} ${kind}`
    const first = COLORS[(row + column) % COLORS.length]
    const second = COLORS[(row + column + 2) % COLORS.length]
    if (!first || !second) throw new Error('two colours')
    const handle = title.toLowerCase().replaceAll(' ', '-')
    return { handle, title, kind, colors: [first, second], price: 1299 + 100 * ((row + column) % 9), first: first[0] }
  }),
)

/** The SKU of one size of a colour. */
export function skuOf({ handle }: Piece, color: string, size: string): string {
  return `${handle}-${color}-${size}`.toUpperCase().replaceAll(' ', '-')
}

/**
 * Writes the products as a shop's own Shopify export: pictures are files beside it, of which only the first of a colour
 * is named at its sizes. Returns the path of the CSV.
 */
export async function writeBoutique(folder: string, pieces: readonly Piece[] = PIECES): Promise<string> {
  await mkdir(join(folder, 'pictures'), { recursive: true })
  const lines = [
    'Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Image Position,Variant Image,Status',
  ]
  for (const piece of pieces) {
    const pictures = await drawPictures(folder, piece)
    const rows = piece.colors.flatMap(([color], index) =>
      SIZES.map((size) => ({ color, size, front: pictures[index * 2] ?? '' })),
    )
    for (const [index, { color, size, front }] of rows.entries()) {
      const first = index === 0
      const texts = first
        ? [piece.title, `<p>${piece.title}, block printed by hand.</p>`, piece.kind, 'women, fabric:Cotton', 'TRUE']
        : ['', '', '', '', '']
      const stock = ['6', piece.price.toFixed(2)]
      const picture = pictures[index] ? [pictures[index], String(index + 1)] : ['', '']
      const options = [first ? 'Color' : '', color, first ? 'Size' : '', size, skuOf(piece, color, size)]
      const cells = [piece.handle, ...texts, ...options, ...stock, ...picture, front, first ? 'active' : '']
      lines.push(cells.map((text) => (text.includes(',') ? `"${text}"` : text)).join(','))
    }
  }
  const file = join(folder, 'products.csv')
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

/** Front and back of each colour; their paths from the CSV. */
async function drawPictures(folder: string, { handle, colors }: Piece): Promise<string[]> {
  const paths: string[] = []
  for (const [color, hex] of colors)
    for (const [side, neck] of [
      ['front', 300],
      ['back', 240],
    ] as const) {
      const path = `pictures/${handle}-${color.toLowerCase().replaceAll(' ', '-')}-${side}.jpg`
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#ddd6cb"/><path fill="${hex}" d="M330 210 Q450 ${neck} 570 210 L760 330 L700 470 L640 430 L680 1060 L220 1060 L260 430 L200 470 L140 330 Z"/></svg>`
      await sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toFile(join(folder, path))
      paths.push(path)
    }
  return paths
}

/** A wrong price list: the first `count` products for 99 rupees. */
export function wrongPrices(csv: string, count: number): string {
  const wrong = new Set(PIECES.slice(0, count).map(({ handle }) => handle))
  return csv
    .split('\n')
    .filter((line, index) => index === 0 || wrong.has(line.split(',')[0] ?? ''))
    .map((line) => line.replace(/,6,\d+\.00,/, ',6,99.00,'))
    .join('\n')
}
