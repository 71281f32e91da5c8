import type { Product } from './contract.ts'

export type { Card } from './contract.ts'

/** A product as the screens accept it: `_id`, name and price are required, all else may be missing (SPEC section 3). */
export type ShownProduct = Pick<Product, '_id' | 'name' | 'price'> & Partial<Product>
