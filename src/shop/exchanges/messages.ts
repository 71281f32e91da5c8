import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'

/** SPEC 5, to the letter. */
export const FIELDS_MISSING = t('Please fill in all required fields.')
/** SPEC 8. */
export const EXCHANGE_REQUESTED = t('Exchange request submitted successfully!')
export const REQUEST_FAILED = t('Failed to submit exchange request. Please try again.')
/** SPEC 8: the server refused to cancel; the network failed. */
export const CANCEL_FAILED = t('Something went wrong.')
export const CANCEL_UNREACHED = t('An error occurred while cancelling the exchange.')

export const EXCHANGE_CANCELLED = t('Exchange cancelled successfully.')
export const EXCHANGE_NOT_FOUND = t('Exchange not found.')
export const PRODUCT_NOT_IN_ORDER = t('This product isn’t in this order.')
export const NOT_DELIVERED = t('A product can be exchanged once its order has been delivered.')
export function windowClosed(days: number): string {
  return t('The {days}-day exchange window has closed.', { days })
}
export const ALREADY_REQUESTED = t('An exchange has already been requested for this product.')
export const DELIVERED_ALREADY = t('This return has been Delivered.')
export const CANCELLED_ALREADY = t('This return has been cancelled.')
export const REASON_UNKNOWN = t('Please choose one of the reasons.')
export const COLOR_NOT_ALLOWED = t('A colour can be chosen only if the reason is Color Mismatch.')
export const SIZE_NOT_ALLOWED = t('A size can be chosen only if the reason is Size Issue.')
/** No colour or size is chosen in the form. */
export function chooseFirst(choice: 'color' | 'size'): string {
  return choice === 'color' ? t('Choose the colour you want.') : t('Choose the size you want.')
}
export const PIECES_UNKNOWN = t('Choose items of this product from this order.')
export const PIECES_CANCELLED = t('These items of the order have been cancelled.')
export const OTHER_OFF = t('Here a product is exchanged for another colour or size of it, or for the same again.')
export const OTHER_GONE = t('This product isn’t sold any more. Please choose another one.')
export const OTHER_TAX = t(
  'This product has another rate of GST, so yours can’t be exchanged for it. Please choose another one.',
)
export const DIFFERENCE_CHANGED = t('The price has changed. Please look at the difference again.')
export const PHOTO_NEEDED = t('Please add a photo of what’s wrong.')
export const PHOTOS_FULL = t('An exchange can have up to 3 photos. Remove one to add another.')
export const PHOTO_GONE = t('A photo is no longer there. Please add it again.')
export const PHOTOS_OFF = t('Exchanges take no photos here.')
export const EXCHANGE_CHANGED = t('Changed. We’ll send that one.')
export const APPROVED_ALREADY = t(
  'We’re already getting your exchange ready, so it can’t be changed. Please write to us.',
)
export const RECEIVED_ALREADY = t(
  'We already have the old item, so this exchange can’t be cancelled. Please write to us.',
)

const REASON_TEXTS = new Map([
  ['Product Damaged', t('Product Damaged')],
  ['Color Mismatch', t('Color Mismatch')],
  ['Size Issue', t('Size Issue')],
  ['Material Defect', t('Material Defect')],
  ['Other', t('Other')],
])

/** A reason in the language of the page; an unknown reason as it is. */
export function reasonText(reason: string): string {
  return REASON_TEXTS.get(reason) ?? reason
}

/** Its replacement was paid for, so it can't be another one. */
export const DIFFERENCE_PAID = t('The difference in price is paid, so this exchange can’t be changed.')
/** Staff: the customer has to pay more for the replacement first. */
export const differenceUnpaid = (rupees: number, fee: number) => `${chargeText(rupees, fee)} That isn’t paid yet.`

/** What a request costs because it isn't the order's first, in rupees. */
export const feeText = (rupees: number): string =>
  t('Not the first exchange of this order: {amount} is to pay before we send the replacement.', {
    amount: formatPrice(rupees),
  })

/** What there is to pay for an exchange, in rupees with tax, and what for: the replacement's price, the fee of a further exchange, or both. */
export function chargeText(difference: number, fee: number): string {
  const more = (difference * 100 - fee * 100) / 100
  const [amount, part, rest] = [formatPrice(difference), formatPrice(fee), formatPrice(Math.abs(more))]
  if (fee === 0) return t('The replacement costs {amount} more.', { amount })
  if (more === 0) return t('{amount} is to pay for the exchange: it isn’t the order’s first.', { amount })
  return more > 0
    ? t('{amount} is to pay for the exchange: its fee of {fee}, and {rest} for the replacement, which costs more.', {
        amount,
        fee: part,
        rest,
      })
    : t('{amount} is to pay for the exchange: its fee of {fee}, less {rest} for the replacement, which costs less.', {
        amount,
        fee: part,
        rest,
      })
}

/** What an exchange costs (above 0, in rupees) or gives back, for its customer. `fee`: what of it the request itself costs. */
export function differenceText(rupees: number, isPaid: boolean, fee: number): string {
  const amount = formatPrice(Math.abs(rupees))
  if (fee > 0) return textWithFee(amount, { rupees, fees: fee, isPaid })
  if (rupees < 0)
    return t('The replacement costs {amount} less. You get that back when the exchange is done.', { amount })
  return isPaid
    ? t('You paid {amount} more for the replacement.', { amount })
    : `${chargeText(rupees, 0)} ${SENT_ONCE_PAID}`
}

const SENT_ONCE_PAID = t('We send it once that is paid.')

function textWithFee(
  amount: string,
  { rupees, fees, isPaid }: { rupees: number; fees: number; isPaid: boolean },
): string {
  const fee = formatPrice(fees)
  if (rupees < 0) return t('After the fee of {fee}, you get {amount} back when the exchange is done.', { fee, amount })
  if (isPaid) return t('You paid {amount} for the exchange.', { amount })
  return `${chargeText(rupees, fees)} ${SENT_ONCE_PAID}`
}
