import { type Kysely, type RawBuilder, sql } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import type { SearchTerms } from '../orders/search-terms.ts'
import { moneyReturned } from '../refunds/returned-sql.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

export interface ListedRecord {
  id: string
  email: string
  name: string
  /** Of the newest order, or of the address book; empty if there's none. */
  phone: string
  city: string
  pin: string
  createdAt: Date
  /** Of paid orders that weren't cancelled. */
  orders: number
  /** After refunds. */
  spent_paise: number
  lastOrderAt: Date | null
}

export interface CustomerListRow extends ListedRecord {
  /** Which of the search's meanings found the customer, by their order; 0 without a search. */
  rank: number
  /** Microseconds of `createdAt`. */
  at: number
}

/** Where a page goes on: after the row with this rank, time and id. */
export type CustomerCursor = readonly [rank: number, at: number, id: string]

/** SQL: true for the orders that a search by name or phone finds. */
const found = (code: RawBuilder<unknown>) => sql`o.status is not null and order_search(o.address, o.number) @@ ${code}`

/** The meanings of a search as sets of customers' ids, the most exact first. */
function meaningsOf(terms: SearchTerms, emailStart: string | null): RawBuilder<unknown>[] {
  const { id, number, lastFour, phone, email, words, isName } = terms
  const byCode = (code: string) => sql`select o.customer_id from orders o where ${found(sql`${`'${code}'`}::tsquery`)}`
  return [
    ...(id === null && number === null
      ? []
      : [
          sql`select id from customers where id = ${id} union all select customer_id from orders where id = ${id} or number = ${number}`,
        ]),
    ...(email === null ? [] : [sql`select id from customers where email = ${email}`]),
    ...(phone === null
      ? []
      : [
          sql`${byCode(`#t${phone}`)} union all
            select customer_id from addresses where right(regexp_replace(phone_number, '\\D', '', 'g'), 10) = ${phone}`,
        ]),
    ...(lastFour === null ? [] : [byCode(`#n${lastFour}`)]),
    ...(words === null || !isName
      ? []
      : [
          sql`select id from customers where email is not null and search_words(name) @@ ${words}::tsquery`,
          sql`select o.customer_id from orders o where ${found(sql`${words}::tsquery`)}`,
        ]),
    ...(emailStart === null
      ? []
      : [sql`select id from customers where email is not null and email like ${emailStart}`]),
  ]
}

/** A page of customers with an account and one more: newest first, with a search the most exact meaning first. */
export async function listCustomerPage(
  db: Db,
  { terms, emailStart }: { terms: SearchTerms | null; emailStart: string | null },
  { after, limit }: { after: CustomerCursor | null; limit: number },
): Promise<CustomerListRow[]> {
  const meanings = terms === null ? [] : meaningsOf(terms, emailStart)
  if (terms !== null && meanings.length === 0) return []
  const time = sql`c.created_at <= ${timeOfMicros(after?.[1] ?? 0)} and (c.created_at < ${timeOfMicros(after?.[1] ?? 0)} or c.id > ${after?.[2] ?? ''})`
  const branches = meanings.map((ids, rank) => sql`select ${rank}::integer as rank, id from (${ids}) m (id)`)
  const hits =
    terms === null
      ? sql`select c.id, 0 as rank, c.created_at from customers c
          where c.email is not null and ${after === null ? sql`true` : time} order by c.created_at desc, c.id limit ${limit + 1}`
      : sql`select c.id, h.rank, c.created_at from (
            select id, min(rank) as rank from (${sql.join(branches, sql` union all `)}) found group by id) h
          join customers c on c.id = h.id
          where c.email is not null
            and ${after === null ? sql`true` : sql`(h.rank > ${after[0]} or (h.rank = ${after[0]} and ${time}))`}
          order by h.rank, c.created_at desc, c.id limit ${limit + 1}`
  const { rows } = await sql<CustomerListRow>`
    select ${columns}, hit.rank, ${microsOf(sql`c.created_at`)} as at
    from (${hits}) hit join customers c on c.id = hit.id ${besides}
    order by hit.rank, c.created_at desc, c.id`.execute(db)
  return rows
}

const columns = sql`c.id, c.email, c.name, c.created_at as "createdAt",
  coalesce(place.phone, '') as phone, coalesce(place.city, '') as city, coalesce(place.pin, '') as pin,
  sums.orders, sums.spent_paise, sums."lastOrderAt"`

/** SQL: what a customer `c` has bought and kept: orders that weren't cancelled, after refunds. */
export const sumsOfOrders: RawBuilder<unknown> = sql`
  cross join lateral (
    select count(*)::integer as orders, max(o.paid_at) as "lastOrderAt",
      coalesce(sum(o.total_paise - (
        select coalesce(sum(r.amount_paise), 0) from ${moneyReturned} r where r.order_id = o.id)), 0)::float8 as spent_paise
    from orders o where o.customer_id = c.id and o.state in ('placed', 'paid')) sums`

/** What is beside a customer `c`: sums of paid orders, and where the newest parcel went. */
const besides = sql`
  ${sumsOfOrders}
  left join lateral (
    select * from (
      (select 1 as source, o.address ->> 'phoneNumber' as phone, o.address ->> 'townCity' as city, o.address ->> 'zipCode' as pin
        from orders o where o.customer_id = c.id and o.status is not null order by o.paid_at desc limit 1)
      union all
      (select 2, a.phone_number, a.town_city, a.zip_code from addresses a where a.customer_id = c.id
        order by a.is_default desc, a.created_at limit 1)) either
    order by source limit 1) place on true`

/** All customers with an account, in the order in which they came. */
export async function listAllCustomers(db: Db): Promise<ListedRecord[]> {
  const { rows } = await sql<ListedRecord>`
    select ${columns} from customers c ${besides} where c.email is not null order by c.created_at, c.id`.execute(db)
  return rows
}

/** A row of the command `customers list`; orders and money (in paise) as in `ListedRecord`. */
export interface ListedCustomer {
  id: string
  email: string
  name: string
  created_at: Date
  orders: number
  spent_paise: number
  last_order_at: Date | null
}

/** Customers with an account, newest first; `find` is part of a name or an e-mail address. */
export async function listCustomers(db: Db, { limit, find = '' }: { limit: number; find?: string | undefined }) {
  const pattern = `%${find.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ListedCustomer>`
    select c.id, c.email, c.name, c.created_at, sums.orders, sums.spent_paise, sums."lastOrderAt" as last_order_at
    from customers c ${sumsOfOrders}
    where c.email is not null and (c.email ilike ${pattern} or c.name ilike ${pattern})
    order by c.created_at desc, c.id limit ${limit}`.execute(db)
  return rows
}
