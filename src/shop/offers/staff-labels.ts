import { formatRupees } from '#platform/money.ts'
import type { OfferTerms } from './rules.ts'

/** What an offer gives, in a few words for staff: "10 % off", "3 for Rs. 999", "Buy 2 get 1 free". */
export function offerText({ kind, value, buy }: Pick<OfferTerms, 'kind' | 'value' | 'buy'>): string {
  const { quantity = 0, free = 0 } = buy ?? {}
  switch (kind) {
    case 'percent':
      return `${value} % off`
    case 'amount':
      return `${formatRupees(value)} off`
    case 'delivery':
      return 'Free delivery'
    case 'price':
      return `${quantity} for ${formatRupees(value)}`
    case 'buy':
      return `Buy ${quantity} get ${free} ${value === 100 ? 'free' : `at ${value} % off`}`
  }
}
