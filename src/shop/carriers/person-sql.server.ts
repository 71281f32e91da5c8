import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const carriersPerson: PersonHooks = {
  async forget(tx, { customer }) {
    const orders = sql`select id from orders where customer_id = ${customer}`
    await sql`delete from carrier_news where number in (
      select number from bookings where order_id in (${orders}) union all
      select tracking_number from shipments where order_id in (${orders}))`.execute(tx)
    // A number leads to the address, and a carrier's words may repeat it.
    await sql`delete from bookings where order_id in (${orders})`.execute(tx)
    return {}
  },
}
