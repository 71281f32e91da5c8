import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { readableTime } from '#platform/india-time.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Forgotten, Person } from '../person.server.ts'
import { querySettings } from '../settings/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { findAccount, lockAccount } from './people-sql.server.ts'
import { lockMailbox } from './sql.server.ts'

/** Personal data is in the database and in the photo files; each feature knows its own (`Shop.people`). */
type Context = Pick<Shop, 'db' | 'photos' | 'people'>
type People = Shop['people']

/** Everything stored about an e-mail address: account, orders, photos and all else, by name. Refuses an unknown address. */
export async function exportCustomer(
  shop: Context,
  email: string,
): Promise<Result<Record<string, unknown>, 'not_found'>> {
  const address = canonicalEmail(email)
  const person = address === null ? null : await findPerson(shop.db, shop.people, address)
  if (!person) return unknownPerson(email)
  const data: Record<string, unknown> = {}
  for (const feature of shop.people.toReversed()) Object.assign(data, await feature.read?.(shop, person))
  return ok(data)
}

/**
 * Forgets an e-mail address: deletes account, addresses, cart, wishlist, logins, messages, newsletter, alerts and
 * photos. Reviews stay without a name. Orders are kept for the books: money, goods, and of the address only the place
 * of supply. Refused while an order isn't delivered or can still be exchanged. Returns the cache tags of the reviews.
 */
export async function forgetCustomer(
  { db, photos, people }: Context,
  actor: Actor,
  email: string,
): Promise<Result<{ customer: string | null; orders: number; tags: string[] }, 'not_found' | 'order_under_way'>> {
  const address = canonicalEmail(email)
  if (address === null) return unknownPerson(email)
  const forgotten = await db.transaction().execute(async (tx) => {
    await lockMailbox(tx, address)
    const person = await findPerson(tx, people, address)
    if (!person) return unknownPerson(email)
    const { customer } = person
    if (customer) await lockAccount(tx, customer, 'delete')
    const open = customer && (await whyKept({ db: tx, people }, customer))
    if (open) return refuse('order_under_way', `${email} can’t be forgotten yet: ${open}.`)
    const tags = customer ? await tagsOfName({ db: tx, people }, customer) : []
    const { orders, photos: deleted } = await forgetPerson(tx, people, person)
    const subject = customer ? `customer:${customer}` : 'mailbox'
    await writeAudit(tx, actor, { action: 'customer.forget', subject, before: null, after: { orders } })
    return ok({ customer, orders, tags, deleted })
  })
  if (!forgotten.ok) return forgotten
  const { deleted, ...rest } = forgotten.data
  await photos.remove(deleted)
  return ok(rest)
}

/** Has every feature forget a person, in the caller's transaction. */
export async function forgetPerson(
  tx: Transaction<Tables>,
  people: People,
  person: Person,
): Promise<{ orders: number; photos: string[] }> {
  const all: Forgotten[] = []
  for (const feature of people) all.push(await feature.forget(tx, person))
  return {
    orders: all.reduce((sum, { orders = 0 }) => sum + orders, 0),
    photos: all.flatMap(({ photos = [] }) => photos),
  }
}

/** Somebody about whom anything is stored, or null. */
async function findPerson(db: Kysely<Tables>, people: People, email: string): Promise<Person | null> {
  const customer = await findAccount(db, email)
  if (customer !== null) return { email, customer }
  for (const feature of people) if (await feature.isKnown?.(db, email)) return { email, customer }
  return null
}

/** The cache tags of public responses that show a customer's name. */
export async function tagsOfName({ db, people }: Pick<Shop, 'db' | 'people'>, customer: string): Promise<string[]> {
  const tags: string[] = []
  for (const feature of people) tags.push(...((await feature.tags?.(db, customer)) ?? []))
  return tags
}

/** Which orders still need a customer's data, why, and until when if that's known; null if none does. */
export async function whyKept({ db, people }: Pick<Shop, 'db' | 'people'>, customer: string): Promise<string | null> {
  const { 'order.prefix': prefix } = await querySettings(db)
  const orders: string[] = []
  for (const feature of people)
    for (const { number, why, until } of (await feature.needs?.(db, customer)) ?? [])
      orders.push(`order ${prefix}${number} ${why}${until ? ` until ${readableTime(until)}` : ''}`)
  return orders.length > 0 ? orders.join('; ') : null
}

function unknownPerson(email: string) {
  return refuse('not_found', `Nothing is stored about ${email}.`)
}
