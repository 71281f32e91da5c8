import type { Product } from './contract.ts'

/** A product as the screens take it: SPEC section 3's `_id`, name and price are sure, whatever else may be missing. */
export type ShownProduct = Pick<Product, '_id' | 'name' | 'price'> & Partial<Product>

/** What a card shows, worked out: lists and rows are made of these, so that a page carries no more than it shows. */
export interface Card {
  _id: string
  name: string
  /** Rupees. */
  price: number
  /** Empty where the product has no picture. */
  cover: string
  /** The cover's ground as #rrggbb. */
  tone: string | null
  second: string | null
  tag: string | null
  colors: readonly string[]
  /** For the filter panel, which lists the kinds of the products that are loaded (SPEC section 4). */
  categories: string
  subcategory: string
}

/** The tag of a product of which nothing can be bought. */
export const SOLD_OUT = 'Sold out'
