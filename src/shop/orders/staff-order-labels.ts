import { readableTime } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'
import { dueInCash } from './rules.ts'
import { countText, TROUBLE_LABELS } from './staff-labels.ts'
import type { OrderRecord } from './staff-order-contract.ts'
import type {
  RecordAuditLine,
  RecordDispute,
  RecordExchange,
  RecordParcel,
  RecordRefund,
  StaffOrderRow,
} from './staff-order-sql.server.ts'

const inRupees = (amount: number) => formatRupees(amount / 100)

type Paid = Pick<
  StaffOrderRow,
  | 'state'
  | 'capture_unconfirmed'
  | 'payment_id'
  | 'payment_method'
  | 'paid_at'
  | 'expires_at'
  | 'total_paise'
  | 'credit_paise'
  | 'cancelled_at'
  | 'is_cash_at_provider'
>

/** What the shop knows about the payment of an order, and what to tell its customer. */
export function paymentLabel(order: Paid): OrderRecord['payment'] {
  const { state, payment_id: id, payment_method: method, paid_at, expires_at } = order
  const base = { id, method }
  if (order.capture_unconfirmed)
    return {
      ...base,
      state: 'in_doubt',
      title: 'Checking with the bank',
      text: 'The customer’s payment looks successful, but the payment provider hasn’t confirmed it yet. The shop checks again every few minutes.',
      tell: 'We have your order. Your bank is still confirming the payment. You don’t have to pay again, and we’ll e-mail you.',
    }
  switch (state) {
    case 'creating':
    case 'awaiting_payment':
      if (order.is_cash_at_provider)
        return {
          ...base,
          state: 'waiting',
          title: 'Cash on delivery at the provider',
          text: 'The customer chose cash on delivery in the payment provider’s window, which the shop doesn’t take. The pieces are held until the provider says that it’s paid or failed. Switch it off on the provider’s page.',
          tell: 'We have your order, but can’t take cash at the door for it. We’ll be in touch about it.',
        }
      return {
        ...base,
        state: 'waiting',
        title: 'Waiting for payment',
        text: `No payment has arrived. The pieces are held until ${readableTime(expires_at)}.`,
        tell: 'The order isn’t paid yet: it can be paid under “My orders”. If money has left your account, the order is confirmed by itself, or the money comes back.',
      }
    case 'expired':
    case 'abandoned':
      return {
        ...base,
        state: 'unpaid',
        title: 'Not paid',
        text: 'No payment arrived in time. The pieces are back on sale.',
        tell: 'The order wasn’t paid, so it was closed. If money has left your account, it comes back by itself within a few days.',
      }
    case 'refund_due':
    case 'refunded':
      return {
        ...base,
        state: 'returned',
        title: 'Paid too late, or not the whole amount',
        text: state === 'refunded' ? 'The money was returned.' : 'The money is being returned.',
        tell: 'Your payment came too late or wasn’t the whole amount, so we’ve sent it back. It reaches you within a few days.',
      }
    case 'to_confirm':
    case 'placed':
      return {
        ...base,
        state: 'due',
        title: 'Cash on delivery',
        text: `${inRupees(dueInCash(order))} is paid in cash at the door.`,
        tell: `Please have ${inRupees(dueInCash(order))} ready in cash when the parcel arrives.`,
      }
    case 'paid':
    case 'cancelled':
      if (id === null)
        return {
          ...base,
          state: 'unpaid',
          title: 'Cash on delivery',
          text: 'Cancelled before anything was paid.',
          tell: 'Your order is cancelled. There’s nothing to pay.',
        }
      return {
        ...base,
        state: 'paid',
        title: 'Paid',
        text: paid_at ? `Paid on ${readableTime(paid_at)}, confirmed by the payment provider.` : 'Paid.',
        tell: order.cancelled_at
          ? 'Your order is cancelled, and the payment goes back to where it came from.'
          : 'We have your payment.',
      }
  }
}

const REFUND_STATES = {
  due: 'to be sent to the provider',
  pending: 'accepted by the provider, on its way',
  done: 'sent back by the provider',
  failed: 'failed at the provider: the customer still waits for it',
  withdrawn: 'not made, because the same money was refunded at the provider',
} as const satisfies Record<RecordRefund['state'], string>

export function refundText({ state, source, target, reference, amount_paise, credit_paise }: RecordRefund): string {
  if (credit_paise > 0 && credit_paise === amount_paise) return 'Back in the store credit'
  const back = credit_paise > 0 ? `; ${inRupees(credit_paise)} of it back in the store credit` : ''
  if (target === 'credit') return `Given as store credit${back}`
  if (target === 'bank') return `Transferred to a bank account, ${reference ?? ''}${back}`
  return `${REFUND_STATES[state]}${source === 'provider' ? ', asked for on the provider’s own page' : ''}${back}`
}

/** A dispute in plain words: who has to do what until when. */
export function disputeText({ status, amount_paise, respond_by }: RecordDispute): string {
  const amount = inRupees(amount_paise)
  switch (status) {
    case 'open':
      return `The customer’s bank wants ${amount} back. Answer on the payment provider’s page${
        respond_by ? ` by ${readableTime(respond_by)}` : ''
      }, with the invoice and the tracking number; without an answer the money is lost.`
    case 'under_review':
      return `The bank is deciding about ${amount}. There’s nothing to do until then. Don’t refund it as well.`
    case 'won':
      return `The bank decided for the shop: you keep ${amount}.`
    case 'lost':
      return `The bank decided for the customer: ${amount} was returned.`
    case 'closed':
      return `The dispute about ${amount} is closed.`
  }
}

export function parcelText(parcel: RecordParcel): string {
  const { state, state_at, out_for_delivery_at, delivered_at, shipped_at, received_at, pieces } = parcel
  if (received_at) return `Taken in on ${readableTime(received_at)}: ${foundText(pieces)}`
  if (state === 'delivered') return delivered_at ? `Delivered on ${readableTime(delivered_at)}` : 'Delivered'
  if (state !== 'on_the_way') return `${TROUBLE_LABELS[state]}${state_at ? `, ${readableTime(state_at)}` : ''}`
  if (out_for_delivery_at) return `Out for delivery since ${readableTime(out_for_delivery_at)}`
  return `Shipped on ${readableTime(shipped_at)}`
}

/** What came back, such as "1 fine, 1 missing". */
function foundText(pieces: RecordParcel['pieces']): string {
  const sum = (of: (piece: RecordParcel['pieces'][number]) => number) => pieces.reduce((all, one) => all + of(one), 0)
  const [good, damaged] = [sum((one) => one.good ?? 0), sum((one) => one.damaged ?? 0)]
  const counts: [number, string][] = [
    [good, 'fine'],
    [damaged, 'damaged'],
    [sum(({ quantity }) => quantity) - good - damaged, 'missing'],
  ]
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ')
}

export function exchangeText(exchange: RecordExchange): string {
  const { state, status, received_at, cancelled_at, refunded_at, refusal } = exchange
  if (refunded_at) return 'Ended by a refund'
  if (cancelled_at) return refusal ? `Refused: ${refusal}` : 'Cancelled by the customer'
  switch (state) {
    case 'waiting':
      return 'Exchange requested'
    case 'approved':
      return 'Approved: send the replacement. The old piece isn’t back'
    case 'received':
      return 'The old piece is back: send the replacement'
    case 'on-the-way':
      return [
        status === 'delivered' ? 'The replacement has arrived' : 'The replacement is on its way',
        received_at ? '' : ', the old piece isn’t back',
      ].join('')
    default:
      return 'Done'
  }
}

const STATUS_WORDS: Record<string, string> = {
  packaging: 'Packing',
  ontheway: 'Marked as shipped',
  delivered: 'Delivered',
}

const FIELD_WORDS: Record<string, string> = {
  firstName: 'name',
  lastName: 'name',
  phoneNumber: 'phone',
  email: 'e-mail',
  streetAddress: 'street',
  townCity: 'town',
  state: 'state',
  zipCode: 'PIN',
}

/** An audit line of an order as a sentence without its subject. `withMoney`: with amounts. */
export function auditText({ action, after }: RecordAuditLine, withMoney: boolean): string {
  const { status, reason, refund, carrier, pieces, fields } = after ?? {}
  const amount = withMoney && typeof refund === 'number' ? `: ${formatRupees(refund)}` : ''
  const why = typeof reason === 'string' && reason !== '' ? ` (${reason})` : ''
  switch (action) {
    case 'order.advance':
      return STATUS_WORDS[String(status)] ?? String(status)
    case 'order.confirm':
      return 'Confirmed'
    case 'order.ship':
      return `Shipped ${countText(countPieces(pieces), 'piece')} with ${String(carrier)}`
    case 'order.book':
      return `Booked ${countText(countPieces(pieces), 'piece')} with ${String(carrier)}`
    case 'order.cancel-booking':
      return `Cancelled the booking with ${String(carrier)}`
    case 'order.pay-link':
      return 'Created a payment link for a cash order'
    case 'order.prepaid':
      return 'Paid online instead of in cash'
    case 'order.not-delivered':
      return 'Not delivered after all'
    case 'order.parcel':
      return `Parcel: ${parcelLabel(String(after?.state))}`
    case 'order.receive-parcel':
      return 'Received a returned parcel'
    case 'order.resend':
      return `Sends it again${amount && `, refund${amount}`}`
    case 'order.close':
      return `Closed${why}`
    case 'order.correct-parcel':
      return 'Tracking number corrected'
    case 'order.cancel':
      return `Cancelled${why}${amount && `, refund${amount}`}`
    case 'order.refund':
      return `Refunded${amount}${why}`
    case 'order.address': {
      const names = Array.isArray(fields) ? fields.map((field) => FIELD_WORDS[String(field)] ?? String(field)) : []
      return `Address edited: ${[...new Set(names)].join(', ')}`
    }
    case 'order.note':
      return 'Added a note'
    case 'order.note-change':
      return 'Edited a note'
    case 'order.note-delete':
      return 'Deleted a note'
    case 'order.payment-check':
      return 'Checked with the payment provider'
    default:
      return action
  }
}

/** A state of a parcel as the end of a sentence. */
function parcelLabel(state: string): string {
  const labels: Readonly<Record<string, string>> = {
    ...TROUBLE_LABELS,
    on_the_way: 'On its way',
    delivered: 'Delivered',
  }
  return (labels[state] ?? state).toLowerCase()
}

function countPieces(pieces: unknown): number {
  if (typeof pieces !== 'object' || pieces === null) return 0
  return Object.values(pieces).reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0)
}
