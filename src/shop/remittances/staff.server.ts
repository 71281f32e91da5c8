import type { Kysely, Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newId } from '#platform/ids.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { settleCashIn } from '../checkout/settle.server.ts'
import { giveBackWaiting } from '../exchanges/difference.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { type FileKind, readRemittanceFile } from './file.server.ts'
import { type CashParcel, judgeRows, type Outcome, type RemittedRow, type TakenRow } from './rules.ts'
import {
  findCashParcels,
  findPaidUp,
  findSettleable,
  insertRemittance,
  insertRemitted,
  insertSettled,
  lockOrdersOf,
  lockRemittance,
  setApplied,
} from './sql.server.ts'
import type { Remittance } from './staff-contract.ts'

type Context = StaffContext

/** What the rows of a file may be money for. */
export function findDue(db: Kysely<Tables>, of: FileKind, rows: readonly RemittedRow[]): Promise<CashParcel[]> {
  return (of === 'cash' ? findCashParcels : findSettleable)(db, numbersOf(rows))
}

const numbersOf = (rows: readonly RemittedRow[]) => [...new Set(rows.map(({ awb }) => awb))]

/** The same with amounts in rupees. */
export function shownOutcome({ matched, short, double, unknown }: Outcome) {
  const inRupees = (amount: number) => toRupees(paise(amount))
  return {
    matched,
    short: short.map(({ awb, due, got }) => ({ awb, due: inRupees(due), got: inRupees(got) })),
    double,
    unknown,
  }
}

/** Reads a carrier's file and says what it would do. Only the file is kept. Refused: a bad row, with all of them. */
export async function checkRemittance(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  bytes: Uint8Array,
): Promise<Result<Remittance, 'unreadable_file'>> {
  const { of, rows, errors } = await readRemittanceFile(bytes)
  const [first] = errors
  if (first) {
    const message = `Row ${first.row}: ${first.message} Nothing was applied.`
    return refuse('unreadable_file', message, { extra: { errors } })
  }
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await insertRemittance(tx, { id, of, rows, createdBy: actor.kind === 'staff' ? actor.name : '' })
    const after = { rows: rows.length }
    await writeAudit(tx, actor, { action: 'remittance.check', subject: `remittance:${id}`, before: null, after })
  })
  const { outcome } = judgeRows(rows, await findDue(db, of, rows))
  return ok({ id, of, ...shownOutcome(outcome) })
}

/**
 * Takes over the money of a file: each parcel's, and an order whose cash is all in is paid. Repeated, it changes nothing and
 * says what it did.
 */
export async function applyRemittance(context: Context, id: string): Promise<Result<Remittance, 'not_found'>> {
  const applied = await transact<Tables, Remittance, 'not_found'>(context.db, async (tx) => {
    const file = await lockRemittance(tx, id)
    if (!file) return refuse('not_found', 'This file doesn’t exist.')
    const { of } = file
    if (file.outcome) return ok({ id, of, ...shownOutcome(file.outcome) })
    await lockOrdersOf(tx, await findDue(tx, of, file.rows))
    const { outcome, taken } = judgeRows(file.rows, await findDue(tx, of, file.rows))
    if (of === 'payments') await insertSettled(tx, id, taken)
    else await payParcels(context, tx, id, taken)
    await setApplied(tx, id, outcome)
    const { matched, short, double, unknown } = outcome
    const total = toRupees(paise(taken.reduce((sum, { amount }) => sum + amount, 0)))
    await writeAudit(tx, context.actor, {
      action: 'remittance.apply',
      subject: `remittance:${id}`,
      before: null,
      after: { total, matched, short: short.length, double: double.length, unknown: unknown.length },
    })
    return ok({ id, of, ...shownOutcome(outcome) })
  })
  if (applied.ok) context.mail.wake()
  return applied
}

/** Books cash to its parcels. An order whose cash is all in is paid, and what waited for that is given back. */
async function payParcels(context: Context, tx: Transaction<Tables>, id: string, taken: readonly TakenRow[]) {
  await insertRemitted(tx, id, taken)
  const orders = [...new Set(taken.map(({ parcel }) => parcel.orderId))]
  for (const order of await findPaidUp(tx, orders)) {
    await settleCashIn(context, tx, order)
    await giveBackWaiting(context, tx, order)
  }
}
