import { type SyntheticEvent, useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { ReceiveDialog } from '../returns/receive-dialog.tsx'
import type { OrderDialogProps } from './dialog-props.ts'

type Parcel = OrderRecord['parcels'][number]

/** Takes in a parcel of the order. */
export function ReceiveParcelDialog({ order, parcel, onClose, onDone }: OrderDialogProps & { parcel: Parcel }) {
  const pieces = parcel.pieces.map(({ sku, quantity }) => {
    const line = order.lines.find((one) => one.sku === sku)
    return { sku, quantity, label: line ? `${line.name}, ${line.color} ${line.size}` : sku }
  })
  return <ReceiveDialog orderId={order.id} parcel={parcel} pieces={pieces} onClose={onClose} onDone={onDone} />
}

/** The same of the first parcel that came back, as the order's next step. */
export function ReceiveNextDialog(props: OrderDialogProps) {
  const parcel = props.order.parcels.find((one) => one.isTrouble && one.state === 'returned' && one.receivedAt === null)
  return parcel ? <ReceiveParcelDialog {...props} parcel={parcel} /> : null
}

/** Where a parcel can be sent instead: who it's for stays. */
const FIELDS = [
  ['phoneNumber', t('Phone')],
  ['streetAddress', t('Street')],
  ['zipCode', t('PIN')],
  ['townCity', t('City')],
  ['state', t('State')],
] as const
type FieldName = (typeof FIELDS)[number][0]

/** Has what came back packed again, to the address that is right now. */
export function ResendDialog({ order, onClose, onDone }: OrderDialogProps) {
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({})
  const { pending, error, errorOf, send } = useCall()
  const back = order.parcels.filter(({ isTrouble, receivedAt }) => isTrouble && receivedAt !== null)
  const pieces = back.flatMap((parcel) => parcel.pieces)
  const good = pieces.reduce((sum, piece) => sum + (piece.good ?? 0), 0)
  const bad = pieces.reduce((sum, piece) => sum + piece.quantity, 0) - good
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const address = Object.fromEntries(
      FIELDS.flatMap(([name]) => {
        const value = typed[name]
        return value === undefined || value === order.address[name] ? [] : [[name, value]]
      }),
    )
    const body = Object.keys(address).length > 0 ? { address } : {}
    const done = await send('POST /orders/{id}/resend', { params: { id: order.id }, body })
    if (done === null) return
    showToast(
      done.refund > 0
        ? t('To pack again. {amount} are refunded.', { amount: formatPrice(done.refund) })
        : t('To pack again. The customer has been e-mailed.'),
      { tone: 'ok' },
    )
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('Send again')}>
      <form className="grid gap-4" onSubmit={submit}>
        <ul className="list-disc space-y-1 pl-5 text-ink-2">
          <li>
            {t(
              '{count, plural, one {# piece leaves} other {# pieces leave}} stock and {count, plural, one {is} other {are}} to pack.',
              {
                count: good,
              },
            )}
          </li>
          {bad > 0 ? (
            <li>
              {t(
                '{count, plural, one {# missing or damaged piece is} other {# missing or damaged pieces are}} refunded.',
                {
                  count: bad,
                },
              )}
            </li>
          ) : null}
          <li>{t('The customer gets an e-mail that it’s sent again.')}</li>
        </ul>
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(([name, label]) => {
            const shared = {
              label,
              value: typed[name] ?? order.address[name],
              error: errorOf(`address.${name}`) ?? errorOf(name),
              onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
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
        <FailureNotice text={error} />
        <Button type="submit" variant="primary" pending={pending} disabled={good === 0}>
          {t('Send again')}
        </Button>
      </form>
    </Dialog>
  )
}

type Why = 'refused' | 'not there' | 'other'

/** Ends an order in cash that came back. */
export function CloseDialog({ order, onClose, onDone }: OrderDialogProps) {
  const [why, setWhy] = useState<Why>('refused')
  const [words, setWords] = useState('')
  const { pending, errorBeside, errorOf, send } = useCall()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const reason = why === 'other' ? words : why === 'refused' ? 'refused' : t('Nobody was home')
    if ((await send('POST /orders/{id}/close', { params: { id: order.id }, body: { reason } })) === null) return
    showToast(t('Order closed. Nothing is due for it any more.'), { tone: 'ok' })
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('Close the order')}>
      <form className="grid gap-4" onSubmit={submit}>
        <ul className="list-disc space-y-1 pl-5 text-ink-2">
          <li>{t('The order is cancelled, and nothing is due for it any more.')}</li>
          {order.invoice === null ? null : <li>{t('Its invoice gets a credit note.')}</li>}
          <li>{t('The customer gets an e-mail.')}</li>
        </ul>
        <RadioRow
          legend={t('Why did it come back?')}
          name="why"
          value={why}
          onChange={(value: Why) => setWhy(value)}
          options={[
            { value: 'refused', label: t('Refused at the door') },
            { value: 'not there', label: t('Nobody was home') },
            { value: 'other', label: t('Other') },
          ]}
        />
        {why === 'other' ? (
          <Field
            label={t('Reason, for your records')}
            maxLength={200}
            required
            value={words}
            onChange={(event) => setWords(event.target.value)}
            error={errorOf('reason')}
          />
        ) : null}
        {why === 'refused' ? (
          <p className="text-sm text-ink-2">
            {t('This counts against the phone number and address. After a few, they can only pay online.')}
          </p>
        ) : null}
        <FailureNotice text={errorBeside('reason')} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Close the order')}
        </Button>
      </form>
    </Dialog>
  )
}
