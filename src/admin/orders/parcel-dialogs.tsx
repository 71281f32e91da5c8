import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { ParcelState } from '#shop/orders/rules.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { showToast } from '#ui/toast-store.ts'
import { DayField } from '../parts/day-field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ParcelFields } from '../parts/parcel-fields.tsx'
import { useCall } from '../parts/use-call.ts'
import type { OrderDialogProps } from './dialog-props.ts'
import { parcelStateText } from './labels.ts'

type Props = OrderDialogProps & { parcel: OrderRecord['parcels'][number] }

/** Where a parcel is, since when and why. */
export function ParcelDialog({ order, parcel, onClose, onDone }: Props) {
  const [state, setState] = useState<ParcelState | null>(null)
  const [reason, setReason] = useState('')
  const [day, setDay] = useState('')
  const { pending, errorBeside, errorOf, send } = useCall()
  const isLast =
    state === 'delivered' &&
    order.toPack === 0 &&
    order.parcels.every((one) => one.id === parcel.id || one.state === 'delivered')
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (state === null) return
    const params = { id: order.id, parcel: parcel.id }
    const body = { state, ...(reason === '' ? {} : { reason }), ...(day === '' ? {} : { at: day }) }
    const done = await send('POST /orders/{id}/parcels/{parcel}/state', { params, body })
    if (done === null) return
    showToast(
      done.status === 'delivered'
        ? t('Order delivered. The customer has been e-mailed.')
        : t('Saved: {state}.', { state: parcelStateText(state) }),
      { tone: 'ok' },
    )
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('Update status')}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2 wrap-anywhere">
          {parcel.carrier} {parcel.number}
        </p>
        <RadioRow
          legend={t('Where is the parcel?')}
          name="state"
          value={state}
          onChange={setState}
          options={parcel.states.map((value) => ({ value, label: parcelStateText(value) }))}
          error={errorOf('state')}
        />
        <Field
          label={t('Reason, for your records')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={errorOf('reason')}
        />
        <DayField label={t('Since (if not today)')} isPast value={day} onChange={setDay} error={errorOf('at')} />
        {isLast ? (
          <p className="text-sm text-ink-2">
            {t('This also marks the order as delivered: the customer gets an e-mail, and the exchange period starts.')}
          </p>
        ) : null}
        <FailureNotice text={errorBeside('state', 'reason', 'at')} />
        <Button type="submit" variant="primary" pending={pending} disabled={state === null}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The right carrier, number and tracking page of a parcel. */
export function CorrectDialog({ order, parcel, onClose, onDone }: Props) {
  const [typed, setTyped] = useState({ carrier: parcel.carrier, tracking: parcel.number, url: '' })
  const { pending, errorBeside, errorOf, send } = useCall()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const { carrier, tracking, url } = typed
    const body = { carrier, tracking, ...(url === '' ? {} : { url }) }
    const params = { id: order.id, parcel: parcel.id }
    if ((await send('POST /orders/{id}/parcels/{parcel}/correct', { params, body })) === null) return
    showToast(t('Saved. The customer has been e-mailed the right number.'), { tone: 'ok' })
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('Edit tracking')}>
      <form className="grid gap-4" onSubmit={submit}>
        <ParcelFields parcel={typed} onChange={(changed) => setTyped({ ...typed, ...changed })} errorOf={errorOf} />
        <p className="text-sm text-ink-2">{t('The customer gets an e-mail with the correction.')}</p>
        <FailureNotice text={errorBeside('carrier', 'tracking', 'url')} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}
