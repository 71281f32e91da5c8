import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import type { OrderDialogProps } from './dialog-props.ts'
import { callText } from './labels.ts'

/** Asks before an order is delivered: its customer is mailed at once. */
export function DeliveredDialog(props: OrderDialogProps) {
  return (
    <DeliveryDialog
      {...props}
      name="POST /orders/{id}/delivered"
      effects={[
        t('The customer gets an e-mail that the order was delivered.'),
        t('The exchange period starts now.'),
        ...(props.order.parcels.length > 1 ? [t('All its parcels count as delivered.')] : []),
      ]}
      done={t('Delivered. The customer has been e-mailed.')}
    />
  )
}

/** Asks before “delivered” is taken back. */
export function NotDeliveredDialog(props: OrderDialogProps) {
  return (
    <DeliveryDialog
      {...props}
      name="POST /orders/{id}/not-delivered"
      effects={[
        t('The order is on its way again, and the exchange period hasn’t started.'),
        t('The customer gets an e-mail that it isn’t delivered yet.'),
      ]}
      done={t('On its way again. The customer has been e-mailed.')}
    />
  )
}

type Props = OrderDialogProps & {
  name: 'POST /orders/{id}/delivered' | 'POST /orders/{id}/not-delivered'
  effects: readonly string[]
  done: string
}

function DeliveryDialog({ order, onClose, onDone, name, effects, done }: Props) {
  const { pending, error, send } = useCall()
  async function confirm(): Promise<void> {
    if ((await send(name, { params: { id: order.id } })) === null) return
    showToast(done, { tone: 'ok' })
    onDone()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('{what}: {number}', { what: callText(name), number: order.number })}
      effects={effects}
      confirmLabel={callText(name)}
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
    />
  )
}
