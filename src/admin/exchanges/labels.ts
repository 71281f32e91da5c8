import { t } from '#platform/text/t.ts'
import type { DeskAction, ExchangeState } from '#shop/exchanges/desk-rules.ts'
import type { ShownExchange } from '#shop/exchanges/staff-contract.ts'
import type { Tone } from '#ui/parts.tsx'

export function stateText(state: ExchangeState): string {
  switch (state) {
    case 'waiting':
      return t('To approve')
    case 'approved':
      return t('Approved')
    case 'on-the-way':
      return t('On the way')
    case 'received':
      return t('To send')
    case 'done':
      return t('Done')
    case 'refused':
      return t('Refused')
  }
}

export function stateTone(state: ExchangeState): Tone {
  if (state === 'waiting' || state === 'received') return 'warn'
  if (state === 'done') return 'ok'
  return state === 'refused' ? 'bad' : 'violet'
}

/** True if everything that should have come back is missing. */
function isGivenUp({ receivedAt, lines }: ShownExchange): boolean {
  return receivedAt !== null && lines.every(({ good, damaged }) => good + damaged === 0)
}

/** What the state means for whoever opens the record. */
export function stateLine(exchange: ShownExchange): string {
  const { state, status, isCancelled, hold, receivedAt } = exchange
  if (state === 'on-the-way' && isCancelled)
    return hold === 'taken'
      ? t('The customer cancelled it on its way. The replacement comes back.')
      : t('It was refunded. The old piece may still come back.')
  switch (state) {
    case 'waiting':
      return t('The replacement is reserved until you decide.')
    case 'approved':
      return t('The replacement is on the pick list. The old piece isn’t back yet.')
    case 'on-the-way':
      if (receivedAt === null)
        return status === 'delivered'
          ? t('The replacement has arrived. The old piece isn’t back yet.')
          : t('The replacement has left. The old piece isn’t back yet.')
      return isGivenUp(exchange)
        ? t('The replacement has left. The old piece was given up.')
        : t('The replacement has left. The old piece is back.')
    case 'received':
      return isGivenUp(exchange)
        ? t('The old piece was given up. The replacement is on the pick list.')
        : t('The old piece is back. The replacement is on the pick list.')
    case 'done':
      return t('Nothing is left to do.')
    case 'refused':
      return t('The customer was told why.')
  }
}

export function actionText(action: DeskAction): string {
  switch (action) {
    case 'pay-link':
      return t('Mail the payment link')
    case 'difference':
      return t('Record the payment')
    case 'approve':
      return t('Approve')
    case 'receive':
      return t('Receive')
    case 'ship':
      return t('Send the replacement')
    case 'arrived':
      return t('Mark as delivered')
    case 'pickup':
      return t('Record a pick-up')
    case 'refund':
      return t('Refund instead')
    case 'refuse':
      return t('Refuse')
  }
}

export function stepText(what: ShownExchange['timeline'][number]['what'], exchange: ShownExchange): string {
  switch (what) {
    case 'requested':
      return t('Requested')
    case 'approved':
      return t('Approved')
    case 'paid':
      return t('The replacement was paid for')
    case 'pickup':
      return t('Pick-up of the old piece')
    case 'received':
      return isGivenUp(exchange) ? t('The old piece was given up') : t('The old piece is back')
    case 'shipped':
      return t('The replacement was shipped')
    case 'delivered':
      return t('The replacement has arrived')
    case 'refused':
      return t('Refused')
    case 'refunded':
      return t('Refunded')
    case 'cancelled':
      return t('Cancelled by the customer')
  }
}

/** How money was paid, by hand or by a link. */
export function methodText(method: string): string {
  switch (method) {
    case 'cash':
      return t('Cash')
    case 'upi':
      return 'UPI'
    case 'online':
      return t('Online')
    default:
      return t('Other')
  }
}
