import type { ReactNode } from 'react'

export type Choice<V extends string> = {
  value: V
  label: ReactNode
  /** A second, quieter line; part of the radio's name. */
  detail?: ReactNode
  /** Below the label and outside it: buttons that belong to this choice. */
  actions?: ReactNode
  disabled?: boolean
}

type Props<V extends string> = {
  legend: string
  /** `true` keeps the legend for screen readers only. */
  legendHidden?: boolean
  name: string
  choices: Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  className?: string
}

/** Radio buttons as cards, one below the other: addresses, reasons. Arrow keys work as in any radio group. */
export function RadioCards<V extends string>(props: Props<V>) {
  const { legend, legendHidden = false, name, choices, value, onChange, className = '' } = props
  return (
    <fieldset className={`grid gap-3 ${className}`}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-bold'}>{legend}</legend>
      {choices.map((choice) => (
        <div
          key={choice.value}
          className="rounded-md border-2 border-line bg-card has-checked:border-ink has-disabled:opacity-60"
        >
          <label className={`flex cursor-pointer gap-4 p-4 ${choice.actions ? 'pb-1' : ''}`}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-5 shrink-0 accent-violet"
            />
            <span className="grid min-w-0 gap-1 break-words">
              <span className="font-bold">{choice.label}</span>
              {choice.detail ? <span className="text-sm text-ink-2">{choice.detail}</span> : null}
            </span>
          </label>
          {choice.actions ? <div className="flex flex-wrap gap-2 px-4 pb-1 pl-13">{choice.actions}</div> : null}
        </div>
      ))}
    </fieldset>
  )
}

/** Radio buttons as a row of 48 px boxes: sizes, short choices. */
export function RadioRow<V extends string>(props: Props<V>) {
  const { legend, legendHidden = false, name, choices, value, onChange, className = '' } = props
  return (
    <fieldset className={className}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-bold'}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative grid min-h-12 min-w-12 cursor-pointer place-items-center rounded-sm border border-line-strong bg-card px-3 text-center font-bold has-checked:border-btn has-checked:bg-btn has-checked:text-on-btn has-disabled:cursor-not-allowed has-disabled:line-through has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span>{choice.label}</span>
            {choice.detail ? <span className="text-2xs font-normal">{choice.detail}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
