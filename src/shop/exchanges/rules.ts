/** SPEC 5: the reasons for an exchange. */
export const EXCHANGE_REASONS = ['Product Damaged', 'Color Mismatch', 'Size Issue', 'Material Defect', 'Other'] as const

/** The further choice that a reason offers (SPEC 5): a colour, a size, or nothing. */
export function choiceFor(reason: string): 'color' | 'size' | null {
  if (reason === 'Color Mismatch') return 'color'
  return reason === 'Size Issue' ? 'size' : null
}

/** True if the shop sent what it shouldn't have: damaged, defective, or not as pictured. */
export function isShopsFault(reason: string): boolean {
  return reason === 'Product Damaged' || reason === 'Material Defect' || reason === 'Color Mismatch'
}

/**
 * What a request costs in rupees, tax included: the setting's fee if the order has had an exchange before, but nothing for what the
 * shop sent wrongly.
 */
export function feeOf(fee: number, { earlier, reason }: { earlier: number; reason: string }): number {
  return earlier === 0 || isShopsFault(reason) ? 0 : fee
}

/** Whether a request takes photos: no, if the customer likes, or it needs one (the setting `exchange.photos`). */
export function photosFor(setting: 'off' | 'optional' | 'required', reason: string): 'off' | 'optional' | 'required' {
  return setting === 'required' && !isShopsFault(reason) ? 'optional' : setting
}

/** True if the customer may still change what an exchange brings: it's only asked for. */
export function canChange(exchange: {
  exchangeStatus: string | null
  isCancelled: boolean
  receivedDate: string | null
}): boolean {
  return exchange.exchangeStatus === 'ordered' && canCancel(exchange)
}

/**
 * True if the customer may still cancel an exchange (SPEC 4): not delivered, not cancelled, and the old piece isn't
 * back.
 */
export function canCancel(exchange: {
  exchangeStatus: string | null
  isCancelled: boolean
  receivedDate: string | null
}): boolean {
  return exchange.exchangeStatus !== 'delivered' && !exchange.isCancelled && exchange.receivedDate === null
}
