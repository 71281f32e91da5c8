import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import type { ReviewedProduct } from './bulk/rules.ts'
import type { Picture } from './contract.ts'
import type { ProductState } from './rules.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T extends object> = JSONColumnType<T, string, string>

/** A product's texts in Hindi, each if the owner has written it; the description is in Markdown if the English one is. */
export interface HindiDetails {
  description?: string | undefined
  care?: string[] | undefined
  /** The English description has been changed since. */
  outdated?: true | undefined
}

/** Facts of a product beyond SPEC 3, in one JSON column. */
export interface ProductDetails {
  badge?: string | null
  care?: string[]
  /** The drop or line it belongs to, such as Monsoon drop. */
  collection?: string
  countryOfOrigin?: string
  /** The description as Markdown, if it has lists, links or emphasis. The column `description` has its plain text. */
  descriptionMarkdown?: string
  gsm?: number | null
  /** `no`: it can't be paid in cash at the door. */
  cash?: 'yes' | 'no'
  /** Days after delivery in which it can be exchanged, 0 for never. Missing for the shop's. */
  exchangeDays?: number | null
  /** What Hindi pages show instead of `description` and `care`. */
  hindi?: HindiDetails
  /** The HSN code for its tax rate. Missing for the shop's default. */
  hsn?: string
  measurements?: Record<string, string | Record<string, number>> | null
  /** For search engines and link previews, instead of its name and the beginning of its description. */
  searchTitle?: string
  searchDescription?: string
}

/** A picture as it's stored. `swatch` is the colour of its garment as #rrggbb, for the swatch of its colour. */
export type StoredProductPicture = Picture & { swatch?: string }

interface ProductsTable {
  id: string
  name: string
  price_paise: number
  /** The maximum retail price, never below the price. */
  mrp_paise: number | null
  state: ColumnType<ProductState, ProductState | undefined, ProductState>
  description: string
  category: string
  subcategory: string
  pattern: string
  fabric: string
  fit: string
  colors: string[]
  pictures: Json<StoredProductPicture[]>
  details: Json<ProductDetails>
  latest_rank: number | null
  top_rank: number | null
  /** The place in the owner's manual sort order, the default of a listing. Null: sorted by price after the others. */
  position: number | null
  /** Paths of its page in the previous shop. */
  moved_from: Generated<string[]>
  demonstration: Generated<boolean>
  created_at: Timestamp
  /** Grows with each change of the product itself, by a trigger. A sale isn't one. */
  version: ColumnType<number, never, never>
  /** The version that last changed each column, and each key of `details`. */
  field_versions: ColumnType<Record<string, number>, never, never>
}

/** A row of `products` as a query returns it. */
export type ProductColumns = Selectable<ProductsTable>

interface SizesTable {
  id: string
  product_id: string
  size: string
  position: number
}

interface StockTable {
  sku: string
  product_id: string
  color: string
  size: string
  position: number
  on_hand: number
  reserved: Generated<number>
  /** What it costs above the product's price, which is the lowest. */
  extra_paise: Generated<number>
  /** Its own MRP. Null for the product's. */
  mrp_paise: ColumnType<number | null, number | null | undefined, number | null>
}

/** Every change of a stock row, append-only: the sums of the deltas are the stock. */
interface StockLedgerTable {
  id: Generated<number>
  sku: string
  delta_on_hand: number
  delta_reserved: number
  reason: string
  order_id: string | null
  exchange_id: string | null
  at: Timestamp
}

interface BannerTable {
  /** Always true and the primary key, so that there is at most one row. */
  one: Generated<boolean>
  url: string
}

interface ProductViewsTable {
  product_id: string
  views: number
}

interface ProductViewDaysTable {
  day: string
  product_id: string
  views: number
}

interface ProductViewersTable {
  product_id: string
  client: Buffer
  seen_at: Timestamp
}

/** What a scheduled change does, as staff wrote it; prices in rupees. */
export type ScheduledChange = ScheduledState | ScheduledPrice
/** `from`: the end of a state for a time. Another state by then stays. */
export interface ScheduledState {
  state: ProductState
  from?: ProductState | undefined
}
/** `endsSale`: the prices of before the sale return. It began when no other price change is scheduled before it. */
export interface ScheduledPrice {
  price: number
  mrp: number | null
  endsSale?: true | undefined
}

/** What a scheduled change expects to find; what somebody has changed since then stays. Prices in rupees. */
export type ScheduledWas = Pick<ScheduledPrice, 'price' | 'mrp'> | Pick<ScheduledState, 'state'>

interface ProductChangesTable {
  id: Generated<number>
  product_id: string
  due_at: Timestamp
  change: Json<ScheduledChange>
  actor: Json<Actor>
  /** The line of the log of the change of many products that it belongs to. */
  bulk: number | null
  was: JSONColumnType<ScheduledWas | null, string | null, string | null>
  created_at: Timestamp
}

export interface CatalogTables {
  products: ProductsTable
  product_changes: ProductChangesTable
  sizes: SizesTable
  stock: StockTable
  stock_ledger: StockLedgerTable
  /** Stock at or below this counts as low. */
  stock_levels: { sku: string; low: number }
  /** Stock that a large import has still to add; `imports/jobs` adds it in batches. */
  pending_stock: { sku: string; product_id: string; delta: number }
  /** Where a SKU is in the stockroom, as staff wrote it. */
  sku_places: { sku: string; place: string }
  banner: BannerTable
  /** Hosts of pictures that stay at their own https addresses; the pages' content security policy allows them. */
  picture_origins: { origin: string }
  product_views: ProductViewsTable
  product_view_days: ProductViewDaysTable
  product_viewers: ProductViewersTable
  /** Views of all products, for the reports. */
  view_days: { day: string; views: ColumnType<string, number, number> }
  /** The products that a bulk change was shown for, with what was shown of them. */
  product_selections: { id: string; staff_id: string; products: Json<ReviewedProduct[]>; created_at: Generated<Date> }
}

declare module '../tables.server.ts' {
  interface Tables extends CatalogTables {}
}
