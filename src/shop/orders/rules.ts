import { readableTime, type WrittenTime } from '#platform/india-time.ts'
import { type Paise, paise } from '#platform/money.ts'
import { plainCode } from '#platform/text/typed.ts'
import type { Settings } from '../settings/rules.ts'
import type { OrderAddress } from './contract.ts'

/** SPEC 4: the stages an order and an exchange go through, in this order. */
export const ORDER_STATUSES = ['ordered', 'packaging', 'ontheway', 'delivered'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
/** A stage that staff or a carrier sets; its time is in the column of its name. */
export type LaterStatus = Exclude<OrderStatus, 'ordered'>

/** The stages that staff list orders by (CONTRACT). A partly shipped order is both to pack and shipped. */
export const ORDER_STAGES = ['to-confirm', 'to-pack', 'shipped', 'out-for-delivery', 'delivered', 'cancelled'] as const
export type OrderStage = (typeof ORDER_STAGES)[number]
/**
 * Those of the staff site. `coming-back`: a parcel couldn't be delivered, comes back or is back, and nobody has decided about the
 * order yet. `problems`: the payment is in doubt or disputed, a refund failed or is stuck, or a parcel
 * couldn't be delivered, comes back, came back or is lost.
 */
export const STAFF_STAGES = [...ORDER_STAGES, 'coming-back', 'problems'] as const
export type StaffStage = (typeof STAFF_STAGES)[number]

/** Where a parcel is, by its carrier or by staff (CONTRACT part three). */
export const PARCEL_STATES = ['on_the_way', 'attempted', 'returning', 'returned', 'lost', 'delivered'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]
/** Those that somebody has to do something about, the worst first. */
export const TROUBLES = ['lost', 'returned', 'attempted', 'returning'] as const satisfies readonly ParcelState[]
export type Trouble = (typeof TROUBLES)[number]

/**
 * The state of an order's money and stock (docs/reliability.md). `creating` and `awaiting_payment` hold stock;
 * `to_confirm` and `placed` have taken it, and are paid in cash at the door; `expired` and `abandoned` released it;
 * `refund_due` and `refunded` got a late payment or one of a wrong amount; `cancelled` was one of the three that took stock, and
 * what was paid is refunded.
 */
export type OrderState =
  | 'creating'
  | 'awaiting_payment'
  | 'to_confirm'
  | 'placed'
  | 'paid'
  | 'cancelled'
  | 'expired'
  | 'abandoned'
  | 'refund_due'
  | 'refunded'

/** True if an order counts: it's packed and delivered. In SQL: `state in ('placed', 'paid')`. */
export function isStanding(state: OrderState): boolean {
  return state === 'placed' || state === 'paid'
}

/** What is still to come for an order in cash, in paise. */
export function dueInCash(order: { state: OrderState; total_paise: number; credit_paise: number }): Paise {
  const { state, total_paise: total, credit_paise: credit } = order
  return paise(state === 'to_confirm' || state === 'placed' ? total - credit : 0)
}

/** The order's number as people use it, such as FS-10482, with the prefix currently in the settings. */
export function orderNumber(number: number, settings: Pick<Settings, 'order.prefix'>): string {
  return `${settings['order.prefix']}${number}`
}

/** Parses an order number as staff type it (FS-10482, fs 10482, 10482, #10482); null for anything else. */
export function parseOrderNumber(text: string): number | null {
  const digits = /^[^\d]{0,12}(\d{1,9})$/.exec(plainCode(text))?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The time from an exchange request to its expected replacement. */
const EXCHANGE_DELIVERY_DAYS = 7

/** The provider's minimum refund: Rs. 1. */
export const MIN_REFUND_PAISE = 100

const DAY = 24 * 60 * 60 * 1000

/** The money of an order's line, in paise. */
interface LineMoney {
  price_paise: number
  quantity: number
  discount_paise: number
}

/** What was asked for a line, before added tax. */
export function paidForLine({ price_paise, quantity, discount_paise }: LineMoney): Paise {
  return paise(price_paise * quantity - discount_paise)
}

/** The columns with what an order costs besides its goods. */
export interface DeliveryMoney {
  delivery_paise: number
  delivery_discount_paise: number
  cash_fee_paise: number
}

/** What was asked for delivery, with the fee for paying in cash, which is taxed like it. */
export function paidForDelivery({ delivery_paise, delivery_discount_paise, cash_fee_paise }: DeliveryMoney): Paise {
  return paise(delivery_paise - delivery_discount_paise + cash_fee_paise)
}

/** The number of units in all lines, as in "Items (3)". */
export function itemCount(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

type AddressTexts = Readonly<Record<Exclude<keyof OrderAddress, 'phone2'>, string>> & Pick<OrderAddress, 'phone2'>

/** Name, street, town and PIN, state and country, phone numbers, without empty lines. */
export function addressLines(address: AddressTexts): string[] {
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.streetAddress,
    `${address.townCity} ${address.zipCode}`,
    [address.state, address.country].filter(Boolean).join(', '),
    address.phoneNumber,
    address.phone2 ?? '',
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

const NEXT_STATUS = {
  ordered: 'packaging',
  packaging: 'ontheway',
  ontheway: 'delivered',
  delivered: null,
} as const satisfies Record<OrderStatus, LaterStatus | null>

/** The stage after this one; null after the last. */
export function nextStatus(status: OrderStatus): LaterStatus | null {
  return NEXT_STATUS[status]
}

/** What the time of a stage is checked against. `since`: the moment that it can't precede. */
export interface StageLimits {
  since: Date
  now: Date
  /** The exchange days that count from a delivery; null for a replacement, whose delivery starts none. */
  exchangeDays: number | null
}

/**
 * The moment of a stage dated by staff. Of a whole day it is the latest possible for `delivered`, because the
 * customer's exchange days count from it, and else the earliest.
 */
export function stageMoment({ from, to }: WrittenTime, status: LaterStatus, { since, now }: StageLimits): Date {
  if (from >= now || from.getTime() === to.getTime()) return from
  const last = Math.min(to.getTime() - 1, now.getTime())
  return new Date(status === 'delivered' ? last : Math.min(Math.max(from.getTime(), since.getTime()), last))
}

/** Why a stage can't have happened at a moment, or null if it can. */
export function stageProblem(at: Date, { since, now }: StageLimits): string | null {
  if (at > now) return `${readableTime(at)} (in India) is in the future.`
  return at < since
    ? `${readableTime(at)} (in India) is too early: the stage before was on ${readableTime(since)}.`
    : null
}

/** When the exchange days would have ended already at the time of recording a delivery, or null. */
export function pastExchangeEnd(deliveredAt: Date, { now, exchangeDays }: StageLimits): Date | null {
  if (!exchangeDays || isExchangeOpen(deliveredAt, now, exchangeDays)) return null
  return exchangeUntil(deliveredAt, exchangeDays)
}

/** The expected date of the replacement of an exchange requested at this moment. */
export function estimatedExchange(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + EXCHANGE_DELIVERY_DAYS * DAY)
}

/** The last moment at which a product of an order can be exchanged: `days` after its delivery (SPEC 9: 7). */
export function exchangeUntil(deliveredAt: Date, days: number): Date {
  return new Date(deliveredAt.getTime() + days * DAY)
}

/** True if a product of an order can still be exchanged. */
export function isExchangeOpen(deliveredAt: Date, now: Date, days: number): boolean {
  return now.getTime() <= exchangeUntil(deliveredAt, days).getTime()
}
