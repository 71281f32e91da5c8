import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Address, AddressFields } from './contract.ts'
import { becomesDefault, MOST_ADDRESSES } from './rules.ts'

const COLUMNS = [
  'id as _id',
  'first_name as firstName',
  'last_name as lastName',
  'phone_number as phoneNumber',
  'email',
  'street_address as streetAddress',
  'country',
  'town_city as townCity',
  'state',
  'zip_code as zipCode',
  'is_default as isDefault',
] as const

/** A customer's addresses, oldest first. */
export async function listAddresses(db: Kysely<Tables>, customer: CustomerId): Promise<Address[]> {
  return db
    .selectFrom('addresses')
    .select(COLUMNS)
    .where('customer_id', '=', customer)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** One address of this customer; undefined where it is nobody's or somebody else's. */
export async function findAddress(
  db: Kysely<Tables>,
  customer: CustomerId,
  addressId: string,
): Promise<Address | undefined> {
  return db
    .selectFrom('addresses')
    .select(COLUMNS)
    .where('customer_id', '=', customer)
    .where('id', '=', addressId)
    .executeTakeFirst()
}

/** Saves a new address; null where the customer has as many as can be kept. */
export async function insertAddress(
  db: Kysely<Tables>,
  customer: CustomerId,
  { isDefault: asked, ...fields }: AddressFields,
): Promise<Address | null> {
  return db.transaction().execute(async (tx) => {
    const others = await lockAddresses(tx, customer)
    if (others >= MOST_ADDRESSES) return null
    const isDefault = becomesDefault(asked, { isDefault: false, others })
    if (isDefault) await clearDefault(tx, customer)
    return tx
      .insertInto('addresses')
      .values({ id: newId(), customer_id: customer, ...columnsOf(fields), is_default: isDefault })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Changes the given fields; null where this customer has no such address. */
export async function updateAddress(
  db: Kysely<Tables>,
  customer: CustomerId,
  addressId: string,
  { isDefault: asked, ...fields }: AddressFields,
): Promise<Address | null> {
  return db.transaction().execute(async (tx) => {
    const count = await lockAddresses(tx, customer)
    const before = await findAddress(tx, customer, addressId)
    if (!before) return null
    const isDefault = becomesDefault(asked, { isDefault: before.isDefault, others: count - 1 })
    if (isDefault && !before.isDefault) await clearDefault(tx, customer)
    return tx
      .updateTable('addresses')
      .set({ ...columnsOf(fields), is_default: isDefault })
      .where('customer_id', '=', customer)
      .where('id', '=', addressId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Lets one change of a customer's addresses happen at a time, and counts them. */
async function lockAddresses(tx: Transaction<Tables>, customer: CustomerId): Promise<number> {
  await tx.selectFrom('customers').select('id').where('id', '=', customer).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('addresses')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow()
  return count
}

async function clearDefault(tx: Transaction<Tables>, customer: CustomerId): Promise<void> {
  await tx
    .updateTable('addresses')
    .set({ is_default: false })
    .where('customer_id', '=', customer)
    .where('is_default', '=', true)
    .execute()
}

/** The columns of the fields that were given; the others stay as they are, or get the table's defaults. */
function columnsOf(fields: Omit<AddressFields, 'isDefault'>) {
  return {
    ...(fields.firstName === undefined ? {} : { first_name: fields.firstName }),
    ...(fields.lastName === undefined ? {} : { last_name: fields.lastName }),
    ...(fields.phoneNumber === undefined ? {} : { phone_number: fields.phoneNumber }),
    ...(fields.email === undefined ? {} : { email: fields.email }),
    ...(fields.streetAddress === undefined ? {} : { street_address: fields.streetAddress }),
    ...(fields.country === undefined ? {} : { country: fields.country }),
    ...(fields.townCity === undefined ? {} : { town_city: fields.townCity }),
    ...(fields.state === undefined ? {} : { state: fields.state }),
    ...(fields.zipCode === undefined ? {} : { zip_code: fields.zipCode }),
  }
}
