import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { paise } from '#platform/money.ts'
import type { Tables } from '../tables.server.ts'
import type { OfferUses } from './grant-rules.ts'
import type { Offer } from './rules.ts'
import { selectOffers, toOffer } from './sql.server.ts'

type Db = Kysely<Tables>

/** Who is asked about: one shopper is an account, a phone and an address. Null keys aren't known yet. */
export interface Buyer {
  customer: CustomerId | null
  /** As an order stores it. */
  address: { phoneNumber: string; streetAddress: string; zipCode: string } | null
  /**
   * True to count the account's own unpaid orders. They don't, since a new order of theirs replaces them; those of the same
   * phone or address by another account do.
   */
  countsOwnHolds?: boolean
}

/** What decides whether a shopper may have offers. */
export interface BuyerFacts {
  /** In lower case. Null for a visitor. */
  email: string | null
  hasOrdered: boolean
  uses: ReadonlyMap<string, OfferUses>
}

/** An address as the functions that make keys of it take it. */
const addressOf = ({ address }: Buyer) => (address === null ? null : JSON.stringify(address))

/** Orders that a buyer's next one replaces. */
const replaced = ({ customer, countsOwnHolds = false }: Buyer) =>
  sql`(held.customer_id = ${customer} and held.state in ('creating', 'awaiting_payment') and not ${countsOwnHolds}::boolean)`

/** Reads them for these offers, in one statement. */
export async function readBuyerFacts(db: Db, buyer: Buyer, offers: readonly string[]): Promise<BuyerFacts> {
  interface Row {
    email: string | null
    ordered: boolean
    uses: { offer: string; used: number; spent: number; mine: number }[]
  }
  const { rows } = await sql<Row>`
    with buyer as (select ${buyer.customer}::text as customer, buyer_phone(${addressOf(buyer)}::jsonb) as phone, buyer_place(${addressOf(buyer)}::jsonb) as place)
    select (select lower(c.email) from customers c where c.id = buyer.customer) as email,
      exists (select from orders held where held.state in ('creating', 'awaiting_payment', 'paid') and not coalesce(${replaced(buyer)}, false)
        and (held.customer_id = buyer.customer or buyer_phone(held.address) = buyer.phone or buyer_place(held.address) = buyer.place)) as ordered,
      (select coalesce(jsonb_agg(jsonb_build_object('offer', o.id, 'used', o.used - own.uses, 'spent', o.spent_paise - own.spent,
          'mine', (select count(*) from offer_uses u join orders held on held.id = u.order_id
            where u.offer_id = o.id and u.given_back_at is null and not coalesce(${replaced(buyer)}, false)
              and (u.customer_id = buyer.customer or u.phone = buyer.phone or u.address_key = buyer.place)))), '[]')
        from offers o cross join lateral (select count(*) as uses, coalesce(sum(u.amount_paise), 0) as spent
          from offer_uses u join orders held on held.id = u.order_id
          where u.offer_id = o.id and u.customer_id = buyer.customer and u.given_back_at is null and ${replaced(buyer)}) own
        where o.id = any(${[...offers]})) as uses
    from buyer`.execute(db)
  const { email = null, ordered = false, uses = [] } = rows[0] ?? {}
  return {
    email,
    hasOrdered: ordered,
    uses: new Map(uses.map(({ offer, used, spent, mine }) => [offer, { used, spent: paise(spent), byCustomer: mine }])),
  }
}

/** A code as stored, with its offer. */
export interface KnownCode {
  offer: Offer
  /** As the owner wrote it. */
  written: string
  /** Somebody else has used it, and it works once. */
  isUsed: boolean
}

/** The codes that exist, by `plainCode`, with their offers in whatever state. */
export async function readCodes(
  db: Db,
  plain: readonly string[],
  buyer: Buyer,
): Promise<ReadonlyMap<string, KnownCode>> {
  if (plain.length === 0) return new Map()
  const { rows } = await sql<{ code: string; offer_id: string; written: string; used: boolean }>`
    select c.code, c.offer_id, c.written, coalesce(c.used - (select count(*) from offer_uses u join orders held on held.id = u.order_id
      where u.code = c.code and u.customer_id = ${buyer.customer} and u.given_back_at is null and ${replaced(buyer)}) >= c.max_uses, false) as used
    from offer_codes c where c.code = any(${[...plain]})`.execute(db)
  if (rows.length === 0) return new Map()
  const offers = await selectOffers(db)
    .where(
      'offers.id',
      'in',
      rows.map((row) => row.offer_id),
    )
    .execute()
  const byId = new Map(offers.map((row) => [row.id, toOffer(row)]))
  return new Map(
    rows.flatMap(({ code, offer_id, written, used }): [string, KnownCode][] => {
      const offer = byId.get(offer_id)
      return offer ? [[code, { offer, written, isUsed: used }]] : []
    }),
  )
}
