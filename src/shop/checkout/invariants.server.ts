import type { Kysely } from 'kysely'
import { paidForDelivery, paidForLine } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import {
  countRows,
  findViolations,
  inSnapshot,
  type OrderTotal,
  pageOrderTotals,
  type Violation,
} from './invariants-sql.server.ts'

/** The provider's payments and refunds; pass `refunds` only once the shop has synchronised them. */
export interface ProviderState {
  payments: readonly { id: string; status: string }[]
  refunds?: readonly { id: string; amount: number; status: string }[]
}

export interface InvariantReport {
  ok: boolean
  orders: number
  skus: number
  findings: Violation[]
}

/**
 * Checks the invariants in one snapshot of the database: (I1) an order is paid exactly when one captured payment of
 * its amount was received for it, and one in cash is placed before; (I2) stock is the sum of its ledger, and held stock the sum of open orders; (I3) all
 * money captured by the provider belongs to a paid order or exchange, or is being refunded (only with `provider`); (I4) totals equal
 * their lines, and discounts what was taken off lines and delivery; (I5) every order has lines; (I6) no payment is refunded beyond its amount, a cancelled order is refunded
 * in full and has no piece left, and (only with `provider`) both sides have the same refunds; (I7) every paid order has
 * an invoice, one in cash from its first parcel on, each of its refunds a credit note, a dearer replacement a debit note, and their numbers have no gap; (I8) each discount by an offer is a use of it, and its
 * figures are the sum of its uses; (I9) what is left of a customer's store credit is the sum of its entries; (I10) what a replacement costs more
 * is paid by exactly one payment of that sum, which goes back with the pieces, and any other goes back; (I11) orders are listed as partly sent exactly if they are.
 */
export function checkInvariants(db: Kysely<Tables>, provider?: ProviderState): Promise<InvariantReport> {
  const captured = provider?.payments.filter(({ status }) => status === 'captured').map(({ id }) => id) ?? []
  const refunds = provider?.refunds?.filter(({ status }) => status !== 'failed') ?? null
  return inSnapshot(db, async (tx) => {
    const findings = await findViolations(tx, { captured, refunds })
    for await (const page of pageOrderTotals(tx)) findings.push(...page.flatMap(checkTotal))
    return { ok: findings.length === 0, ...(await countRows(tx)), findings }
  })
}

/** Delivery and tax come from the settings when the order was created, and are stored with it. */
function checkTotal(order: OrderTotal): Violation[] {
  const { id: subject, total_paise, lines } = order
  // An order without lines violates I5.
  if (lines.length === 0) return []
  const goods = sumOf(lines.map(paidForLine))
  const total = goods + paidForDelivery(order) + order.tax_paise
  const taken = sumOf(lines.map((line) => line.discount_paise)) + order.delivery_discount_paise
  const granted = sumOf(order.discounts.map(({ amount }) => amount))
  const messages = [
    ...(total === total_paise ? [] : [`the total is ${total_paise} paise, its lines come to ${total}`]),
    ...(granted === taken ? [] : [`its discounts are ${granted} paise, its lines and delivery have ${taken}`]),
  ]
  return messages.map((message) => ({ invariant: 'I4', subject, message }))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
