import { isStanding, MIN_REFUND_PAISE, type OrderState, type OrderStatus } from './rules.ts'

/** What decides what can be done with an order. */
export interface Doable {
  state: OrderState
  status: OrderStatus | null
  capture_unconfirmed: boolean
  /** What is left of its payment, in paise. */
  left: number
  /** True if the customer's bank took money back by a lost dispute. */
  isTakenBack: boolean
  hasParcels: boolean
  hasInvoice: boolean
  /** True if the provider knows the order, so that it can be asked about its payment. */
  isChecked: boolean
  /** True if a parcel is lost or came back, and its pieces aren't refunded. */
  hasMissingParcel: boolean
  /** True if a parcel was taken in again, and nobody has decided what becomes of it. */
  isBack: boolean
  /** True if each of its parcels was taken in again, or is lost. */
  isAllBack: boolean
  /** True if a parcel came back, by its carrier's word, and wasn't taken in yet. */
  isToReceive: boolean
  /** True if an exchange was asked for, so that the order did arrive. */
  hasExchange: boolean
  lines: readonly { quantity: number; cancelled: number; unshipped: number; exchanging: number }[]
}

/** Calls of the staff site about an order. */
export type OrderCall =
  | 'POST /orders/{id}/confirm'
  | 'POST /orders/{id}/pay-link'
  | 'POST /orders/{id}/ship'
  | 'POST /orders/{id}/parcels/{parcel}/received'
  | 'POST /orders/{id}/resend'
  | 'POST /orders/{id}/close'
  | 'POST /orders/{id}/delivered'
  | 'POST /orders/{id}/not-delivered'
  | 'POST /orders/{id}/cancel'
  | 'POST /orders/{id}/refund'
  | 'POST /orders/{id}/notes'
  | 'POST /orders/{id}/payment/check'
  | 'PATCH /orders/{id}/address'
  | 'GET /orders/{id}/invoice.pdf'
  | 'GET /orders/{id}/packing-slip.pdf'

/** True if money can be refunded: a cancelled order's only if the provider failed to send it back. */
export function canRefund({ state, capture_unconfirmed, left }: Doable): boolean {
  return (state === 'paid' || state === 'cancelled') && !capture_unconfirmed && left >= MIN_REFUND_PAISE
}

/** True if a parcel of an order that is paid at the door has left: then it isn't cancelled any more, but comes back. */
export function isUnpaidAway({ state, status }: Pick<Doable, 'state' | 'status'>): boolean {
  return state === 'placed' && (status === 'ontheway' || status === 'delivered')
}

/** The calls that the server would take about an order now. A screen shows no others (docs/staff-rules.md, A12). */
export function canDo(order: Doable): OrderCall[] {
  const { state, status, capture_unconfirmed, hasParcels, hasInvoice, isChecked, lines } = order
  const isOn = isStanding(state) && !capture_unconfirmed
  const remaining = lines.some(({ quantity, cancelled }) => quantity > cancelled)
  const isUnshipped = status === 'ordered' || status === 'packaging'
  const canShip = isOn && (isUnshipped || status === 'ontheway') && lines.some(({ unshipped }) => unshipped > 0)
  const calls: [OrderCall, boolean][] = [
    ['POST /orders/{id}/confirm', state === 'to_confirm'],
    [
      'POST /orders/{id}/pay-link',
      (state === 'to_confirm' || state === 'placed') && status === 'ordered' && !hasParcels,
    ],
    ['POST /orders/{id}/ship', canShip],
    ['POST /orders/{id}/parcels/{parcel}/received', order.isToReceive],
    ['POST /orders/{id}/resend', isOn && status === 'ontheway' && order.isBack],
    ['POST /orders/{id}/close', isUnpaidAway(order) && hasParcels && order.isAllBack],
    ['POST /orders/{id}/delivered', isOn && status === 'ontheway' && !order.hasMissingParcel],
    ['POST /orders/{id}/not-delivered', isStanding(state) && status === 'delivered' && !order.hasExchange],
    [
      'POST /orders/{id}/cancel',
      (isOn || state === 'to_confirm') && !isUnpaidAway(order) && lines.every(({ exchanging }) => exchanging === 0),
    ],
    ['POST /orders/{id}/refund', canRefund(order)],
    ['POST /orders/{id}/notes', true],
    ['POST /orders/{id}/payment/check', capture_unconfirmed || (status === null && isChecked)],
    ['PATCH /orders/{id}/address', (isOn || state === 'to_confirm') && isUnshipped && !hasParcels],
    ['GET /orders/{id}/invoice.pdf', hasInvoice],
    ['GET /orders/{id}/packing-slip.pdf', status !== null && state !== 'to_confirm' && remaining],
  ]
  return calls.filter(([, isPossible]) => isPossible).map(([name]) => name)
}

/** What comes next for an order, or null if nothing waits. `failed`: a refund of it failed. */
export function nextStep(order: Doable & { failed: boolean; toPack: number }): OrderCall | null {
  if (order.capture_unconfirmed) return 'POST /orders/{id}/payment/check'
  if (order.state === 'to_confirm') return 'POST /orders/{id}/confirm'
  if (order.failed && canRefund(order)) return 'POST /orders/{id}/refund'
  if (order.toPack > 0) return order.isTakenBack ? 'POST /orders/{id}/cancel' : 'POST /orders/{id}/ship'
  if (order.isToReceive) return 'POST /orders/{id}/parcels/{parcel}/received'
  if (isUnpaidAway(order) && order.hasParcels && order.isAllBack) return 'POST /orders/{id}/close'
  if (order.isBack) return 'POST /orders/{id}/resend'
  const isGone = isStanding(order.state) && order.status === 'ontheway' && !order.hasMissingParcel
  return isGone ? 'POST /orders/{id}/delivered' : null
}
