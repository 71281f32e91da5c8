import { sql } from 'kysely'

/* What variant `s` of product `p` costs, in paise. `s` may be missing: a cart keeps a line of a variant that isn't made any more. */

export const variantPrice = sql<number>`(p.price_paise + coalesce(s.extra_paise, 0))`

/** Never below the price: a product's new price can pass the MRP of a dearer variant. */
export const variantMrp = sql<number | null>`case when coalesce(s.mrp_paise, p.mrp_paise) is not null
  then greatest(coalesce(s.mrp_paise, p.mrp_paise), ${variantPrice}) end`
