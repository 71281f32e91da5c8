import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { formatPrice, formatSigned } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { DraftOrder } from '#shop/drafts/staff-contract.ts'
import { addressLines } from '#shop/orders/rules.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { discountRow } from '../orders/labels.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PayLink } from '../parts/pay-link.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { HAND_METHODS, type HandMethod, METHOD_TEXTS, SOURCE_TEXTS, STATE_TEXTS, STATE_TONES } from './labels.ts'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  load('GET /draft-orders/{id}', { params: { id } })

const DAY_MS = 86_400_000

/** `/admin/draft-orders/ID`: an entered order with its link, until it's paid. */
export function Component() {
  const draft = useLoaderData<typeof loader>()
  const { id, state, customer, order } = draft
  return (
    <RecordPage
      title={customer.name || t('Draft order')}
      back={{ to: '/draft-orders', label: t('Draft orders') }}
      state={<Tag tone={STATE_TONES[state]}>{STATE_TEXTS[state]}</Tag>}
      isOpen={state === 'open'}
      actions={state === 'paid' ? undefined : <Remove id={id} />}
      aside={<Pieces draft={draft} />}
    >
      {order === null ? null : (
        <Section title={t('Paid')}>
          <p>
            <Link to={`/orders/${order.id}`} className="font-bold underline underline-offset-4">
              {t('Order {number}', { number: order.number })}
            </Link>
            {draft.paid === null
              ? ''
              : ` · ${[METHOD_TEXTS[draft.paid.method], draft.paid.reference].filter(Boolean).join(' ')}`}
          </p>
        </Section>
      )}
      {state === 'open' ? <LinkSection draft={draft} /> : null}
      {state === 'open' ? <PaidSection draft={draft} /> : null}
      {state === 'lapsed' ? <Lapsed draft={draft} /> : null}
      <CustomerSection draft={draft} />
    </RecordPage>
  )
}

function LinkSection({ draft }: { draft: DraftOrder }) {
  const { pending, error, send } = useCall()
  async function mail(): Promise<void> {
    const sent = await send('POST /draft-orders/{id}/send', { params: { id: draft.id }, body: { by: 'mail' } })
    if (sent) showToast(t('Sent to {email}.', { email: sent.sentTo }), { tone: 'ok' })
  }
  return (
    <Section title={t('Payment link')}>
      <div className="grid gap-3">
        <PayLink customer={draft.customer} total={draft.total} link={draft.link}>
          {draft.customer.email === '' ? null : (
            <Button variant="outline" size="sm" pending={pending} onClick={() => void mail()}>
              {t('Send by e-mail')}
            </Button>
          )}
        </PayLink>
        <FailureNotice text={error} />
        <p className="text-sm text-ink-2">
          {t('The pieces are reserved until')} <When at={draft.holdUntil} />
        </p>
      </div>
    </Section>
  )
}

function PaidSection({ draft }: { draft: DraftOrder }) {
  const [method, setMethod] = useState<HandMethod>('cash')
  const [reference, setReference] = useState('')
  const { pending, error, errorOf, send } = useCall()
  const { revalidate } = useRevalidator()
  const total = method === 'cash' ? draft.totalInCash : draft.total
  async function pay(): Promise<void> {
    const body = { method, reference, total }
    const paid = await send('POST /draft-orders/{id}/paid', { params: { id: draft.id }, body })
    if (paid) await revalidate()
  }
  return (
    <Section title={t('Paid in person')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void pay()
        }}
      >
        <RadioRow
          legend={t('Paid by')}
          name="method"
          options={HAND_METHODS.map((value) => ({ value, label: METHOD_TEXTS[value] }))}
          value={method}
          onChange={setMethod}
        />
        {method === 'cash' ? null : (
          <Field
            label={t('Transfer reference (UTR)')}
            value={reference}
            error={errorOf('reference')}
            autoComplete="off"
            required
            onChange={({ target }) => setReference(target.value)}
          />
        )}
        {total === draft.total ? null : (
          <Notice tone="warn">
            {t('In cash it’s {cash} instead of {online}: an offer applies to online payment only.', {
              cash: formatPrice(total),
              online: formatPrice(draft.total),
            })}
          </Notice>
        )}
        <FailureNotice text={error} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Paid: {total}', { total: formatPrice(total) })}
        </Button>
      </form>
    </Section>
  )
}

function Lapsed({ draft }: { draft: DraftOrder }) {
  const { pending, error, send } = useCall()
  const { revalidate } = useRevalidator()
  async function hold(change: { codes?: string[] } = {}): Promise<void> {
    const body = { holdUntil: new Date(Date.now() + DAY_MS).toISOString(), ...change }
    const held = await send('PATCH /draft-orders/{id}', { params: { id: draft.id }, body }, draft.version)
    if (held) await revalidate()
  }
  return (
    <Section title={t('Not paid in time')}>
      <div className="grid gap-3">
        <p>{t('The pieces are back on sale. The link now says how to contact you.')}</p>
        <FailureNotice text={error} />
        <Button variant="primary" pending={pending} onClick={() => void hold()}>
          {t('Reserve for another day')}
        </Button>
        {error === null || draft.codes.length === 0 ? null : (
          <Button variant="outline" pending={pending} onClick={() => void hold({ codes: [] })}>
            {t('Reserve without {codes}', { codes: draft.codes.join(', ') })}
          </Button>
        )}
      </div>
    </Section>
  )
}

function CustomerSection({
  draft: { customer, address, pickup, note, source, createdBy, createdAt },
}: {
  draft: DraftOrder
}) {
  const place = address === null ? t('The customer enters it on the payment page.') : addressLines(address).join('\n')
  const facts = [
    [t('Phone'), customer.phone],
    [t('E-mail'), customer.email],
    [t('Address'), pickup ? t('Handed over in person') : place],
    [t('For the courier'), note],
    [t('Source'), [SOURCE_TEXTS[source], createdBy].filter(Boolean).join(', ')],
  ]
  return (
    <Section title={t('Customer')}>
      <dl className="grid gap-3">
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt className="text-sm text-ink-3">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
            </div>
          ))}
      </dl>
      <p className="pt-3 text-sm text-ink-3">
        <When at={createdAt} />
      </p>
    </Section>
  )
}

function Pieces({ draft }: { draft: DraftOrder }) {
  const sums: [string, number][] = [
    [t('Goods'), draft.goods],
    ...draft.discounts.map(discountRow),
    [t('Delivery'), draft.delivery],
    [t('GST'), draft.tax],
  ]
  return (
    <Section title={t('Pieces')}>
      <ul className="grid gap-3">
        {draft.lines.map((line) => (
          <li key={line.sku} className="flex items-start gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="block font-bold">{line.name}</span>
              <span className="block text-sm text-ink-2">
                {line.quantity} × {[line.color, line.size].filter(Boolean).join(', ')}
              </span>
              {line.reason === null ? null : <span className="block text-sm text-ink-3">{line.reason}</span>}
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatPrice(line.price * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid gap-1.5 border-t border-line pt-3 tabular-nums">
        {sums.map(([label, amount]) =>
          amount === 0 ? null : (
            <div key={label} className="flex justify-between gap-4">
              <dt>{label}</dt>
              <dd>{formatSigned(amount)}</dd>
            </div>
          ),
        )}
        <div className="flex justify-between gap-4 font-bold">
          <dt>{t('Total')}</dt>
          <dd>{formatPrice(draft.total)}</dd>
        </div>
      </dl>
    </Section>
  )
}

function Remove({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { pending, error, attempt } = useCall()
  const navigate = useNavigate()
  async function remove(): Promise<void> {
    if (!(await attempt('DELETE /draft-orders/{id}', { params: { id } }))?.ok) return setOpen(false)
    showToast(t('Draft order deleted. The pieces are back on sale.'), { tone: 'ok' })
    await navigate('/draft-orders')
  }
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('Delete draft order?')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Cancel')}
        pending={pending}
        onConfirm={() => void remove()}
        onCancel={() => setOpen(false)}
      >
        {t('Its payment link stops working, and its pieces go back on sale.')}
      </ConfirmDialog>
      <FailureNotice text={error} />
    </>
  )
}
