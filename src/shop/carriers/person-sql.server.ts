import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const carriersPerson: PersonHooks = {
  async forget(tx, { customer }) {
    // A number leads to the address, and a carrier's words may repeat it.
    await sql`delete from bookings where order_id in (select id from orders where customer_id = ${customer})`.execute(
      tx,
    )
    return {}
  },
}
