import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const shippingPerson: PersonHooks = {
  async forget(tx, { customer }) {
    // A parcel's tracking number would lead to the address.
    await sql`delete from shipments where order_id in (select id from orders where customer_id = ${customer})`.execute(
      tx,
    )
    return {}
  },
}
