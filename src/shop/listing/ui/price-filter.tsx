import { useEffect, useId, useRef, useState } from 'react'
import { PRICE_LIMIT } from '../rules.ts'
import { priceLabel } from './format-filters.ts'

type Props = {
  range: readonly [number, number]
  onCommit: (max: number) => void
}

/** Keys move the slider in steps; the list waits until they rest. */
const REST_MS = 250

/** The highest price, from 0 to 10000; the lowest stays (SPEC section 5). The list is asked when the slider is let go. */
export function PriceFilter({ range, onCommit }: Props) {
  const [draft, setDraft] = useState<number | null>(null)
  const slider = useCommit(range[1], (max) => {
    setDraft(null)
    onCommit(max)
  })
  const id = useId()
  const max = Math.min(draft ?? range[1], PRICE_LIMIT)
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
        max={PRICE_LIMIT}
        step={100}
        value={max}
        aria-valuetext={`up to ${max} rupees`}
        onChange={(event) => setDraft(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-ink"
      />
      <PriceBox key={max} max={max} onCommit={onCommit} />
    </div>
  )
}

/** The browser's own `change`: it comes when a slider is let go. React's `onChange` comes with every step. */
function useCommit(reached: number, commit: (max: number) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const latest = useRef({ reached, commit })
  useEffect(() => {
    latest.current = { reached, commit }
  })
  useEffect(() => {
    const slider = ref.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(() => slider && latest.current.commit(slider.valueAsNumber), REST_MS)
    }
    slider?.addEventListener('change', rest)
    return () => {
      slider?.removeEventListener('change', rest)
      clearTimeout(timer)
    }
  }, [])
  return ref
}

/** An exact amount, for whom a slider is too coarse. Enter or leaving the box commits it. */
function PriceBox({ max, onCommit }: { max: number; onCommit: (max: number) => void }) {
  const id = useId()
  const commit = (text: string) => {
    const value = Math.round(Number(text))
    if (text.trim() !== '' && Number.isFinite(value)) {
      const next = Math.max(0, Math.min(value, PRICE_LIMIT))
      if (next !== max) onCommit(next)
    }
  }
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <label htmlFor={id}>Highest price</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        defaultValue={max}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit(event.currentTarget.value)
        }}
        className="h-11 w-24 rounded-sm border border-line-strong bg-card px-3 text-right text-base tabular-nums"
      />
    </div>
  )
}
