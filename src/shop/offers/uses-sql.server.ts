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
  /** In lower case, of a customer who has no account. */
  email?: string | null
  /** The order that the new one replaces: its uses don't count, and the offers named here still do, even if they have ended. */
  replaces?: { order: string; offers: readonly string[] } | null
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
const replaced = ({ customer, countsOwnHolds = false, replaces }: Buyer) =>
  sql`(held.id = ${replaces?.order ?? null} or (held.customer_id = ${customer} and held.state in ('creating', 'awaiting_payment')
    and held.draft_id is null and not ${countsOwnHolds}::boolean))`

/** Uses `u` that may be of such orders. */
const ownUses = ({ customer, replaces }: Buyer) =>
  sql`(u.customer_id = ${customer} or u.order_id = ${replaces?.order ?? null})`

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
      exists (select from orders held where held.state in ('creating', 'awaiting_payment', 'to_confirm', 'placed', 'paid') and not coalesce(${replaced(buyer)}, false)
        and (held.customer_id = buyer.customer or buyer_phone(held.address) = buyer.phone or buyer_place(held.address) = buyer.place)) as ordered,
      (select coalesce(jsonb_agg(jsonb_build_object('offer', o.id, 'used', o.used - own.uses, 'spent', o.spent_paise - own.spent,
          'mine', (select count(*) from offer_uses u join orders held on held.id = u.order_id
            where u.offer_id = o.id and u.given_back_at is null and not coalesce(${replaced(buyer)}, false)
              and (u.customer_id = buyer.customer or u.phone = buyer.phone or u.address_key = buyer.place)))), '[]')
        from offers o cross join lateral (select count(*) as uses, coalesce(sum(u.amount_paise), 0) as spent
          from offer_uses u join orders held on held.id = u.order_id
          where u.offer_id = o.id and ${ownUses(buyer)} and u.given_back_at is null and ${replaced(buyer)}) own
        where o.id = any(${[...offers]})) as uses
    from buyer`.execute(db)
  const { email = null, ordered = false, uses = [] } = rows[0] ?? {}
  return {
    email: email ?? buyer.email ?? null,
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

/** The codes that exist, by `codeKey`, with their offers in whatever state. */
export async function readCodes(
  db: Db,
  plain: readonly string[],
  buyer: Buyer,
): Promise<ReadonlyMap<string, KnownCode>> {
  if (plain.length === 0) return new Map()
  const { rows } = await sql<{ code: string; offer_id: string; written: string; used: boolean }>`
    select c.code, c.offer_id, c.written, coalesce(c.used - (select count(*) from offer_uses u join orders held on held.id = u.order_id
      where u.code = c.code and ${ownUses(buyer)} and u.given_back_at is null and ${replaced(buyer)}) >= c.max_uses, false) as used
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

/** What an offer took off an order, with the code that asked for it. */
export interface Use {
  offer: string
  code: string | null
  amount: number
}

interface LockedOffer {
  id: string
  running: boolean
  used: number
  spent: number
  total: number | null
  per_customer: number | null
  budget: number | null
  who: 'everyone' | 'first_order' | 'emails'
}

/** Locked in their order, after the stock: whoever comes second waits, and then reads what the first one took. */
async function lockOffers(tx: Db, ids: readonly string[]): Promise<Map<string, LockedOffer>> {
  const { rows } = await sql<LockedOffer>`
    select id, state = 'running' as running, used, spent_paise as spent, limit_total as total, limit_per_customer as per_customer,
      limit_budget_paise as budget, who
    from offers where id = any(${[...ids]}) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether uses of a buyer stay within the offers' limits. Only after `lockOffers`, in a statement of its own. */
async function areWithinLimits(
  tx: Db,
  { orderId, uses, offers }: { orderId: string; uses: readonly Use[]; offers: ReadonlyMap<string, LockedOffer> },
): Promise<boolean> {
  const isOver = ({ offer, amount }: Use) => {
    const { used = 0, spent = 0, total = null, budget = null } = offers.get(offer) ?? {}
    return (total !== null && used >= total) || (budget !== null && spent + amount > budget)
  }
  if (uses.some((use) => !offers.has(use.offer) || isOver(use))) return false
  const counted = [...offers.values()].filter((offer) => offer.per_customer !== null || offer.who === 'first_order')
  if (counted.length === 0) return true
  const { rows } = await sql<{ id: string; mine: number; ordered: boolean }>`
    with buyer as (select customer_id as customer, buyer_phone(address) as phone, buyer_place(address) as place
      from orders where id = ${orderId})
    select o.id, (select count(*)::integer from offer_uses u where u.offer_id = o.id and u.given_back_at is null
        and (u.customer_id = buyer.customer or u.phone = buyer.phone or u.address_key = buyer.place)) as mine,
      exists (select from orders held where held.id <> ${orderId} and held.state in ('creating', 'awaiting_payment', 'to_confirm', 'placed', 'paid')
        and (held.customer_id = buyer.customer or buyer_phone(held.address) = buyer.phone
          or buyer_place(held.address) = buyer.place)) as ordered
    from offers o cross join buyer where o.id = any(${counted.map(({ id }) => id)})`.execute(tx)
  return rows.every(({ id, mine, ordered }) => {
    const offer = offers.get(id)
    return (offer?.per_customer == null || mine < offer.per_customer) && !(offer?.who === 'first_order' && ordered)
  })
}

/**
 * Takes the uses of a new order, in the transaction that holds its stock, and after it. False if a limit was reached or an
 * offer was stopped meanwhile, unless it's one of `kept`: the transaction is to be rolled back.
 */
export async function takeUses(
  tx: Db,
  orderId: string,
  uses: readonly Use[],
  kept: readonly string[] = [],
): Promise<boolean> {
  if (uses.length === 0) return true
  const offers = await lockOffers(
    tx,
    uses.map(({ offer }) => offer),
  )
  if ([...offers.values()].some(({ id, running }) => !running && !kept.includes(id))) return false
  if (!(await areWithinLimits(tx, { orderId, uses, offers }))) return false
  await sql`
    insert into offer_uses (offer_id, code, order_id, customer_id, phone, address_key, amount_paise)
    select v.offer, v.code, o.id, o.customer_id, buyer_phone(o.address), buyer_place(o.address), v.amount
    from orders o, jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as v (offer text, code text, amount integer)
    where o.id = ${orderId}`.execute(tx)
  return countUses(tx, uses)
}

/** False if a code that works once was used meanwhile. */
async function countUses(tx: Db, uses: readonly Use[]): Promise<boolean> {
  await sql`
    update offers o set used = o.used + 1, spent_paise = o.spent_paise + v.amount
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as v (offer text, amount integer) where o.id = v.offer`.execute(
    tx,
  )
  const codes = uses.flatMap(({ code }) => code ?? [])
  if (codes.length === 0) return true
  const { rows } = await sql<{ code: string }>`
    update offer_codes set used = used + 1 where code = any(${codes}) and (max_uses is null or used < max_uses)
    returning code`.execute(tx)
  return rows.length === codes.length
}

/** Gives back the uses of an order that lapsed, or was cancelled before it was shipped. Again, it changes nothing. */
export async function giveBackUses(tx: Db, orderId: string): Promise<void> {
  const standing = await sql<{ offer_id: string }>`
    select offer_id from offer_uses where order_id = ${orderId} and given_back_at is null`.execute(tx)
  if (standing.rows.length === 0) return
  await lockOffers(
    tx,
    standing.rows.map((row) => row.offer_id),
  )
  await sql`
    with back as (
      update offer_uses set given_back_at = now() where order_id = ${orderId} and given_back_at is null
      returning offer_id, code, amount_paise),
    codes as (update offer_codes c set used = c.used - 1 from back where c.code = back.code)
    update offers o set used = o.used - 1, spent_paise = o.spent_paise - back.amount_paise
    from back where o.id = back.offer_id`.execute(tx)
}

/** Takes the uses of a lapsed order again, whose payment came late. False if a limit was reached meanwhile: nothing is taken then. */
export async function retakeUses(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<Use & { free: boolean }>`
    select u.offer_id as offer, u.code, u.amount_paise as amount,
      not exists (select from offer_codes c where c.code = u.code and c.used >= c.max_uses) as free
    from offer_uses u where u.order_id = ${orderId} and u.given_back_at is not null`.execute(tx)
  if (rows.length === 0) return true
  const offers = await lockOffers(
    tx,
    rows.map(({ offer }) => offer),
  )
  if (rows.some(({ free }) => !free) || !(await areWithinLimits(tx, { orderId, uses: rows, offers }))) return false
  await sql`update offer_uses set given_back_at = null where order_id = ${orderId}`.execute(tx)
  return countUses(tx, rows)
}

/**
 * The unpaid orders of an account that keep it from an offer: those that have a use of it, if it's limited, and every one, if
 * it's for a first order. Not the order with this fingerprint, which is the new one.
 */
export async function findOwnUses(
  db: Db,
  customer: CustomerId,
  offers: readonly string[],
  fingerprint: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where o.customer_id = ${customer} and o.state = 'awaiting_payment' and o.draft_id is null and o.fingerprint <> ${fingerprint}
      and exists (select from offers f where f.id = any(${[...offers]}) and (f.who = 'first_order'
        or exists (select from offer_uses u where u.order_id = o.id and u.offer_id = f.id and u.given_back_at is null)))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
