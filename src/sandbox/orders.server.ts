import type { Bank } from './bank.ts'
import { findOrderByReceipt, insertOrder } from './books.server.ts'
import { newId } from './ids.ts'
import type { OrderRecord } from './records.ts'
import type { OrderBody } from './requests.ts'

/**
 * The order an earlier create with the same receipt made, for `unique_receipt: true`. A sentence when that one was of
 * another sum; null when there is none.
 */
export function findRetried(bank: Bank, body: OrderBody): OrderRecord | string | null {
  if (body.unique_receipt !== true || !body.receipt) return null
  const known = findOrderByReceipt(bank.store, body.receipt)
  if (!known) return null
  if (known.amount === body.amount && known.currency === body.currency) return known
  return 'An order with this receipt exists with another amount or currency'
}

/** Books a new order under the scenario that was drawn for it. */
export function createOrder(bank: Bank, body: OrderBody, scenario: string | null): OrderRecord {
  const byHand = body.payment?.capture === 'manual' || body.payment_capture === 0 || body.payment_capture === false
  const order: OrderRecord = {
    id: newId('order'),
    amount: body.amount,
    amountPaid: 0,
    currency: body.currency,
    receipt: body.receipt ?? null,
    status: 'created',
    attempts: 0,
    notes: body.notes ?? {},
    autoCapture: !byHand,
    scenario,
    createdAt: bank.now(),
  }
  insertOrder(bank.store, order)
  return order
}
