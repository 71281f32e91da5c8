import type { SyntheticEvent } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { noteCarrier } from '../parts/last-carriers.ts'
import { ParcelFields, type TypedParcel } from '../parts/parcel-fields.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import type { OrderDialogProps } from './dialog-props.ts'

/** What was typed; the rest is as it's booked. */
type Draft = Partial<TypedParcel> & { pieces: Record<string, number> }

/** Records a parcel that leaves now, with all pieces or some of them. At the packing table it is scanned. */
export function ShipDialog({ order, booked, onClose, onDone }: OrderDialogProps) {
  const draft = useDraft<Draft>(`order-ship ${order.id}`, { pieces: {} })
  const set = (more: Partial<Draft>) => draft.set({ ...draft.value, ...more })
  const parcel = { carrier: '', tracking: '', url: '', ...booked, ...draft.value }
  const { carrier, tracking, url, pieces } = parcel
  const { pending, errorBeside, errorOf, send } = useCall(draft.keysOf())
  const here = order.lines.filter(({ unshipped }) => unshipped > 0)
  const countOf = (sku: string, most: number) => Math.min(pieces[sku] ?? most, most)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const lines = here
      .map(({ sku, unshipped }) => ({ sku, quantity: countOf(sku, unshipped) }))
      .filter(({ quantity }) => quantity > 0)
    const body = { carrier, tracking, lines, ...(url === '' ? {} : { url }) }
    if ((await send('POST /orders/{id}/ship', { params: { id: order.id }, body })) === null) return
    draft.clear()
    noteCarrier(carrier)
    showToast(t('Shipped. The customer has been e-mailed.'), { tone: 'ok' })
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('Pack and ship')}>
      <form className="grid gap-4" onSubmit={submit}>
        {order.warning === null ? null : <Notice tone="bad">{order.warning}</Notice>}
        {here.map(({ sku, name, color, size, unshipped, place }) => (
          <Select
            key={sku}
            label={`${name}, ${color}, ${size}`}
            hint={place === null ? sku : t('{sku}, shelf {place}', { sku, place })}
            value={countOf(sku, unshipped)}
            onChange={(event) => set({ pieces: { ...pieces, [sku]: Number(event.target.value) } })}
          >
            {Array.from({ length: unshipped + 1 }, (_, index) => unshipped - index).map((count) => (
              <option key={count} value={count}>
                {count === 0 ? t('not in this parcel') : t('{count} of {left}', { count, left: unshipped })}
              </option>
            ))}
          </Select>
        ))}
        <ParcelFields parcel={parcel} onChange={set} errorOf={errorOf} />
        <FailureNotice text={errorBeside('carrier', 'tracking', 'url')} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Mark as shipped')}
        </Button>
      </form>
    </Dialog>
  )
}
