import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const checkoutPerson: PersonHooks = {
  /** Events of the payment provider repeat the address given to the payment dialog. */
  async forget(tx, { email }) {
    const { rows } = await sql<{ event_id: string; raw: string }>`select event_id, raw from webhook_inbox
      where processed_at is not null and position(${email} in lower(raw)) > 0`.execute(tx)
    const events = rows.filter(({ raw }) => hasAddress(raw, email)).map(({ event_id }) => event_id)
    await sql`delete from webhook_inbox where event_id = any(${events})`.execute(tx)
    return {}
  },
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
