import { useRef, useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Select } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { ShownOrder } from '../../orders/read-orders.ts'
import { useFocusWhenCancelled } from '../../orders/use-focus-when-cancelled.ts'
import { cancelOrder } from '../client.ts'
import { isUnshipped } from '../rules.ts'

/** The values are for staff; the labels are shown. */
const REASONS = [
  { value: 'I changed my mind', label: t('I changed my mind') },
  { value: 'I ordered the wrong thing', label: t('I ordered the wrong thing') },
  { value: 'It takes too long', label: t('It takes too long') },
  { value: 'Another reason', label: t('Another reason') },
]

type Props = {
  order: ShownOrder
  /** Called when the order may have changed, so that the orders are reloaded. */
  onChanged: () => void
}

/** A button that asks and then cancels the order. Nothing once it's shipped, and a sentence once it's cancelled. */
export function CancelOrder({ order, onChanged }: Props) {
  const [confirming, setConfirming] = useState(false)
  const [pending, setPending] = useState(false)
  const [reason, setReason] = useState(REASONS[0]?.value ?? '')
  const { _id, orderStatus, isCancelled } = order
  const notice = useRef<HTMLParagraphElement>(null)
  useFocusWhenCancelled(notice, isCancelled)

  async function cancel(): Promise<void> {
    setPending(true)
    const outcome = await cancelOrder(_id, reason)
    setPending(false)
    setConfirming(false)
    showToast(outcome.message, { tone: outcome.ok ? 'ok' : 'bad' })
    onChanged()
  }

  if (isCancelled)
    return (
      <p ref={notice} tabIndex={-1} className="text-sm text-ink-2">
        {order.statusDates.ontheway === null
          ? t(
              'This order won’t be sent. We’re refunding your original payment method. It should reach you within a few days.',
            )
          : t(
              'This order has been cancelled. We’re refunding your original payment method. It should reach you within a few days.',
            )}
      </p>
    )
  if (orderStatus === null || !isUnshipped(orderStatus)) return null
  const refunded = order.refunds.reduce((sum, { amount, state }) => (state === 'failed' ? sum : sum + amount), 0)
  const left = Math.max(0, order.totalPrice - refunded)
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setConfirming(true)}>
        {t('Cancel order')}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={t('Cancel this order?')}
        confirmLabel={t('Yes, cancel')}
        cancelLabel={t('Keep it')}
        pending={pending}
        onConfirm={cancel}
        onCancel={() => setConfirming(false)}
      >
        <p className="mb-4">
          {left === 0
            ? t('Nothing will be sent. Your payment has gone back to you already.')
            : t(
                'Nothing will be sent, and we’ll refund {amount} to your original payment method. It should reach you within a few days.',
                {
                  amount: formatPrice(left),
                },
              )}
        </p>
        <Select label={t('Reason')} value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
          {REASONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </ConfirmDialog>
    </>
  )
}
