import { DoorOpen, Package, ReceiptIndianRupee, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/t.ts'
import { CheckIcon } from './shop-icons.tsx'

const GLYPHS = { receipt: ReceiptIndianRupee, parcel: Package, van: Truck, door: DoorOpen }

export type ProgressStep = {
  label: string
  detail?: ReactNode
  /** The picture of the step. */
  glyph: keyof typeof GLYPHS
}

type Props = {
  /** The accessible name of the list: "Order progress". */
  label: string
  /** The steps in order. */
  steps: ProgressStep[]
  /** Index of the current step; `steps.length` when all are done. */
  current: number
  /** Shows all steps as cancelled. */
  cancelled?: boolean
}

type StepState = 'done' | 'current' | 'next' | 'cancelled'

const SHAPES: Record<StepState, string> = {
  done: 'border-ink bg-ink text-paper',
  current: 'border-signal bg-signal text-on-signal',
  next: 'border-line bg-transparent text-ink-3',
  cancelled: 'border-line-strong bg-transparent text-ink-3 step-struck',
}

const STATE_TEXT: Record<StepState, string> = {
  done: t('done'),
  current: t('now'),
  next: t('to come'),
  cancelled: t('cancelled'),
}

/** Progress as steps with pictures; done ones have a tick. Text for screen readers. The last step is done as soon as it is current. */
export function ProgressSteps({ label, steps, current, cancelled = false }: Props) {
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1.5">
      {steps.map((step, index) => {
        const state = stepState(index, current, cancelled)
        const Glyph = GLYPHS[step.glyph]
        const isFinished = state === 'current' && index === steps.length - 1
        return (
          <li key={step.label} aria-current={state === 'current' ? 'step' : undefined} className="min-w-0 text-center">
            <span
              aria-hidden="true"
              className={`flex h-8 items-center justify-center gap-1.5 rounded-sm border keep-colors ${SHAPES[isFinished ? 'done' : state]}`}
            >
              <Glyph size={18} />
              {state === 'done' || isFinished ? <CheckIcon size={16} /> : null}
            </span>
            <span
              className={`mt-2 block text-2xs font-bold wrap-anywhere sm:text-xs ${state === 'next' || cancelled ? 'text-ink-3' : 'text-ink'}`}
            >
              {step.label}
              <span className="sr-only">, {isFinished ? STATE_TEXT.done : STATE_TEXT[state]}</span>
            </span>
            {step.detail ? <span className="block text-2xs text-ink-3">{step.detail}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

/** The state of the step at `index`. */
export function stepState(index: number, current: number, cancelled: boolean): StepState {
  if (cancelled) return 'cancelled'
  if (index < current) return 'done'
  return index === current ? 'current' : 'next'
}
