import { t } from '#platform/text/t.ts'
import type { StaffStage } from '#shop/orders/rules.ts'
import type { ListedStaffOrder } from '#shop/orders/staff-contract.ts'
import type { Tone } from '#ui/parts.tsx'

export function stageText(stage: StaffStage): string {
  switch (stage) {
    case 'to-pack':
      return t('To pack')
    case 'shipped':
      return t('On the way')
    case 'out-for-delivery':
      return t('Out for delivery')
    case 'delivered':
      return t('Delivered')
    case 'cancelled':
      return t('Cancelled')
    case 'problems':
      return t('Problems')
  }
}

/** The colour of an order's state. */
export function statusTone({ status, toPack }: { status: ListedStaffOrder['status']; toPack: number }): Tone {
  if (status === null || status === 'cancelled') return 'plain'
  if (toPack > 0) return 'signal'
  // Paid and not gone, but nothing to pack: the payment is in doubt.
  if (status === 'ordered' || status === 'packaging') return 'warn'
  return status === 'delivered' ? 'ok' : 'violet'
}

export function piecesText({ pieces, toPack }: { pieces: number; toPack: number }): string {
  const all = pieces === 1 ? t('1 piece') : t('{pieces} pieces', { pieces })
  return toPack > 0 && toPack < pieces ? t('{all}, {toPack} to pack', { all, toPack }) : all
}

/** The calls of a record as verbs. */
export function callText(name: string): string {
  switch (name) {
    case 'POST /orders/{id}/ship':
      return t('Pack and ship')
    case 'POST /orders/{id}/delivered':
      return t('It was delivered')
    case 'POST /orders/{id}/cancel':
      return t('Cancel the order')
    case 'POST /orders/{id}/refund':
      return t('Refund')
    case 'POST /orders/{id}/payment/check':
      return t('Ask the bank now')
    case 'PATCH /orders/{id}/address':
      return t('Put the address right')
    case 'GET /orders/{id}/invoice.pdf':
      return t('Invoice')
    case 'GET /orders/{id}/packing-slip.pdf':
      return t('Packing slip')
    default:
      return name
  }
}
