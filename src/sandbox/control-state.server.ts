import type { Bank } from './bank.ts'
import { allPayments, findOrder, listOrders, paymentsOf } from './books.server.ts'
import { webhookUrlOf } from './delivery.server.ts'
import type { OrderRecord } from './records.ts'
import { allRefunds, refundsOf } from './refund-book.server.ts'
import { int, text, textOrNull } from './rows.ts'
import { queuedScenarios, readSetting } from './scenario-book.server.ts'
import { SCENARIO_NAMES } from './scenarios.ts'
import { orderOnWire, paymentOnWire, refundOnWire } from './wire.ts'

function eventsOf(bank: Bank, orderId: string) {
  const rows = bank.store.sql('SELECT * FROM events WHERE order_id = ? ORDER BY seq').all(orderId)
  return rows.map((row) => ({
    id: text(row, 'id'),
    event: text(row, 'type'),
    state: text(row, 'state'),
    attempts: int(row, 'attempts'),
    copies: int(row, 'copies'),
    last_answer: textOrNull(row, 'last_answer'),
    due_at: int(row, 'due_at'),
    created_at: int(row, 'created_at'),
  }))
}

const orderAndScenario = (order: OrderRecord) => ({ ...orderOnWire(order), scenario: order.scenario })

/** One order with its payments, refunds and events, null when there is none. */
export function orderState(bank: Bank, id: string) {
  const order = findOrder(bank.store, id)
  if (!order) return null
  const payments = paymentsOf(bank.store, id)
  return {
    order: orderAndScenario(order),
    payments: payments.map(paymentOnWire),
    refunds: payments.flatMap((payment) => refundsOf(bank.store, payment.id)).map(refundOnWire),
    events: eventsOf(bank, id),
  }
}

/** How many events stand in which state: `{pending, delivered, held, given_up}`. */
export function eventCounts(bank: Bank): Record<string, number> {
  const counts: Record<string, number> = { pending: 0, delivered: 0, held: 0, given_up: 0 }
  for (const row of bank.store.sql('SELECT state, count(*) AS n FROM events GROUP BY state').all()) {
    counts[text(row, 'state')] = int(row, 'n')
  }
  return counts
}

/** Everything the bank knows, for the ledger checker. */
export function wholeState(bank: Bank) {
  const mix = readSetting(bank, 'mix')
  return {
    orders: listOrders(bank.store, { count: -1, skip: 0 }).map(orderAndScenario),
    payments: allPayments(bank.store).map(paymentOnWire),
    refunds: allRefunds(bank.store).map(refundOnWire),
    events: eventCounts(bank),
    scenarios: {
      known: SCENARIO_NAMES,
      all: readSetting(bank, 'all'),
      next: queuedScenarios(bank),
      mix: mix === null ? null : JSON.parse(mix),
    },
    checkout_script: readSetting(bank, 'script') !== 'off',
    webhook_url: webhookUrlOf(bank),
  }
}
