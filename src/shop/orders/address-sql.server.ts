import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { OrderAddress } from './contract.ts'
import type { OrderState } from './rules.ts'

export interface AddressedOrder {
  id: string
  state: OrderState
  address: OrderAddress
  /** True once a parcel has left. */
  has_left: boolean
}

/** An order's address, its row locked until the transaction ends, or null. */
export async function lockAddress(tx: Transaction<Tables>, id: string): Promise<AddressedOrder | null> {
  const { rows } = await sql<AddressedOrder>`
    select o.id, o.state, o.address, coalesce(o.status in ('ontheway', 'delivered'), false) as has_left
    from orders o where o.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function updateOrderAddress(
  tx: Transaction<Tables>,
  orderId: string,
  address: OrderAddress,
): Promise<void> {
  await sql`update orders set address = ${JSON.stringify(address)}::jsonb where id = ${orderId}`.execute(tx)
}
