import { t } from '#platform/text/t.ts'
import type { ShownDiscount } from '#shop/orders/contract.ts'
import type { ParcelState, StaffStage } from '#shop/orders/rules.ts'
import type { ListedStaffOrder } from '#shop/orders/staff-contract.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import type { Tone } from '#ui/parts.tsx'

export function stageText(stage: StaffStage): string {
  switch (stage) {
    case 'to-confirm':
      return t('To confirm')
    case 'to-pack':
      return t('To pack')
    case 'shipped':
      return t('On its way')
    case 'out-for-delivery':
      return t('Out for delivery')
    case 'delivered':
      return t('Delivered')
    case 'cancelled':
      return t('Cancelled')
    case 'coming-back':
      return t('Coming back')
    case 'problems':
      return t('Problems')
  }
}

/** The colour of an order's state. */
export function statusTone({
  status,
  toPack,
  isTrouble,
}: Pick<ListedStaffOrder, 'status' | 'toPack' | 'isTrouble'>): Tone {
  if (status === null || status === 'cancelled') return 'plain'
  if (isTrouble) return 'bad'
  if (toPack > 0) return 'warn'
  // Paid and not gone, but nothing to pack: the payment is in doubt.
  if (status === 'ordered' || status === 'packaging') return 'warn'
  return status === 'delivered' ? 'ok' : 'violet'
}

export function piecesText({ pieces, toPack }: { pieces: number; toPack: number }): string {
  const all = pieces === 1 ? t('1 piece') : t('{pieces} pieces', { pieces })
  return toPack > 0 && toPack < pieces ? t('{all}, {toPack} to pack', { all, toPack }) : all
}

/** The first product, and how many other lines there are. */
export const productText = ({ product, moreLines }: ListedStaffOrder) =>
  moreLines > 0 ? t('{product} +{count}', { product, count: moreLines }) : product

/** Where a parcel is. */
export function parcelStateText(state: ParcelState): string {
  switch (state) {
    case 'on_the_way':
      return t('On its way')
    case 'attempted':
      return t('Couldn’t be delivered')
    case 'returning':
      return t('Coming back')
    case 'returned':
      return t('Came back')
    case 'lost':
      return t('Lost')
    case 'delivered':
      return t('Delivered')
  }
}

export function parcelTone(state: ParcelState): Tone {
  if (state === 'delivered') return 'ok'
  if (state === 'on_the_way') return 'violet'
  return state === 'lost' ? 'bad' : 'warn'
}

/** What to do about a parcel that isn't simply on its way; null for the others. */
export function parcelAdvice(state: ParcelState): string | null {
  switch (state) {
    case 'attempted':
      return t('Call the customer, then ask the carrier to try again.')
    case 'returning':
      return t('Receive it when it arrives, or ask the carrier to try again.')
    case 'returned':
      return t('Check and receive the pieces: fine ones go into stock. Then send it again, or refund.')
    case 'lost':
      return t('Claim it from the carrier, and refund the pieces or cancel the order.')
    case 'on_the_way':
    case 'delivered':
      return null
  }
}

/** The calls of a record as verbs. */
export function callText(name: string): string {
  switch (name) {
    case 'POST /orders/{id}/confirm':
      return t('Confirm')
    case 'POST /orders/{id}/pay-link':
      return t('Online payment link')
    case 'POST /orders/{id}/ship':
      return t('Pack and ship')
    case 'POST /orders/{id}/parcels/{parcel}/received':
      return t('Receive')
    case 'POST /orders/{id}/close':
      return t('Close the order')
    case 'POST /orders/{id}/resend':
      return t('Send again')
    case 'POST /orders/{id}/delivered':
      return t('Mark as delivered')
    case 'POST /orders/{id}/not-delivered':
      return t('Mark as not delivered')
    case 'POST /orders/{id}/cancel':
      return t('Cancel the order')
    case 'POST /orders/{id}/refund':
      return t('Refund')
    case 'POST /orders/{id}/payment/check':
      return t('Check with the bank')
    case 'PATCH /orders/{id}/address':
      return t('Edit address')
    case 'GET /orders/{id}/invoice.pdf':
      return t('Invoice')
    case 'GET /orders/{id}/packing-slip.pdf':
      return t('Packing slip')
    default:
      return name
  }
}

/** A discount as a row of sums: what gave it, and what it takes off. */
export const discountRow = ({ name, code, amount }: ShownDiscount): [string, number] => [
  code ? `${name} (${code})` : name,
  -amount,
]

/** The sums of an order in rupees, in display order; what is taken off is below 0. Empty if they're not for this person. */
export function moneyRows({
  money,
  discounts,
  cashFee,
}: Pick<OrderRecord, 'money' | 'discounts' | 'cashFee'>): [string, number][] {
  if (money === null) return []
  // What there seldom is stands there if there is some.
  const some = (name: string, amount: number): [string, number][] => (amount === 0 ? [] : [[name, amount]])
  return [
    [t('Goods'), money.goods],
    ...(discounts ?? []).map(discountRow),
    [t('Delivery'), money.delivery],
    ...some(t('Cash on delivery fee'), cashFee ?? 0),
    ...some(t('Tax'), money.tax),
    [t('Total'), money.total],
    ...some(t('Tax included'), money.taxIncluded),
    ...some(t('Paid by store credit'), -money.credit),
    ...some(t('Due in cash'), money.due),
    ...some(t('Refunded'), -money.refunded),
    ...some(t('Charged back by the bank'), -money.lost),
  ]
}
