import type { Product } from './contract.ts'

/** A product as the screens accept it: `_id`, name and price are required, all else may be missing (SPEC section 3). */
export type ShownProduct = Pick<Product, '_id' | 'name' | 'price'> & Partial<Product>

/** The props of a product card, computed on the server, so that a page carries no more than it shows. */
export interface Card {
  _id: string
  name: string
  /** Rupees. */
  price: number
  /** By how many per cent the price is below the MRP, and the MRP in rupees; null where it is not below. */
  saving: { mrp: number; percent: number } | null
  /** The colour that was asked for, which the picture shows; null where none was. */
  color: string | null
  /** Empty where the product has no picture. */
  cover: string
  /** The cover's background as #rrggbb, shown while it loads (`Picture.tone`). */
  tone: string | null
  /** Another picture of the same colour, shown on hover. */
  second: string | null
  tag: string | null
  colors: readonly string[]
  /** For the filter panel, which lists the subcategories of the loaded products (SPEC section 4). */
  categories: string
  subcategory: string
}

/** The tag of a product of which nothing can be bought. */
export const SOLD_OUT = 'Sold out'
