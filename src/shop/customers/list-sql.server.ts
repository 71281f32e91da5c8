import { type Kysely, type RawBuilder, sql } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import { rankedRows } from '#platform/db/ranked.server.ts'
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

/** SQL: the customers of the orders that a search by name or phone finds. */
const ofOrders = (code: RawBuilder<unknown>) => sql`
  select o.customer_id from orders o where o.status is not null and order_search(o.address, o.number) @@ ${code}`

/** A name or beginning that many customers have is found among so many of the newest ones. */
const NEWEST = 10_000

/** SQL: the conditions for customers with a name or address, also if many have it: first those among the newest. */
function common(exact: RawBuilder<unknown>, likely: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`c.id = any(array(select c.id from (select * from customers where email is not null
      order by created_at desc, id limit ${NEWEST}) c where ${likely} and ${exact}))`,
    sql`c.id = any(array(select c.id from customers c where c.email is not null and ${exact}))`,
  ]
}

/** The meanings of a search, the most exact first: each is a condition on `customers c`. */
function meaningsOf(terms: SearchTerms, emailStart: string | null): RawBuilder<unknown>[] {
  const { id, number, lastFour, phone, email, words, beginnings, isName } = terms
  const mayBeCalled = beginnings.map((word) => sql`position(${word} in lower(c.name)) > 0`)
  const byCode = (code: string) => ofOrders(sql`${`'${code}'`}::tsquery`)
  return [
    ...(id === null && number === null
      ? []
      : [
          sql`c.id = any(array(select ${id}::text union all select customer_id from orders where id = ${id}
            union all select customer_id from orders where number = ${number}))`,
        ]),
    ...(email === null ? [] : [sql`c.email = ${email}`]),
    ...(phone === null
      ? []
      : [
          sql`c.id = any(array(${byCode(`#t${phone}`)} union all
            select customer_id from addresses where right(regexp_replace(phone_number, '\\D', '', 'g'), 10) = ${phone}))`,
        ]),
    ...(lastFour === null ? [] : [sql`c.id = any(array(${byCode(`#n${lastFour}`)}))`]),
    ...(words === null || !isName
      ? []
      : [
          ...common(sql`search_words(c.name) @@ ${words}::tsquery`, sql.join(mayBeCalled, sql` and `)),
          sql`c.id = any(array(${ofOrders(sql`${words}::tsquery`)}))`,
        ]),
    ...(emailStart === null ? [] : common(sql`c.email like ${emailStart}`, sql`true`)),
  ]
}

/** A page of customers with an account and one more: newest first, with a search the most exact meaning first. */
export async function listCustomerPage(
  db: Db,
  { terms, emailStart }: { terms: SearchTerms | null; emailStart: string | null },
  { after, limit }: { after: CustomerCursor | null; limit: number },
): Promise<CustomerListRow[]> {
  const hits = rankedRows(terms === null ? [sql`true`] : meaningsOf(terms, emailStart), {
    after: after && { rank: after[0], rest: isAfter(after) },
    limit: limit + 1,
    rows: (where) => sql`select c.id, c.created_at from customers c
      where c.email is not null and ${where} order by c.created_at desc, c.id limit ${limit + 1}`,
  })
  const page = sql<CustomerListRow>`(
    select ${columns}, hit.rank, ${microsOf(sql`c.created_at`)} as at
    from (select * from ${hits} found order by rank, created_at desc, id limit ${limit + 1}) hit
    join customers c on c.id = hit.id ${besides})`
  return db.selectFrom(page.as('page')).selectAll().orderBy('rank').orderBy('at', 'desc').orderBy('id').execute()
}

function isAfter([, at, id]: CustomerCursor): RawBuilder<unknown> {
  const time = timeOfMicros(at)
  return sql`c.created_at <= ${time} and (c.created_at < ${time} or c.id > ${id})`
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
