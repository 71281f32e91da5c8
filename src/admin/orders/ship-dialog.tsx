import { type SyntheticEvent, useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/record-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, Select } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'

type Draft = { carrier: string; tracking: string; url: string; pieces: Record<string, number> }

/** Records a parcel that leaves now, with all pieces or some of them. At the packing table it is scanned. */
export function ShipDialog({
  order,
  onClose,
  onDone,
}: {
  order: OrderRecord
  onClose: () => void
  onDone: () => void
}) {
  const [carriers, setCarriers] = useState<readonly string[]>([])
  const draft = useDraft<Draft>(`order-ship ${order.id}`, { carrier: '', tracking: '', url: '', pieces: {} })
  const set = (more: Partial<Draft>) => draft.set({ ...draft.value, ...more })
  const { carrier, tracking, url, pieces } = draft.value
  const { pending, error, errorOf, send } = useCall()
  const here = order.lines.filter(({ unshipped }) => unshipped > 0)
  const countOf = (sku: string, most: number) => Math.min(pieces[sku] ?? most, most)
  useEffect(() => {
    void call('GET /carriers').then((result) => {
      if (result.ok) setCarriers(result.data.items.map(({ name }) => name))
    })
  }, [])
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const lines = here
      .map(({ sku, unshipped }) => ({ sku, quantity: countOf(sku, unshipped) }))
      .filter(({ quantity }) => quantity > 0)
    const body = { carrier, tracking, lines, ...(url === '' ? {} : { url }) }
    if ((await send('POST /orders/{id}/ship', { params: { id: order.id }, body })) === null) return
    draft.clear()
    showToast(t('Sent. The customer has a mail.'), { tone: 'ok' })
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('Pack and ship')}>
      <form className="grid gap-4" onSubmit={submit}>
        {here.map(({ sku, name, color, size, unshipped, place }) => (
          <Select
            key={sku}
            label={`${name}, ${color}, ${size}`}
            hint={place === null ? sku : t('{sku}, place {place}', { sku, place })}
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
        <Field
          label={t('Carrier')}
          list="order-carriers"
          required
          value={carrier}
          onChange={(event) => set({ carrier: event.target.value })}
          error={errorOf('carrier')}
        />
        <datalist id="order-carriers">
          {carriers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          label={t('Number of the parcel')}
          autoComplete="off"
          autoCapitalize="characters"
          required
          value={tracking}
          onChange={(event) => set({ tracking: event.target.value })}
          error={errorOf('tracking')}
        />
        <Field
          label={t('Tracking page, if it isn’t the carrier’s usual one')}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={url}
          onChange={(event) => set({ url: event.target.value })}
          error={errorOf('url')}
        />
        {error === null ? null : (
          <Notice tone="bad" live>
            {error}
          </Notice>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {t('It has left')}
        </Button>
      </form>
    </Dialog>
  )
}
