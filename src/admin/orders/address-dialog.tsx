import type { SyntheticEvent } from 'react'
import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { type RecordFields, useRecordForm } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import type { OrderDialogProps } from './dialog-props.ts'

/** An address as the dialog changes it. */
type Stored = Pick<OrderRecord, 'address' | 'addressVersion'>
type FieldName = 'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'streetAddress' | 'zipCode' | 'townCity' | 'state'

const field = (name: FieldName, label: string) => ({ label, of: ({ address }: Stored) => address[name] })
const FIELDS: RecordFields<Stored, Readonly<Record<FieldName, string>>> = {
  firstName: field('firstName', t('First name')),
  lastName: field('lastName', t('Last name')),
  phoneNumber: field('phoneNumber', t('Phone')),
  email: field('email', t('E-mail')),
  streetAddress: field('streetAddress', t('Street')),
  zipCode: field('zipCode', t('PIN')),
  townCity: field('townCity', t('City')),
  state: field('state', t('State')),
}
// Safe cast: the keys of the object above.
const NAMES = Object.keys(FIELDS) as FieldName[]

/** Corrects address and phone: only what was changed is sent. */
export function AddressDialog({ order, onClose }: OrderDialogProps) {
  const offerUndo = useUndo()
  const form = useRecordForm({
    key: `order-address ${order.id}`,
    stored: { address: order.address, addressVersion: order.addressVersion },
    fields: FIELDS,
    call: (address, { addressVersion }, { attempt }) =>
      attempt('PATCH /orders/{id}/address', { params: { id: order.id }, body: { address } }, addressVersion),
  })
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const done = await form.save()
    if (done === null) return
    offerUndo(t('Address saved.'), done.undo)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('Edit address')}>
      <form className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          {NAMES.map((name) => {
            const shared = {
              label: FIELDS[name].label,
              value: form.values[name],
              error: form.errorOf(name),
              onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
            }
            return name === 'streetAddress' ? (
              <div key={name} className="sm:col-span-2">
                <TextArea {...shared} rows={2} maxLength={200} />
              </div>
            ) : (
              <Field
                key={name}
                {...shared}
                autoComplete="off"
                inputMode={name === 'phoneNumber' ? 'tel' : name === 'zipCode' ? 'numeric' : undefined}
              />
            )
          })}
        </div>
        <ConflictNotice conflict={form.conflict} />
        <FailureNotice text={form.error} />
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            className="flex-1"
            onClick={() => {
              form.discard()
              onClose()
            }}
          >
            {t('Cancel')}
          </Button>
          <Button variant="primary" type="submit" className="flex-1" pending={form.pending} disabled={!form.canSave}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
