import type { JudgedPayment, OrderFacts } from './rules.ts'

/** What can be switched on at the provider's own page and changes payments: cash on delivery, offers, its fee on top. */
export type ProviderSwitch = 'cash' | 'offer' | 'fee'

/** What was switched on at the provider for this payment, or null if nothing shows. */
export function switchedOn(
  { due_paise: total }: Pick<OrderFacts, 'due_paise'>,
  { method, amount, terms }: Pick<JudgedPayment, 'method' | 'amount' | 'terms'>,
): ProviderSwitch | null {
  if (method === 'cod') return 'cash'
  if (!terms || amount === total) return null
  if (amount < total) return terms.offerId === null ? null : 'offer'
  return terms.feeBearer === 'customer' || (terms.fee > 0 && amount - terms.fee === total) ? 'fee' : null
}

/** How many payments were changed by something that is switched on at the provider. */
export interface SwitchCount {
  kind: ProviderSwitch
  count: number
}

/** What to tell the owner, in one sentence. */
export function switchText({ kind, count }: SwitchCount): string {
  const [payments, are] = count === 1 ? ['payment', 'was'] : ['payments', 'were']
  switch (kind) {
    case 'cash':
      return `Cash on delivery is switched on at the payment provider, and ${count} ${count === 1 ? 'order waits' : 'orders wait'} for its money with the stock held: switch it off there, and mark each of them as paid or failed there.`
    case 'offer':
      return `An offer is switched on at the payment provider, so ${count} ${payments} of less than the order ${are} refunded in the last 7 days: switch it off there, and make it an offer of the shop.`
    case 'fee':
      return `The payment provider adds its fee to what customers pay, so ${count} ${payments} of more than the order ${are} refunded in the last 7 days: let the shop bear the fee there.`
  }
}
