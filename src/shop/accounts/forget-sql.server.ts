import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** A customer to forget once that's possible. */
export interface ForgetRequest {
  customer: string
  email: string
  requestedAt: Date
}

/** Stores that a customer with this address is to be forgotten. @returns whom, or null if that was stored before or there is none */
export async function insertForgetRequest(tx: Transaction<Tables>, email: string): Promise<string | null> {
  const { rows } = await sql<{ customer_id: string }>`
    insert into forget_requests (customer_id) select id from customers where email = ${email}
    on conflict do nothing returning customer_id`.execute(tx)
  return rows[0]?.customer_id ?? null
}

/** False if there was no such request. */
export async function deleteForgetRequest(tx: Transaction<Tables>, customer: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('forget_requests')
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The customers to forget, the longest waiting first. */
export async function listForgetRequests(db: Kysely<Tables>): Promise<ForgetRequest[]> {
  const { rows } = await sql<ForgetRequest>`
    select c.id as customer, c.email, r.requested_at as "requestedAt"
    from forget_requests r join customers c on c.id = r.customer_id where c.email is not null
    order by r.requested_at, c.id`.execute(db)
  return rows
}
