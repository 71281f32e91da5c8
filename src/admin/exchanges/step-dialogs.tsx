import { type SyntheticEvent, useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { DeskAction } from '#shop/exchanges/desk-rules.ts'
import type { ShownExchange } from '#shop/exchanges/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { noteCarrier } from '../parts/last-carriers.ts'
import { ParcelFields } from '../parts/parcel-fields.tsx'
import { PayLink } from '../parts/pay-link.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'
import { actionText, methodText } from './labels.ts'

interface Props {
  exchange: ShownExchange
  onClose: () => void
  onDone: () => void
}

/** What a step needs to know. */
export function StepDialog({ action, ...props }: Props & { action: Exclude<DeskAction, 'receive'> }) {
  switch (action) {
    case 'pay-link':
      return <PayLinkDialog {...props} />
    case 'difference':
      return <DifferenceDialog {...props} />
    case 'approve':
    case 'pickup':
    case 'ship':
      return <ParcelDialog action={action} {...props} />
    case 'arrived':
      return <ArrivedDialog {...props} />
    case 'refuse':
      return <RefuseDialog {...props} />
    case 'refund':
      return <RefundDialog {...props} />
  }
}

const NO_PARCEL = { carrier: '', tracking: '', url: '' }

/** The parcel that fetches the old piece, or that brings the replacement. Approving works without one. */
function ParcelDialog({ action, exchange, onClose, onDone }: Props & { action: 'approve' | 'pickup' | 'ship' }) {
  const draft = useDraft(`exchange ${action} ${exchange.id}`, NO_PARCEL)
  const { carrier, tracking, url } = draft.value
  const { pending, errorBeside, errorOf, send } = useCall(draft.keysOf())
  const isNeeded = action !== 'approve'
  const set = (more: Partial<typeof NO_PARCEL>) => draft.set({ ...draft.value, ...more })
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const params = { id: exchange.id }
    const more = url === '' ? {} : { url }
    const parcel = carrier === '' && tracking === '' ? {} : { carrier, tracking, ...more }
    const done =
      action === 'ship'
        ? await send('POST /exchanges/{id}/ship', { params, body: { carrier, tracking, ...more } })
        : await send('POST /exchanges/{id}/approve', { params, body: parcel })
    if (done === null) return
    draft.clear()
    noteCarrier(carrier)
    const mailed = {
      ship: t('Replacement sent. The customer has a mail.'),
      approve: t('Exchange approved. The customer has a mail.'),
      pickup: t('Pick-up recorded. The customer has a mail.'),
    }
    showToast(mailed[action], { tone: 'ok' })
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={actionText(action)}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2">{parcelLine(action)}</p>
        <ParcelFields parcel={draft.value} onChange={set} isNeeded={isNeeded} errorOf={errorOf} />
        <FailureNotice text={errorBeside('carrier', 'tracking', 'url')} />
        <Button type="submit" variant="primary" pending={pending}>
          {actionText(action)}
        </Button>
      </form>
    </Dialog>
  )
}

function parcelLine(action: 'approve' | 'pickup' | 'ship'): string {
  switch (action) {
    case 'approve':
      return t(
        'The replacement goes onto the pick list, and the customer gets a mail. If a courier fetches the old piece, say which; that can also be done later.',
      )
    case 'pickup':
      return t('The parcel that fetches the old piece. The customer gets a mail with its number.')
    case 'ship':
      return t('The replacement leaves the stock, and the customer gets a mail with the parcel’s number.')
  }
}

const payTitle = (amount: string, fee: number) =>
  fee > 0 ? t('{amount} for the exchange', { amount }) : t('{amount} for the replacement', { amount })

interface MadeLink {
  link: string
  total: number
  until: string
  sentTo: string | null
}

/** Makes the link by which what the replacement costs more is paid, mails it, and shows it with the sentence to send. */
function PayLinkDialog({ exchange, onClose, onDone }: Props) {
  const { id, priceDifference, fee, customer, address, email, payLinkUntil } = exchange
  const { pending, error, send } = useCall()
  const [made, setMade] = useState<MadeLink | null>(null)
  const amount = formatPrice(priceDifference)
  const title = payTitle(amount, fee)
  const make = (body: { by?: 'mail' }) =>
    void send('POST /exchanges/{id}/pay-link', { params: { id }, body }).then((done) => {
      if (done?.sentTo) showToast(t('Mailed to {email}.', { email: done.sentTo }), { tone: 'ok' })
      setMade(done)
    })
  const revoke = () =>
    void send('DELETE /exchanges/{id}/pay-link', { params: { id } }).then((done) => {
      if (done === null) return
      showToast(t('The link is revoked.'), { tone: 'ok' })
      onDone()
    })
  if (made === null)
    return (
      <PreviewDialog
        open
        onClose={onClose}
        title={title}
        effects={[
          ...(email === null ? [] : [t('The customer gets a mail with the link.')]),
          t('It can be paid without a login, by UPI, card or net banking, for 48 hours.'),
          t('Once it’s paid, you have a mail, and the exchange can be approved.'),
        ]}
        confirmLabel={email === null ? t('Create the link') : actionText('pay-link')}
        pending={pending}
        error={error}
        onConfirm={() => make(email === null ? {} : { by: 'mail' })}
      >
        {email === null ? null : (
          <Button variant="text" size="sm" className="px-0!" onClick={() => make({})}>
            {t('Create the link without a mail')}
          </Button>
        )}
        {payLinkUntil === null ? null : (
          <p className="text-sm text-ink-2">
            {t('The customer has a link that can be opened until:')} <When at={payLinkUntil} />{' '}
            <Button variant="text" size="sm" className="px-0!" onClick={revoke}>
              {t('Revoke this link')}
            </Button>
          </p>
        )}
      </PreviewDialog>
    )
  return (
    <Dialog open onClose={onDone} title={title}>
      <PayLink
        customer={{ name: customer, phone: address.phone }}
        total={made.total}
        link={made.link}
        exchangeFee={fee}
      />
      <p className="pt-3 text-sm text-ink-2">
        {made.sentTo === null ? null : `${t('Mailed to {email}.', { email: made.sentTo })} `}
        {t('It can be paid until:')} <When at={made.until} />
      </p>
    </Dialog>
  )
}

/** What the replacement costs more, as it came: in cash, or by a transfer with its number. */
function DifferenceDialog({ exchange: { id, priceDifference, fee }, onClose, onDone }: Props) {
  const [paid, setPaid] = useState({ method: 'upi' as 'cash' | 'upi' | 'other', reference: '' })
  const { pending, error, errorOf, send } = useCall()
  const amount = formatPrice(priceDifference)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const { method, reference } = paid
    const body = { method, ...(reference === '' ? {} : { reference }) }
    if ((await send('POST /exchanges/{id}/difference', { params: { id }, body })) === null) return
    showToast(t('Recorded. The exchange can be approved now.'), { tone: 'ok' })
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={payTitle(amount, fee)}>
      <form className="grid gap-4" onSubmit={submit}>
        <RadioRow
          legend={t('Paid by')}
          name="method"
          value={paid.method}
          options={(['upi', 'cash', 'other'] as const).map((value) => ({ value, label: methodText(value) }))}
          onChange={(method: typeof paid.method) => setPaid({ ...paid, method })}
        />
        <Field
          label={paid.method === 'cash' ? t('Reference, if there is one') : t('Number of the transfer')}
          required={paid.method !== 'cash'}
          maxLength={100}
          value={paid.reference}
          onChange={(event) => setPaid({ ...paid, reference: event.target.value })}
          error={errorOf('reference')}
        />
        <FailureNotice text={errorOf('reference') === null ? error : null} />
        <Button type="submit" variant="primary" pending={pending}>
          {actionText('difference')}
        </Button>
      </form>
    </Dialog>
  )
}

function ArrivedDialog({ exchange: { id, receivedAt }, onClose, onDone }: Props) {
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  async function arrived(): Promise<void> {
    const done = await send('POST /exchanges/{id}/arrived', { params: { id } })
    if (done === null) return
    offerUndo(t('Delivered. The customer has a mail.'), done.undo)
    onDone()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={actionText('arrived')}
      effects={[
        t('The customer gets a mail that the replacement was delivered.'),
        receivedAt === null ? t('The exchange goes on until the old piece is back.') : t('The exchange is done.'),
      ]}
      confirmLabel={actionText('arrived')}
      pending={pending}
      error={error}
      onConfirm={() => void arrived()}
    />
  )
}

/** The customer's mail says so. */
const REFUSAL_REASONS = ['It was worn', 'Its tags are missing', 'It came back too late', 'It isn’t from us']

function RefuseDialog({ exchange: { id }, onClose, onDone }: Props) {
  const draft = useDraft<string>(`exchange refuse ${id}`, '')
  const { pending, error, errorOf, send } = useCall(draft.keysOf())
  async function refuse(): Promise<void> {
    const reason = draft.value
    if ((await send('POST /exchanges/{id}/refuse', { params: { id }, body: { reason } })) === null) return
    draft.clear()
    showToast(t('Exchange refused. The customer has a mail.'), { tone: 'ok' })
    onDone()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Refuse the exchange')}
      lines={[[t('Replacement'), t('no longer reserved')]]}
      warning={t('This can’t be undone. The customer gets your reason by mail.')}
      confirmLabel={t('Refuse')}
      pending={pending}
      error={errorOf('reason') === null ? error : null}
      onConfirm={() => void refuse()}
    >
      <ReasonField
        label={t('Reason, which the customer reads')}
        reasons={REFUSAL_REASONS}
        maxLength={500}
        value={draft.value}
        onChange={draft.set}
        error={errorOf('reason')}
      />
    </PreviewDialog>
  )
}

const REFUND_REASONS = ['Out of stock', 'The customer asked for it', 'Damaged', 'Goodwill']

/** The figure comes from the server. */
function RefundDialog({ exchange: { id, refund }, onClose, onDone }: Props) {
  const [reason, setReason] = useState('')
  const { pending, error, errorOf, send } = useCall()
  const amount = refund === null ? '' : formatPrice(refund)
  async function submit(): Promise<void> {
    const done = await send('POST /exchanges/{id}/refund', { params: { id }, body: { reason } })
    if (done === null) return
    showToast(t('{amount} refunded to the customer.', { amount: formatPrice(done.refund) }), { tone: 'ok' })
    onDone()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Refund instead')}
      lines={[
        [t('The customer gets back'), amount],
        [t('Replacement'), t('no longer reserved')],
        [t('Exchange'), t('ends')],
      ]}
      warning={t('This can’t be undone. The customer gets a mail.')}
      confirmLabel={t('Refund {amount}', { amount })}
      isReady={refund !== null}
      pending={pending}
      error={errorOf('reason') === null ? error : null}
      onConfirm={() => void submit()}
    >
      <ReasonField
        label={t('Reason, for your records')}
        reasons={REFUND_REASONS}
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={errorOf('reason')}
      />
    </PreviewDialog>
  )
}
