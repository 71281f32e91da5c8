import { formatRupees, type Paise } from '#platform/money.ts'
import type { Settings } from '../settings/rules.ts'
import * as messages from './messages.ts'

/** Why an order can't be paid in cash, in the order in which it's asked (CONTRACT, Cash on delivery). */
export const CASH_REASONS = [
  'off',
  'country',
  'pin',
  'product',
  'below',
  'above',
  'open_orders',
  'returned_before',
] as const
export type CashReason = (typeof CASH_REASONS)[number]

/** Why an order can't be paid in cash, with its sentence. */
export interface CashRefusal {
  reason: CashReason
  message: string
}

/** What decides whether an order may be paid in cash. */
export interface CashFacts {
  settings: Pick<Settings, 'cash.on' | 'cash.from' | 'cash.to' | 'cash.openOrders' | 'cash.afterReturns'>
  /** Null while it isn't known where the order goes. */
  place: { country: string; zipCode: string } | null
  /** False if the place's zone takes no cash, or no parcel gets there. */
  isTakenThere: boolean
  /** The name of a product that can't be paid in cash, or null. */
  product: string | null
  /** What the order would cost in cash, with the fee, before store credit. */
  total: Paise
  /** Orders of this account or phone whose cash isn't in. */
  openOrders: number
  /** Orders that were refused at the door, at this phone number or address. */
  refusals: number
}

/** The first reason why an order can't be paid in cash, with its sentence, or null if it can. 0 is no bound. */
export function refuseCash(facts: CashFacts): CashRefusal | null {
  const { settings, place, isTakenThere, product, total, openOrders, refusals } = facts
  const [from, to, mostOpen] = [settings['cash.from'], settings['cash.to'], settings['cash.openOrders']]
  const no = (reason: CashReason, message: string): CashRefusal => ({ reason, message })
  if (!settings['cash.on']) return no('off', messages.CASH_OFF)
  if (place && place.country !== 'India') return no('country', messages.CASH_IN_INDIA)
  if (place && !isTakenThere) return no('pin', messages.noCashAt(place.zipCode))
  if (product !== null) return no('product', messages.noCashFor(product))
  if (from > 0 && total < toPaiseOf(from)) return no('below', messages.cashFrom(formatRupees(from)))
  if (to > 0 && total > toPaiseOf(to)) return no('above', messages.cashUpTo(formatRupees(to)))
  if (mostOpen > 0 && openOrders >= mostOpen) return no('open_orders', messages.cashOpen(openOrders))
  const afterReturns = settings['cash.afterReturns']
  if (afterReturns > 0 && refusals >= afterReturns) return no('returned_before', messages.CASH_RETURNED)
  return null
}

const toPaiseOf = (rupees: number) => Math.round(rupees * 100)
