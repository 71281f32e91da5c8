import type { ColumnType, Generated } from 'kysely'
import type { OfferClass, OfferKind, OfferProducts, OfferState, OfferTerms } from './rules.ts'

/** What an offer gives, to whom and when. */
export interface OfferRow {
  id: string
  name: string
  kind: OfferKind
  /** Paise for `amount` and `price`, hundredths of a per cent for `percent` and `buy`. */
  value: number
  buy_quantity: number | null
  buy_free: number | null
  /** The contract's `of`. */
  goal: OfferTerms['of']
  products: ColumnType<OfferProducts | null, string | null, string | null>
  codes: OfferTerms['codes']
  minimum_goods_paise: number | null
  minimum_pieces: number | null
  from_day: string | null
  to_day: string | null
  limit_total: number | null
  limit_per_customer: number | null
  limit_budget_paise: number | null
  who: NonNullable<OfferTerms['who']>
  emails: string[]
  online_only: boolean
  combines: OfferClass[]
  state: OfferState
  /** Uses that stand, and what they took off. */
  used: Generated<number>
  spent_paise: Generated<number>
  created_at: Generated<Date>
}

export interface OffersTables {
  offers: OfferRow
  offer_codes: {
    /** As codes are compared (`codeKey`). */
    code: string
    offer_id: string
    written: string
    /** 1 for a code of a batch, null without a limit of its own. */
    max_uses: number | null
    /** The same for those made together. */
    batch: string | null
    used: Generated<number>
    created_at: Generated<Date>
  }
  offer_uses: {
    id: Generated<number>
    offer_id: string
    code: string | null
    order_id: string
    customer_id: string | null
    phone: string | null
    address_key: string | null
    amount_paise: number
    taken_at: Generated<Date>
    given_back_at: Date | null
  }
}

declare module '../tables.server.ts' {
  interface Tables extends OffersTables {}
}
