import { useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { PayLink } from '../parts/pay-link.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import type { OrderDialogProps } from './dialog-props.ts'
import { callText } from './labels.ts'

const NAME = 'POST /orders/{id}/pay-link'

/** Makes the link by which an order in cash is paid online, and shows it with the sentence to send. */
export function PayLinkDialog({ order, onClose, onDone }: OrderDialogProps) {
  const { pending, error, send } = useCall()
  const [made, setMade] = useState<{ link: string; due: number; until: string } | null>(null)
  const title = t('{what}: {number}', { what: callText(NAME), number: order.number })
  if (made === null)
    return (
      <PreviewDialog
        open
        onClose={onClose}
        title={title}
        effects={[
          t('The customer can pay this order online, without the fee for cash.'),
          t('Once it’s paid, nothing is collected at the door.'),
          t('The link works for 48 hours, until the order is packed.'),
        ]}
        confirmLabel={t('Create the link')}
        pending={pending}
        error={error}
        onConfirm={() => void send(NAME, { params: { id: order.id } }).then(setMade)}
      />
    )
  const { address } = order
  return (
    <Dialog open onClose={onDone} title={title}>
      <PayLink customer={{ name: address.firstName, phone: address.phoneNumber }} total={made.due} link={made.link} />
      <p className="pt-3 text-sm text-ink-2">
        {t('{online} instead of {cash} in cash. The link works until', {
          online: formatPrice(made.due),
          cash: formatPrice(order.money?.due ?? 0),
        })}{' '}
        <When at={made.until} />
      </p>
    </Dialog>
  )
}
