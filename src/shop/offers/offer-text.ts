import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { OfferTerms } from './rules.ts'

/** What an offer gives, in a few words: "10 % off", "3 for Rs. 999", "Buy 2 get 1 free". */
export function offerText({ kind, value, buy }: Pick<OfferTerms, 'kind' | 'value' | 'buy'>): string {
  const { quantity = 0, free = 0 } = buy ?? {}
  if (kind === 'percent') return t('{value} % off', { value })
  if (kind === 'amount') return t('{value} off', { value: formatRupees(value) })
  if (kind === 'delivery') return t('Free delivery')
  if (kind === 'price') return t('{quantity} for {value}', { quantity, value: formatRupees(value) })
  if (value === 100) return t('Buy {quantity} get {free} free', { quantity, free })
  return t('Buy {quantity} get {free} at {value} % off', { quantity, free, value })
}
