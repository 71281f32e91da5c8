import type { Bank } from './bank.ts'
import { newId } from './ids.ts'
import type { OrderRecord, PaymentRecord, RefundRecord } from './records.ts'
import { scenarioOf } from './scenario-book.server.ts'
import type { Scenario } from './scenarios.ts'
import { numberOf } from './scenarios.ts'
import { orderOnWire, paymentOnWire, refundOnWire } from './wire.ts'

export type EventType =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'

/** The things an event carries a snapshot of. */
export type Snapshot = { payment: PaymentRecord; order?: OrderRecord; refund?: RefundRecord }

function bodyOf(type: EventType, { payment, order, refund }: Snapshot, now: number): string {
  const payload = {
    ...(refund ? { refund: { entity: refundOnWire(refund) } } : {}),
    payment: { entity: paymentOnWire(payment) },
    ...(order ? { order: { entity: orderOnWire(order) } } : {}),
  }
  return JSON.stringify({
    entity: 'event',
    account_id: 'acc_SandboxAccount',
    event: type,
    contains: Object.keys(payload),
    payload,
    created_at: Math.floor(now / 1000),
  })
}

function signingOf(scenario: Scenario): 'good' | 'bad' | 'old' {
  if (scenario.has('webhook_bad_sig')) return 'bad'
  return scenario.has('webhook_old_secret') ? 'old' : 'good'
}

/**
 * Puts an event into the queue, as the order's scenario wants it: never sent, late, several times, wrongly signed.
 * Its body is fixed here, so every delivery and every retry sends the same bytes and the same event id.
 */
export function emit(bank: Bank, type: EventType, snapshot: Snapshot, order: OrderRecord): void {
  const scenario = scenarioOf(bank, order)
  const now = bank.now()
  const lateMs = Math.round((numberOf(scenario, 'webhook_late') ?? 0) * 1000)
  // Out of order: what happened first is told last.
  const turn = type === 'payment.authorized' || type === 'refund.created' ? 600 : type === 'payment.captured' ? 300 : 0
  const due = now + lateMs + (scenario.has('webhook_reorder') ? turn : 0)
  bank.store
    .sql(
      `INSERT INTO events (id, order_id, type, body, signing, copies, state, due_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      newId('evt').replace('evt_', ''),
      order.id,
      type,
      bodyOf(type, snapshot, now),
      signingOf(scenario),
      Math.max(1, numberOf(scenario, 'webhook_dup') ?? 1),
      scenario.has('webhook_never') ? 'held' : 'pending',
      due,
      now,
    )
  bank.wake()
}
