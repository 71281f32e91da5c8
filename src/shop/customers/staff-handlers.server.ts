import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { indianDay } from '#platform/india-time.ts'
import { endSessions } from '../accounts/sql.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { forgiveRefusals } from '../shipping/refusals-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { eraseCustomer } from './erase.server.ts'
import { customersCsv, exportById, subscribersCsv } from './files.server.ts'
import { findCustomers } from './list.server.ts'
import { showCustomer } from './record.server.ts'
import { findCustomerEmail } from './record-sql.server.ts'
import type { customersStaffContract } from './staff-contract.ts'
import { NO_CUSTOMER } from './staff-labels.ts'

/** Customers, found by what they say, and their data (CONTRACT part three, Staff site). */
export function createCustomersStaffHandlers(shop: Shop): Handlers<typeof customersStaffContract> {
  const csv = (lines: string[], name: string) =>
    ok(Buffer.from(`${lines.join('\r\n')}\r\n`), attachment(`${name}-${indianDay(shop.clock.now())}.csv`))
  return {
    async 'GET /customers'({ query }) {
      return shop.read((db) => findCustomers({ db }, query))
    },

    async 'GET /customers/{id}'({ params: { id } }) {
      return showCustomer(shop, id)
    },

    async 'GET /customers/{id}/export'({ params: { id }, caller: { staff } }) {
      const exported = await exportById(shop, staffActor(staff), id)
      return exported.ok ? ok(exported.data, attachment(`customer-${id}.json`)) : exported
    },

    async 'POST /customers/{id}/erase'({ params: { id }, body: { email }, caller: { staff } }) {
      return eraseCustomer(shop, staffActor(staff), id, email)
    },

    async 'POST /customers/{id}/sign-out'({ params: { id }, caller: { staff } }) {
      const email = await findCustomerEmail(shop.db, id)
      if (email === null) return refuse('not_found', NO_CUSTOMER)
      return ok({ ended: await endSessions(shop.db, staffActor(staff), email) })
    },

    async 'POST /customers/{id}/forgive'({ params: { id }, caller: { staff } }) {
      return shop.db.transaction().execute(async (tx) => {
        if ((await findCustomerEmail(tx, id)) === null) return refuse('not_found', NO_CUSTOMER)
        const forgiven = await forgiveRefusals(tx, id)
        if (forgiven > 0)
          await writeAudit(tx, staffActor(staff), {
            action: 'customer.forgive',
            subject: `customer:${id}`,
            before: null,
            after: { forgiven },
          })
        return ok({ forgiven })
      })
    },

    async 'GET /customers.csv'({ caller: { staff } }) {
      return csv(await customersCsv(shop, staffActor(staff)), 'customers')
    },

    async 'GET /newsletter.csv'({ caller: { staff } }) {
      return csv(await subscribersCsv(shop, staffActor(staff)), 'newsletter')
    },
  }
}

const attachment = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })
