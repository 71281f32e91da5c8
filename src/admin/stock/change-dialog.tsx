import { type SyntheticEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { STOCK_REASONS } from './reasons.ts'

type Props = { stock: StockItem; onDone?: () => void }

/** A change of one SKU's stock, over a list. */
export function ChangeDialog({ stock, onClose }: Props & { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={stock.sku}>
      <ChangeForm stock={stock} onDone={onClose} />
    </Dialog>
  )
}

/** Pieces that come or go, with a reason: the stock itself is never typed, so a sale meanwhile stays. */
export function ChangeForm({ stock, onDone }: Props) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const { send, pending, errorBeside, errorOf } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const change = changeOf(text)
  const { name, color, size, available } = stock
  const step = (by: number) => setText(signed((change ?? 0) + by))
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (change === null || change === 0) return
    const done = await send('POST /stock/{sku}', { params: { sku: stock.sku }, body: { change, reason } })
    if (done === null) return
    setText('')
    showDone(t('{sku}: {available} available.', { sku: stock.sku, available: done.stock.available }), done.undo)
    void revalidate()
    onDone?.()
  }
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">
        {t('{name}: {color}, {size}. {available} available now.', { name, color, size, available })}
      </p>
      <div className="flex items-end gap-2">
        <Button variant="outline" className="px-5" aria-label={t('One fewer')} onClick={() => step(-1)}>
          −
        </Button>
        <div className="min-w-0 flex-1">
          <Field
            label={t('Pieces')}
            value={text}
            placeholder="+5, -2"
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            error={text !== '' && change === null ? t('Please write a number such as +5 or -2.') : errorOf('change')}
          />
        </div>
        <Button variant="outline" className="px-5" aria-label={t('One more')} onClick={() => step(1)}>
          +
        </Button>
      </div>
      <ReasonField reasons={STOCK_REASONS} value={reason} onChange={setReason} error={errorOf('reason')} />
      <FailureNotice text={errorBeside('change', 'reason')} />
      <Button variant="primary" type="submit" pending={pending} disabled={change === null || change === 0}>
        {change === null || change === 0 ? t('Change stock') : t('{change} pieces', { change: signed(change) })}
      </Button>
    </form>
  )
}

function changeOf(text: string): number | null {
  const typed = text.trim().replace('−', '-')
  return /^[+-]?\d{1,7}$/.test(typed) ? Number(typed) : null
}

const signed = (count: number) => (count > 0 ? `+${count}` : String(count))
