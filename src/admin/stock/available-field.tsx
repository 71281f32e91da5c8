import { Check } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { IconButton } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { failureText } from '../parts/failure-text.ts'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { typedChange } from './typed-change.ts'

/** As the product's table of pieces says it in the history. */
const REASON = 'stock set'

/** The pieces that can be bought, as a field: Enter or the tick saves a number or a change such as +5, Escape takes it back. */
export function AvailableField({ stock: { sku, available } }: { stock: Pick<StockItem, 'sku' | 'available'> }) {
  // A sale while somebody types isn't part of what they mean.
  const [typed, setTyped] = useState<{ text: string; seen: number } | null>(null)
  const { pending, attempt } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const change = typed === null ? 0 : typedChange(typed.text, typed.seen)

  async function save(): Promise<void> {
    if (change === null) return
    if (change === 0) return setTyped(null)
    const saved = await attempt('POST /stock/{sku}', { params: { sku }, body: { change, reason: REASON } })
    if (saved === null) return
    if (!saved.ok) return void showToast(failureText(saved), { tone: 'bad' })
    const { stock, undo } = saved.data
    await revalidate()
    setTyped(null)
    showDone(t('{sku}: {available} available.', { sku, available: stock.available }), undo)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    // The row is a link: its field lies above it.
    <span className="relative z-1 inline-flex items-center">
      {typed === null || change === 0 ? null : (
        <IconButton
          label={t('Save {sku}', { sku })}
          disabled={change === null}
          aria-busy={pending}
          className="-my-1 disabled:opacity-40"
          onClick={() => void save()}
        >
          <Check size={20} aria-hidden="true" />
        </IconButton>
      )}
      <input
        aria-label={t('Available of {sku}', { sku })}
        aria-invalid={change === null || undefined}
        autoComplete="off"
        inputMode="numeric"
        enterKeyHint="done"
        value={typed?.text ?? available}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ target }) => setTyped({ text: target.value, seen: typed?.seen ?? available })}
        onKeyDown={onKeyDown}
        className={`h-(--control) w-16 rounded-xs border px-2 text-right font-bold tabular-nums aria-invalid:border-2 aria-invalid:border-bad ${typed === null ? 'border-line-strong bg-card' : 'border-ink bg-violet-soft'}`}
      />
    </span>
  )
}
