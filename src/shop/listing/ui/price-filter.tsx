import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { priceLabel } from './format-filters.ts'

type Props = {
  range: readonly [number, number]
  /** The slider's end, in rupees. */
  limit: number
  /** `Infinity` for the slider's end: no bound. */
  onCommit: (max: number) => void
}

/** Several arrow keys within this time apply a single change. */
const DEBOUNCE_MS = 250

/**
 * The highest price, from 0 to 10000 or to the dearest product; the lowest stays (SPEC section 5). Applied when the
 * slider is released.
 */
export function PriceFilter({ range, limit, onCommit }: Props) {
  const [draft, setDraft] = useState<number | null>(null)
  const commit = (max: number) => onCommit(max >= limit ? Number.POSITIVE_INFINITY : max)
  const slider = useCommit((max) => {
    setDraft(null)
    commit(max)
  })
  const id = useId()
  const max = Math.min(draft ?? range[1], limit)
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-bold tabular-nums">
        {priceLabel([range[0], max])}
      </label>
      <input
        ref={slider}
        id={id}
        name="maxPrice"
        type="range"
        min={0}
        max={limit}
        step={100}
        value={max}
        aria-valuetext={t('up to {max} rupees', { max })}
        onChange={(event) => setDraft(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-ink"
      />
      {range[0] === 0 ? null : <input type="hidden" name="minPrice" value={range[0]} />}
      <PriceBox max={max} limit={limit} onCommit={commit} />
    </div>
  )
}

/** The browser's `change` event fires on release; React's `onChange` fires with every step. */
function useCommit(commit: (max: number) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const commitLatest = useEffectEvent(commit)
  useEffect(() => {
    const slider = ref.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const debounce = () => {
      clearTimeout(timer)
      timer = setTimeout(() => slider && commitLatest(slider.valueAsNumber), DEBOUNCE_MS)
    }
    slider?.addEventListener('change', debounce)
    return () => {
      slider?.removeEventListener('change', debounce)
      clearTimeout(timer)
    }
  }, [])
  return ref
}

/** An exact amount, committed on Enter or blur. */
function PriceBox({ max, limit, onCommit }: Omit<Props, 'range'> & { max: number }) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    setDraft(null)
    const value = Math.round(Number(draft))
    if (draft === null || draft.trim() === '' || !Number.isFinite(value)) return
    const next = Math.max(0, Math.min(value, limit))
    if (next !== max) onCommit(next)
  }
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <label htmlFor={id}>{t('Highest price')}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        value={draft ?? max}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit()
        }}
        className="h-11 w-24 rounded-sm border border-line-strong bg-card px-3 text-right text-base tabular-nums"
      />
    </div>
  )
}
