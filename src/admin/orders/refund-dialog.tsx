import { useState } from 'react'
import { formatPrice, formatSigned } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import type { RefundPreview } from '#shop/refunds/staff-contract.ts'
import { Field } from '#ui/field.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { showToast } from '#ui/toast-store.ts'
import { MoneyField } from '../parts/money-field.tsx'
import { PreviewDialog, type PreviewLine } from '../parts/preview-dialog.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { Thumb } from '../parts/thumb.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import type { OrderDialogProps } from './dialog-props.ts'
import { isUnshipped, REFUND_REASONS, RestockField } from './refund-fields.tsx'
import { type PreviewRequest, useRefundPreview } from './use-refund-preview.ts'

type Draft = {
  by: 'pieces' | 'amount'
  amount: string
  /** By SKU. */
  pieces: Record<string, number>
  restock: boolean
  /** Null for what the order goes by itself. */
  to: Target | null
  reference: string
  reason: string
}

type Target = RefundPreview['ways'][number]

/** Refunds pieces or an amount. Each figure comes from the server, the maximum stands beside the field. */
export function RefundDialog({ order, onClose, onDone }: OrderDialogProps) {
  const hasPieces = order.status !== 'cancelled' && order.lines.some((line) => left(line) > 0)
  const draft = useDraft<Draft>(`order-refund ${order.id}`, {
    by: hasPieces ? 'pieces' : 'amount',
    amount: '',
    pieces: {},
    restock: isUnshipped(order),
    to: null,
    reference: '',
    reason: '',
  })
  const set = (more: Partial<Draft>) => draft.set({ ...draft.value, ...more })
  const { by, amount, restock, reference, reason } = draft.value
  const request = requestOf(order, draft.value)
  const { review, reviewError } = useRefundPreview(order.id, request)
  const { pending, error, errorOf, send } = useCall(draft.keysOf())
  // Which there are is asked once an amount is chosen, and stays while another is.
  const [ways, setWays] = useState<readonly Target[]>(['source'])
  if (review !== null && review.ways.join() !== ways.join()) setWays(review.ways)
  const to = draft.value.to ?? ways[0] ?? 'source'
  async function refund(): Promise<void> {
    if (request === null || request.kind === 'cancel') return
    const { kind: _, ...what } = request
    const transfer = to === 'bank' ? { reference } : {}
    const body = { ...what, to, ...transfer, reason, status: review?.status }
    const done = await send('POST /orders/{id}/refund', { params: { id: order.id }, body })
    if (done === null) return
    draft.clear()
    showToast(doneText(to, formatPrice(done.refund)), { tone: 'ok' })
    onDone()
  }
  const total = formatPrice(review?.amount ?? 0)
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Refund')}
      lines={review === null ? [] : linesOf(review)}
      effects={review?.effects}
      confirmLabel={review === null ? t('Refund') : t('Refund {amount}', { amount: total })}
      isReady={review !== null && (to !== 'bank' || reference.trim() !== '')}
      pending={pending}
      error={errorOf('reason') === null && errorOf('reference') === null ? (error ?? reviewError) : null}
      onConfirm={() => void refund()}
    >
      {hasPieces ? (
        <Choice
          name="by"
          legend={t('What to refund')}
          value={by}
          options={[
            ['pieces', t('Pieces')],
            ['amount', t('An amount')],
          ]}
          onChange={(next) => set({ by: next })}
        />
      ) : null}
      {by === 'amount' ? (
        <MoneyField
          label={t('Amount')}
          required
          value={amount}
          max={order.money?.left}
          onChange={(next) => set({ amount: next })}
        />
      ) : (
        <>
          <Pieces order={order} pieces={draft.value.pieces} onChange={(pieces) => set({ pieces })} />
          <RestockField value={restock} onChange={(next) => set({ restock: next })} />
        </>
      )}
      {ways.length < 2 ? null : (
        <Choice
          name="to"
          legend={t('Refund to')}
          isShown
          value={to}
          options={ways.map((way) => [way, TARGETS[way]])}
          onChange={(next) => set({ to: next })}
        />
      )}
      {to === 'bank' ? (
        <Field
          label={t('Reference of the transfer')}
          hint={t('Make the transfer first, then enter its UTR. The customer sees it.')}
          required
          maxLength={100}
          autoComplete="off"
          value={reference}
          onChange={(event) => set({ reference: event.target.value })}
          error={errorOf('reference')}
        />
      ) : null}
      <ReasonField
        reasons={REFUND_REASONS}
        value={reason}
        onChange={(next) => set({ reason: next })}
        error={errorOf('reason')}
      />
    </PreviewDialog>
  )
}

const TARGETS: Record<Target, string> = {
  source: t('Original payment method'),
  credit: t('Store credit'),
  bank: t('A bank account'),
}

function doneText(to: Target, amount: string): string {
  switch (to) {
    case 'source':
      return t('{amount} refunded to the customer.', { amount })
    case 'credit':
      return t('{amount} of store credit given to the customer.', { amount })
    case 'bank':
      return t('Transfer of {amount} recorded.', { amount })
  }
}

/** One of a few, side by side. */
function Choice<T extends string>({
  name,
  legend,
  isShown = false,
  value,
  options,
  onChange,
}: {
  name: string
  legend: string
  /** Shows the legend to everybody, not only to who listens. */
  isShown?: boolean
  value: T
  options: readonly (readonly [value: T, label: string])[]
  onChange: (value: T) => void
}) {
  return (
    <fieldset>
      <legend className={isShown ? 'text-sm font-bold' : 'sr-only'}>{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map(([one, label]) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={name}
              checked={value === one}
              onChange={() => onChange(one)}
              className="size-5 accent-ink"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type Line = OrderRecord['lines'][number]

/** How many pieces of a line can be refunded. */
const left = ({ quantity, cancelled, exchanging }: Line) => Math.max(0, quantity - cancelled - exchanging)

/** What the server is asked about; null while nothing is chosen, or nothing that can be read. */
function requestOf({ lines }: OrderRecord, { by, amount, pieces, restock, to }: Draft): PreviewRequest | null {
  const where = to === null ? {} : { to }
  if (by === 'amount') {
    const rupees = parseRupees(amount)
    return rupees === null || rupees === 0 ? null : { kind: 'refund', restock, ...where, amount: rupees }
  }
  const chosen = lines
    .map((line) => ({ sku: line.sku, quantity: Math.min(pieces[line.sku] ?? 0, left(line)) }))
    .filter(({ quantity }) => quantity > 0)
  return chosen.length === 0 ? null : { kind: 'refund', restock, ...where, lines: chosen }
}

function Pieces({
  order,
  pieces,
  onChange,
}: {
  order: OrderRecord
  pieces: Record<string, number>
  onChange: (pieces: Record<string, number>) => void
}) {
  return (
    <ul className="grid gap-3">
      {order.lines
        .filter((line) => left(line) > 0)
        .map((line) => {
          const label = `${line.name}, ${line.color}, ${line.size}`
          const count = Math.min(pieces[line.sku] ?? 0, left(line))
          return (
            <li key={line.sku} className="flex items-center gap-3">
              <Thumb picture={line.picture} width={40} />
              <span className="min-w-0 flex-1 text-sm wrap-anywhere">
                <span className="block font-bold">{line.name}</span>
                <span className="text-ink-2">
                  {line.color}, {line.size} · {t('{count} of {left}', { count, left: left(line) })}
                </span>
              </span>
              <Stepper
                value={count}
                label={label}
                onChange={(next) => onChange({ ...pieces, [line.sku]: Math.max(0, Math.min(next, left(line))) })}
              />
            </li>
          )
        })}
    </ul>
  )
}

/** What the customer gets back, as an account that adds up: the pieces, their shares, what went back before, and the sum. */
export function linesOf({
  lines,
  amount,
  maximum,
}: Pick<RefundPreview, 'lines' | 'amount' | 'maximum'>): PreviewLine[] {
  const sumOf = (part: 'tax' | 'delivery' | 'amount') => lines.reduce((sum, line) => sum + line[part], 0)
  const before = lines.length === 0 ? 0 : sumOf('amount') - amount
  const exchanges = lines.map(({ exchange }) => exchange)
  const parts = [
    [t('Delivery share'), sumOf('delivery')],
    [t('Tax share'), sumOf('tax')],
    [t('Paid for the replacement'), exchanges.reduce((sum, one) => sum + Math.max(0, one), 0)],
    [t('The replacement cost less'), exchanges.reduce((sum, one) => sum + Math.min(0, one), 0)],
    [t('Refunded before'), -before],
  ] as const
  return [
    ...lines.map((line): PreviewLine => {
      const what = [`${line.quantity} × ${line.name}`, line.color, line.size].join(', ')
      return [what, formatPrice(line.amount - line.delivery - line.tax - line.exchange), 'part']
    }),
    ...parts.flatMap(([name, sum]): PreviewLine[] =>
      Math.abs(sum) < HALF_A_PAISA ? [] : [[name, formatSigned(sum), 'part']],
    ),
    [t('Refund'), formatPrice(amount), 'sum'],
    [t('Refundable'), formatPrice(maximum), 'note'],
  ]
}

/** Below it, a difference of sums in rupees is none. */
const HALF_A_PAISA = 0.005
