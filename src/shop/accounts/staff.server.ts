import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { readableTime } from '#platform/india-time.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import { querySettings } from '../settings/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import {
  anonymiseCustomer,
  deletePersonalData,
  deletePhotosOf,
  findPerson,
  listOpenBusiness,
  listReviewedProducts,
  lockAccount,
  type OpenBusiness,
  type PersonalData,
  readPersonalData,
} from './people-sql.server.ts'
import { lockMailbox } from './sql.server.ts'

/** Personal data is in the database and in the photo files. */
type Context = Pick<Shop, 'db' | 'photos'>

/** Everything stored about an e-mail address: account, orders, photos and all else. Refuses an unknown address. */
export async function exportCustomer(
  { db, photos }: Context,
  email: string,
): Promise<Result<PersonalData, 'not_found'>> {
  const address = canonicalEmail(email)
  const data = address === null ? null : await readPersonalData(db, address)
  if (!data) return unknownPerson(email)
  // Includes the pictures as data URLs.
  const withFiles = data.photos.map(async (photo) => {
    const bytes = await photos.read(photo.id)
    return { ...photo, picture: bytes && `data:image/webp;base64,${bytes.toString('base64')}` }
  })
  return ok({ ...data, photos: await Promise.all(withFiles) })
}

/**
 * Forgets an e-mail address: deletes account, addresses, cart, wishlist, logins, messages, newsletter, alerts and
 * photos. Reviews stay without a name. Orders are kept for the books: money, goods, and of the address only the place
 * of supply. Refused while an order isn't delivered or can still be exchanged. Returns the cache tags of the reviews.
 */
export async function forgetCustomer(
  { db, photos }: Context,
  actor: Actor,
  email: string,
): Promise<Result<{ customer: string | null; orders: number; tags: string[] }, 'not_found' | 'order_under_way'>> {
  const address = canonicalEmail(email)
  if (address === null) return unknownPerson(email)
  const forgotten = await db.transaction().execute(async (tx) => {
    await lockMailbox(tx, address)
    const person = await findPerson(tx, address)
    if (!person) return unknownPerson(email)
    const { customer } = person
    if (customer) await lockAccount(tx, customer, 'delete')
    const open = customer && (await whyKept(tx, customer))
    if (open) return refuse('order_under_way', `${email} can’t be forgotten yet: ${open}.`)
    const products = customer ? await listReviewedProducts(tx, customer) : []
    await deletePersonalData(tx, { email: address, customer })
    const deleted = customer ? await deletePhotosOf(tx, customer) : []
    const orders = customer ? await anonymiseCustomer(tx, customer) : 0
    const subject = customer ? `customer:${customer}` : 'mailbox'
    await writeAudit(tx, actor, { action: 'customer.forget', subject, before: null, after: { orders } })
    return ok({ customer, orders, tags: products.map((id) => `reviews:${id}`), deleted })
  })
  if (!forgotten.ok) return forgotten
  const { deleted, ...rest } = forgotten.data
  await photos.remove(deleted)
  return ok(rest)
}

/** Which orders still need a customer's data, why, and until when if that's known; null if none does. */
export async function whyKept(db: Context['db'], customer: string): Promise<string | null> {
  return openBusinessText(await listOpenBusiness(db, customer), await querySettings(db))
}

/** The same of orders that were read. */
export function openBusinessText(
  open: readonly OpenBusiness[],
  { 'order.prefix': prefix }: Pick<Settings, 'order.prefix'>,
): string | null {
  const orders = open.map(({ number, why, until }) =>
    [`order ${prefix}${number} ${why}`, ...(until ? [`until ${readableTime(until)}`] : [])].join(' '),
  )
  return orders.length > 0 ? orders.join('; ') : null
}

function unknownPerson(email: string) {
  return refuse('not_found', `Nothing is stored about ${email}.`)
}
