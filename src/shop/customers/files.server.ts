import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { BYTE_ORDER_MARK, csvLine } from '#platform/csv.ts'
import { indianTimestamp } from '#platform/india-time.ts'
import { paise, toRupees } from '#platform/money.ts'
import { exportCustomer } from '../accounts/staff.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { listSubscribers } from '../contact/newsletter-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { listAllCustomers } from './list-sql.server.ts'
import { findCustomerEmail } from './record-sql.server.ts'
import { NO_CUSTOMER } from './staff-labels.ts'

/** Everything stored about a customer, with a line of the log. Refused: none with an account of this id. */
export async function exportById(
  context: Pick<Shop, 'db' | 'photos' | 'people'>,
  actor: Actor,
  id: string,
): Promise<Result<Record<string, unknown>, 'not_found'>> {
  const email = await findCustomerEmail(context.db, id)
  const data = email === null ? null : await exportCustomer(context, email)
  if (!data?.ok) return refuse('not_found', NO_CUSTOMER)
  await noteExport(context.db, actor, { action: 'customer.export', subject: `customer:${id}`, rows: 1 })
  return ok(data.data)
}

/** All customers with an account as the lines of a CSV file, with a line of the log. */
export async function customersCsv({ db, read }: Pick<Shop, 'db' | 'read'>, actor: Actor): Promise<string[]> {
  const list = await read(listAllCustomers)
  await noteExport(db, actor, { action: 'customers.export', subject: 'customers', rows: list.length })
  return [
    `${BYTE_ORDER_MARK}name,email,phone,city,pin,orders,total,last order,since`,
    ...list.map((one) =>
      csvLine([
        one.name,
        one.email,
        one.phone,
        one.city,
        one.pin,
        one.orders,
        toRupees(paise(one.spent_paise)),
        one.lastOrderAt === null ? '' : indianTimestamp(one.lastOrderAt),
        indianTimestamp(one.createdAt),
      ]),
    ),
  ]
}

/** The confirmed subscribers as the lines of a CSV file, with a line of the log. */
export async function subscribersCsv({ db, read }: Pick<Shop, 'db' | 'read'>, actor: Actor): Promise<string[]> {
  const list = (await read(listSubscribers)).filter(({ confirmed }) => confirmed)
  await noteExport(db, actor, { action: 'newsletter.export', subject: 'newsletter', rows: list.length })
  return [`${BYTE_ORDER_MARK}email,since`, ...list.map(({ email, since }) => csvLine([email, indianTimestamp(since)]))]
}

function noteExport(
  db: Kysely<Tables>,
  actor: Actor,
  { action, subject, rows }: { action: string; subject: string; rows: number },
): Promise<void> {
  return db.transaction().execute((tx) => writeAudit(tx, actor, { action, subject, before: null, after: { rows } }))
}
