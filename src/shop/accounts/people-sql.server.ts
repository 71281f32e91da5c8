import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** A row of the command `customers list`; orders and money (in paise) are those of paid orders. */
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
    select c.id, c.email, c.name, c.created_at, count(o.id)::integer as orders,
      coalesce(sum(o.total_paise), 0)::float8 as spent_paise, max(o.paid_at) as last_order_at
    from customers c left join orders o on o.customer_id = c.id and o.state = 'paid'
    where c.email is not null and (c.email ilike ${pattern} or c.name ilike ${pattern})
    group by c.id order by c.created_at desc, c.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Locks a customer's account until the transaction ends; false where it was deleted. `use`: it stays while the transaction uses it;
 * `delete`: nothing uses it meanwhile, and what waits for the lock finds it deleted.
 */
export async function lockAccount(
  tx: Transaction<Tables>,
  customer: string,
  purpose: 'use' | 'delete',
): Promise<boolean> {
  const lock = purpose === 'use' ? sql`for key share` : sql`for update`
  const { rows } = await sql`select from customers where id = ${customer} and email is not null ${lock}`.execute(tx)
  return rows.length > 0
}

/** True if anything is stored about an address. `customer` is null if it has no account. */
export async function findPerson(db: Db, email: string): Promise<{ customer: string | null } | null> {
  const { rows } = await sql<{ customer: string | null; known: boolean }>`
    select (select id from customers where email = ${email}) as customer,
      exists (select from registrations where email = ${email}) or exists (select from subscribers where email = ${email})
        or exists (select from contact_messages where lower(email) = ${email})
        or exists (select from login_codes where email = ${email})
        or exists (select from alert_recipients where email = ${email}) as known`.execute(db)
  const row = rows[0]
  return row && (row.customer !== null || row.known) ? { customer: row.customer } : null
}

/** An order that still needs the customer's data, and why, as the end of a sentence. */
export interface OpenBusiness {
  /** The order's number without its prefix. */
  number: number
  why: string
  /** When that ends by itself, if it's known. */
  until: Date | null
}

/** The orders that still need the customer's data, oldest first. In a transaction it locks all of the customer's orders. */
export async function listOpenBusiness(db: Db, customer: string): Promise<OpenBusiness[]> {
  const { rows } = await sql<Omit<OpenBusiness, 'why'> & { why: string | null }>`
    select o.number, o.delivered_at + make_interval(days => o.exchange_days) as until, case
        when o.state in ('creating', 'awaiting_payment') then 'is waiting for payment'
        when exists (select from refunds r where r.order_id = o.id and r.state not in ('done', 'withdrawn')) then 'has a refund under way'
        when o.state = 'paid' and o.status <> 'delivered' then 'hasn’t been delivered'
        when exists (select from exchanges e where e.order_id = o.id and e.status <> 'delivered' and e.cancelled_at is null)
          then 'has an exchange in progress'
        when o.delivered_at > now() - make_interval(days => o.exchange_days) then 'can still be exchanged'
      end as why
    from orders o where o.customer_id = ${customer} order by o.number ${db.isTransaction ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows.flatMap(({ number, why, until }) =>
    why === null ? [] : [{ number, why, until: why === 'can still be exchanged' ? until : null }],
  )
}

/** The products of the customer's reviews, and of the reviews the customer voted for. */
export async function listReviewedProducts(db: Db, customer: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from reviews where customer_id = ${customer}
    union select r.product_id from review_votes v join reviews r on r.id = v.review_id
    where v.customer_id = ${customer}`.execute(db)
  return rows.map((row) => row.product_id)
}

/** Deletes what is stored about a person, except the account's row, orders and reviews. */
export async function deletePersonalData(
  tx: Transaction<Tables>,
  { email, customer }: { email: string; customer: string | null },
): Promise<void> {
  // Alerts go with their recipient, by the foreign key.
  for (const table of [
    'registrations',
    'login_codes',
    'login_failures',
    'subscribers',
    'reader_languages',
    'alert_recipients',
    'email_changes',
  ] as const)
    await tx.deleteFrom(table).where('email', '=', email).execute()
  await tx.deleteFrom('contact_messages').where(sql<boolean>`lower(email) = ${email}`).execute()
  await sql`delete from outbox where lower(recipient) = ${email}`.execute(tx)
  // The second word of a bucket is whose it is.
  await sql`delete from limit_hits where split_part(bucket, ' ', 2) in (${email}, ${customer})`.execute(tx)
  // Events of the payment provider repeat the address given to the payment dialog.
  const { rows } = await sql<{ event_id: string; raw: string }>`select event_id, raw from webhook_inbox
    where processed_at is not null and position(${email} in lower(raw)) > 0`.execute(tx)
  const events = rows.filter(({ raw }) => hasAddress(raw, email)).map(({ event_id }) => event_id)
  await sql`delete from webhook_inbox where event_id = any(${events})`.execute(tx)
  if (customer === null) return
  await sql`delete from idempotency_keys where split_part(scope, ' ', 1) = ${customer}`.execute(tx)
  // What staff wrote about the person, and what would bring an address or a note back.
  const orders = sql`(select id from orders where customer_id = ${customer})`
  await sql`delete from order_notes where order_id in ${orders}`.execute(tx)
  await sql`delete from undos where coalesce(data ->> 'orderId', data ->> 'order_id') in ${orders}`.execute(tx)
  for (const table of [
    'sessions',
    'devices',
    'email_changes',
    'addresses',
    'cart_lines',
    'wishlist_lines',
    'review_votes',
    'forget_requests',
  ] as const)
    await tx.deleteFrom(table).where('customer_id', '=', customer).execute()
}

/** Whether a value of a JSON text is this address. True for a text that isn't JSON: nothing else tells whom it names. */
function hasAddress(json: string, email: string): boolean {
  let found = false
  try {
    JSON.parse(json, (_, value) => {
      found ||= typeof value === 'string' && value.toLowerCase() === email
    })
  } catch {
    return true
  }
  return found
}

/** Deletes the rows of a customer's photos, which show the person. Returns their ids, which name the files. */
export async function deletePhotosOf(tx: Transaction<Tables>, customer: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as (select id from reviews where customer_id = ${customer}),
      shown as (delete from review_photos where review_id in (select id from own) returning id),
      rejected as (delete from rejected_photos where review_id in (select id from own) returning id)
    select id from shown union all select id from rejected`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Removes personal data from the account, its orders and its exchanges. Returns the number of its orders, which are
 * kept.
 */
export async function anonymiseCustomer(tx: Transaction<Tables>, customer: string): Promise<number> {
  await sql`update customers set email = null, name = 'A former customer'
    where id = ${customer}`.execute(tx)
  const orderIds = sql`select id from orders where customer_id = ${customer}`
  await sql`update exchanges set problem = '' where order_id in (${orderIds})`.execute(tx)
  // A parcel's tracking number would lead to the address.
  await sql`delete from shipments where order_id in (${orderIds})`.execute(tx)
  await sql`delete from shop_events where subject in (select 'order:' || id from (${orderIds}) o)`.execute(tx)
  // State and country are the place of supply, which tax records need.
  const { rows } = await sql`update orders set address = jsonb_build_object('_id', '', 'firstName', '', 'lastName', '',
      'phoneNumber', '', 'email', '', 'streetAddress', '', 'townCity', '', 'zipCode', '',
      'state', address ->> 'state', 'country', address ->> 'country')
    where customer_id = ${customer} returning id`.execute(tx)
  return rows.length
}

/** What is stored about one address, by the names that `readPersonalData` gives. */
export type PersonalData = { photos: { id: string }[]; [name: string]: unknown }

/** Everything stored about an address, or null. Secrets (digests of tokens and codes) are left out. */
export async function readPersonalData(db: Db, email: string): Promise<PersonalData | null> {
  const person = await findPerson(db, email)
  if (!person) return null
  const { customer } = person
  const { rows } = await sql<PersonalData>`
    select (select to_jsonb(c) from customers c where id = ${customer}) as account,
      (select coalesce(jsonb_agg(to_jsonb(a) - 'customer_id'), '[]') from addresses a where customer_id = ${customer}) as addresses,
      (select coalesce(jsonb_agg(to_jsonb(l) - 'customer_id'), '[]') from cart_lines l where customer_id = ${customer}) as cart,
      (select coalesce(jsonb_agg(to_jsonb(l) - 'customer_id'), '[]') from wishlist_lines l where customer_id = ${customer}) as wishlist,
      (select coalesce(jsonb_agg(to_jsonb(o) - 'customer_id' - 'fingerprint' - 'next_check_at' || jsonb_build_object('lines', (
          select jsonb_agg(jsonb_build_object('product', l.name, 'color', l.color, 'size', l.size, 'quantity', l.quantity,
            'price_paise', l.price_paise) order by l.position) from order_lines l where l.order_id = o.id),
          'parcels', (select coalesce(jsonb_agg(to_jsonb(s) - 'order_id'), '[]') from shipments s where s.order_id = o.id))
          order by o.created_at), '[]') from orders o where customer_id = ${customer}) as orders,
      (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from exchanges e
        where order_id in (select id from orders where customer_id = ${customer})) as exchanges,
      (select coalesce(jsonb_agg(to_jsonb(r) - 'customer_id'), '[]') from reviews r where customer_id = ${customer}) as reviews,
      (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from (
          select id, review_id, width, height, created_at, approved_at from review_photos
          union all select id, review_id, width, height, created_at, approved_at from rejected_photos) p
        join reviews r on r.id = p.review_id where r.customer_id = ${customer}) as photos,
      (select coalesce(jsonb_agg(to_jsonb(v) - 'customer_id'), '[]') from review_votes v where customer_id = ${customer}) as "helpfulReviews",
      (select coalesce(jsonb_agg(jsonb_build_object('since', created_at, 'lastSeen', last_seen_at)), '[]')
        from sessions where customer_id = ${customer}) as logins,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'since', created_at, 'lastUsed', rotated_at)), '[]')
        from devices where customer_id = ${customer}) as devices,
      (select coalesce(jsonb_agg(to_jsonb(m) - 'answered_by'), '[]') from contact_messages m where lower(email) = ${email}) as messages,
      (select jsonb_build_object('since', created_at, 'confirmed', confirmed_at)
        from subscribers where email = ${email}) as newsletter,
      (select to_jsonb(language) from reader_languages where email = ${email}) as language,
      (select jsonb_build_object('since', r.created_at, 'price_drops', r.price_drops, 'sizes', (
          select coalesce(jsonb_agg(to_jsonb(a) - 'email' - 'token' order by a.id), '[]') from stock_alerts a where a.email = r.email))
        from alert_recipients r where r.email = ${email}) as alerts`.execute(db)
  return rows[0] ?? null
}
