import type { ReactNode } from 'react'

export type ProgressStep = { label: string; detail?: ReactNode }

type Props = {
  /** Name of the whole list: "Order progress". */
  label: string
  /** The four steps in order. */
  seats: ProgressStep[]
  /** Index of the step that is under way; `seats.length` when all are done. */
  current: number
  /** Struck through: nothing moves any more. */
  cancelled?: boolean
}

type StepState = 'done' | 'current' | 'next' | 'cancelled'

const SHAPES: Record<StepState, string> = {
  done: 'border-ink bg-ink',
  current: 'border-ink bg-signal',
  next: 'border-line-strong bg-transparent',
  cancelled: 'border-line-strong bg-transparent seat-struck',
}

const SPOKEN: Record<StepState, string> = { done: 'done', current: 'now', next: 'to come', cancelled: 'cancelled' }

/** Progress as four seats that fill up, in words for screen readers. On the last seat nothing is under way any more. */
export function ProgressSteps({ label, seats, current, cancelled = false }: Props) {
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1.5">
      {seats.map((seat, index) => {
        const state = stepState(index, current, cancelled)
        const arrived = state === 'current' && index === seats.length - 1
        return (
          <li key={seat.label} aria-current={state === 'current' ? 'step' : undefined} className="min-w-0 text-center">
            <span
              aria-hidden="true"
              className={`block h-12 rounded-t-md rounded-b-xs border-2 [print-color-adjust:exact] ${SHAPES[state]}`}
            />
            <span
              className={`mt-2 block text-2xs font-bold sm:text-xs ${state === 'next' || cancelled ? 'text-ink-3' : 'text-ink'}`}
            >
              {seat.label}
              <span className="sr-only">, {arrived ? SPOKEN.done : SPOKEN[state]}</span>
            </span>
            {seat.detail ? <span className="block text-2xs text-ink-3">{seat.detail}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

/** What the seat at `index` shows while `current` is under way. */
export function stepState(index: number, current: number, cancelled: boolean): StepState {
  if (cancelled) return 'cancelled'
  if (index < current) return 'done'
  return index === current ? 'current' : 'next'
}
