import { useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import type { OrderDialogProps } from './dialog-props.ts'
import { isUnshipped, REFUND_REASONS, RestockField } from './refund-fields.tsx'
import { useRefundPreview } from './use-refund-preview.ts'

/** Cancels the order: what goes back, to whom and into the stock, by the server's figures. */
export function CancelDialog({ order, onClose, onDone }: OrderDialogProps) {
  const draft = useDraft<string>(`order-cancel ${order.id} reason`, '')
  const [restock, setRestock] = useState(isUnshipped(order))
  const { review, reviewError } = useRefundPreview(order.id, { kind: 'cancel', restock })
  const { pending, error, errorOf, send } = useCall(draft.keysOf())
  const amount = formatPrice(review?.amount ?? 0)
  async function cancel(): Promise<void> {
    const body = { reason: draft.value, restock, status: review?.status }
    const done = await send('POST /orders/{id}/cancel', { params: { id: order.id }, body })
    if (done === null) return
    draft.clear()
    showToast(t('{number} cancelled.', { number: order.number }), { tone: 'ok' })
    onDone()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Cancel {number}', { number: order.number })}
      lines={review === null ? [] : [[t('The customer gets back'), amount]]}
      effects={review?.effects}
      confirmLabel={
        review === null || review.amount === 0
          ? t('Cancel the order')
          : t('Cancel and refund {amount}', { amount: amount.replace(' ', '\u00a0') })
      }
      cancelLabel={t('Keep order')}
      isReady={review !== null}
      pending={pending}
      error={errorOf('reason') === null ? (error ?? reviewError) : null}
      onConfirm={() => void cancel()}
    >
      <ReasonField reasons={REFUND_REASONS} value={draft.value} onChange={draft.set} error={errorOf('reason')} />
      <RestockField value={restock} onChange={setRestock} />
    </PreviewDialog>
  )
}
