import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Address, AddressFields } from './contract.ts'
import { becomesDefault, MAX_ADDRESSES } from './rules.ts'

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
  'gstin',
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

/** One address of this customer, or undefined if it doesn't exist or is another customer's. */
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

/** Inserts an address, or returns null if the customer has the maximum number. */
export async function insertAddress(
  db: Kysely<Tables>,
  customer: CustomerId,
  { isDefault: requested, ...fields }: AddressFields,
): Promise<Address | null> {
  return db.transaction().execute(async (tx) => {
    const others = await lockAddresses(tx, customer)
    if (others >= MAX_ADDRESSES) return null
    const isDefault = becomesDefault(requested, { isDefault: false, others })
    if (isDefault) await clearDefault(tx, customer)
    return tx
      .insertInto('addresses')
      .values({ id: newId(), customer_id: customer, ...columnsOf(fields), is_default: isDefault })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Updates the given fields, or returns null if this customer has no such address. */
export async function updateAddress(
  db: Kysely<Tables>,
  customer: CustomerId,
  addressId: string,
  { isDefault: requested, ...fields }: AddressFields,
): Promise<Address | null> {
  return db.transaction().execute(async (tx) => {
    const count = await lockAddresses(tx, customer)
    const before = await findAddress(tx, customer, addressId)
    if (!before) return null
    const isDefault = becomesDefault(requested, { isDefault: before.isDefault, others: count - 1 })
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

/** Deletes an address. False if this customer has no such address. Orders have their own copies. */
export async function deleteAddress(db: Kysely<Tables>, customer: CustomerId, addressId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockAddresses(tx, customer)
    const gone = await tx
      .deleteFrom('addresses')
      .where('customer_id', '=', customer)
      .where('id', '=', addressId)
      .returning('is_default')
      .executeTakeFirst()
    const [oldest] = gone?.is_default ? await listAddresses(tx, customer) : []
    if (oldest) await tx.updateTable('addresses').set({ is_default: true }).where('id', '=', oldest._id).execute()
    return gone !== undefined
  })
}

/** Serialises the changes of a customer's addresses. Returns their number. */
async function lockAddresses(tx: Transaction<Tables>, customer: CustomerId): Promise<number> {
  await tx.selectFrom('customers').select('id').where('id', '=', customer).forNoKeyUpdate().execute()
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from addresses where customer_id = ${customer}`.execute(tx)
  return rows[0]?.count ?? 0
}

async function clearDefault(tx: Transaction<Tables>, customer: CustomerId): Promise<void> {
  await sql`update addresses set is_default = false where customer_id = ${customer} and is_default`.execute(tx)
}

/** The given fields under their column names. The others keep their values, or get the table's defaults. */
function columnsOf({ firstName, lastName, phoneNumber, streetAddress, townCity, zipCode, ...same }: AddressFields) {
  return {
    ...same,
    first_name: firstName,
    last_name: lastName,
    phone_number: phoneNumber,
    street_address: streetAddress,
    town_city: townCity,
    zip_code: zipCode,
  }
}
