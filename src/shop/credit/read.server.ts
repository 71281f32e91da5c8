import type { Kysely } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { StoreCredit } from './contract.ts'
import { type CreditRow, listCreditEntries } from './sql.server.ts'

/** A customer's store credit: its entries, and the balance, which is their sum. */
export async function readCredit(db: Kysely<Tables>, customer: string, settings: Settings): Promise<StoreCredit> {
  const rows = await listCreditEntries(db, customer)
  const signed = (row: CreditRow) => (row.kind === 'given' || row.kind === 'returned' ? 1 : -1) * row.amount_paise
  return {
    balance: toRupees(paise(rows.reduce((sum, row) => sum + signed(row), 0))),
    entries: rows.map((row) => ({
      at: row.at.toISOString(),
      kind: row.kind,
      amount: toRupees(paise(row.amount_paise)),
      reason: reasonOf(row, settings),
      ...(row.order_id === null ? {} : { orderId: row.order_id }),
      ...(row.ends_at === null ? {} : { expiresAt: row.ends_at.toISOString() }),
    })),
  }
}

function reasonOf({ kind, reason, order_number: number }: CreditRow, settings: Settings): string {
  if (reason !== '') return reason
  const order = number === null ? '' : orderNumber(number, settings)
  switch (kind) {
    case 'given':
      return order === '' ? '' : t('Refund of order {order}', { order })
    case 'used':
      return t('Used for order {order}', { order })
    case 'returned':
      return t('Given back from order {order}', { order })
    case 'expired':
      return t('Ended unused')
  }
}
