import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { OrderAddress } from '#shop/orders/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { useCall } from '../parts/use-call.ts'
import { changedFields, useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import type { OrderDialogProps } from './dialog-props.ts'

const LABELS = {
  firstName: t('First name'),
  lastName: t('Last name'),
  phoneNumber: t('Phone'),
  email: t('E-mail'),
  streetAddress: t('Street'),
  zipCode: t('PIN'),
  townCity: t('Town'),
  state: t('State'),
} as const

type FieldName = keyof typeof LABELS
// Safe cast: the keys of the object above.
const NAMES = Object.keys(LABELS) as FieldName[]
// Safe cast: it has all the names.
const fieldsOf = (address: OrderAddress) => Object.fromEntries(NAMES.map((name) => [name, address[name]])) as Values
type Values = Record<FieldName, string>

/** Puts address and phone right: only what was changed is sent, with what it was on the screen. */
export function AddressDialog({ order, onClose, onDone }: OrderDialogProps) {
  // As it was when the form was opened: what others save meanwhile is told, not overwritten.
  const [before, setBefore] = useState(() => fieldsOf(order.address))
  const draft = useDraft<Partial<Values>>(`order-address ${order.id}`, {})
  const values = { ...before, ...draft.value }
  const { pending, error, errorOf, failure, send } = useCall()
  const offerUndo = useUndo()
  // Safe cast: the problem of `changed_meanwhile` has the address as it is now.
  const current = failure?.code === 'changed_meanwhile' ? (failure.problem?.current as OrderAddress) : null
  const foreign = current === null ? [] : NAMES.filter((name) => current[name] !== before[name])
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    // A second press after somebody else's change keeps one's own values.
    const base = current === null ? before : fieldsOf(current)
    setBefore(base)
    const address = changedFields(base, { ...base, ...draft.value })
    // Safe cast: `changedFields` has names of the form.
    const was = Object.fromEntries(Object.keys(address).map((name) => [name, base[name as FieldName]]))
    const done = await send('PATCH /orders/{id}/address', { params: { id: order.id }, body: { address, was } })
    if (done === null) return
    draft.clear()
    offerUndo(t('The address is put right.'), done.undo)
    onDone()
  }
  const known = NAMES.some((name) => errorOf(name) !== null)
  return (
    <Dialog open onClose={onClose} title={t('Put the address right')}>
      <form className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          {NAMES.map((name) => {
            const shared = {
              label: LABELS[name],
              value: values[name],
              error: errorOf(name),
              onChange: (event: { target: { value: string } }) =>
                draft.set({ ...draft.value, [name]: event.target.value }),
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
        {error === null || known ? null : (
          <Notice tone="bad" live>
            <p>{error}</p>
            {foreign.map((name) => (
              <p key={name}>
                {LABELS[name]}: “{current?.[name]}”
              </p>
            ))}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            className="flex-1"
            onClick={() => {
              draft.clear()
              onClose()
            }}
          >
            {t('Leave it')}
          </Button>
          <Button type="submit" className="flex-1" pending={pending}>
            {current === null ? t('Save') : t('Save mine')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
