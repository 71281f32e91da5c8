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
        {order.statusDates.ontheway === null ? t('This order won’t be sent.') : t('This order has been cancelled.')}{' '}
        {comesBackText(order)}
      </p>
    )
  if (orderStatus === null || !isUnshipped(orderStatus)) return null
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
        <p className="mb-4">{willComeBackText(order)}</p>
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

/** What was paid and hasn't gone back yet, in rupees: in money, which goes back first, and by store credit. */
function paidOf({ totalPrice, credit, payment, refunds }: ShownOrder): { money: number; credit: number } {
  // Whoever pays in cash has paid nothing else until a parcel is handed over.
  if (payment.state !== 'received') return { money: 0, credit }
  const refunded = refunds.reduce((sum, { amount, state }) => (state === 'failed' ? sum : sum + amount), 0)
  const left = Math.max(0, totalPrice - refunded)
  return { money: Math.max(0, left - credit), credit: Math.min(left, credit) }
}

/** What happens to what was paid once the order is cancelled. */
function willComeBackText(order: ShownOrder): string {
  const paid = paidOf(order)
  const amount = formatPrice(paid.money)
  const credit = formatPrice(paid.credit)
  if (paid.money > 0 && paid.credit > 0)
    return t(
      'Nothing will be sent. We’ll refund {amount} to your original payment method, which should reach you within a few days, and {credit} goes back to your store credit.',
      { amount, credit },
    )
  if (paid.credit > 0) return t('Nothing will be sent, and {credit} goes back to your store credit.', { credit })
  if (paid.money > 0)
    return t(
      'Nothing will be sent, and we’ll refund {amount} to your original payment method. It should reach you within a few days.',
      { amount },
    )
  return order.payment.state === 'received'
    ? t('Nothing will be sent. Your payment has gone back to you already.')
    : t('Nothing will be sent, and there’s nothing to pay.')
}

/** What became of what was paid for a cancelled order. */
function comesBackText({ totalPrice, credit, payment }: ShownOrder): string {
  const parts = [
    payment.method === 'online' && totalPrice > credit
      ? t('We’re refunding your original payment method. It should reach you within a few days.')
      : '',
    credit > 0 ? t('What you paid by store credit is back there.') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('There’s nothing to pay.') : parts.join(' ')
}
