import type { ReactNode } from 'react'

export type RadioOption<V extends string> = {
  value: V
  label: ReactNode
  /** A second line in smaller text; part of the radio's accessible name. */
  detail?: ReactNode
  /** Below the label and outside it: buttons that belong to this option. */
  actions?: ReactNode
  disabled?: boolean
}

type Props<V extends string> = {
  legend: string
  /** Shows the legend to screen readers only. */
  legendHidden?: boolean
  name: string
  options: RadioOption<V>[]
  value: V | null
  onChange: (value: V) => void
  className?: string
}

/** A radio group of cards, one below the other: addresses, reasons. */
export function RadioCards<V extends string>(props: Props<V>) {
  const { legend, legendHidden = false, name, options, value, onChange, className = '' } = props
  return (
    <fieldset className={`grid gap-3 ${className}`}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-bold'}>{legend}</legend>
      {options.map((option) => (
        <div
          key={option.value}
          className="rounded-md border-2 border-line bg-card has-checked:border-ink has-disabled:opacity-60"
        >
          <label className={`flex cursor-pointer gap-4 p-4 ${option.actions ? 'pb-1' : ''}`}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 accent-violet"
            />
            <span className="grid min-w-0 gap-1 break-words">
              <span className="font-bold">{option.label}</span>
              {option.detail ? <span className="text-sm text-ink-2">{option.detail}</span> : null}
            </span>
          </label>
          {option.actions ? <div className="flex flex-wrap gap-2 px-4 pb-1 pl-13">{option.actions}</div> : null}
        </div>
      ))}
    </fieldset>
  )
}

/** A radio group of 48 px boxes in a row, for short labels. */
export function RadioRow<V extends string>(props: Props<V>) {
  const { legend, legendHidden = false, name, options, value, onChange, className = '' } = props
  return (
    <fieldset className={className}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-bold'}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid min-h-12 min-w-12 cursor-pointer place-items-center rounded-sm border border-line-strong bg-card px-3 text-center font-bold has-checked:border-btn has-checked:bg-btn has-checked:text-on-btn has-disabled:cursor-not-allowed has-disabled:line-through has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span>{option.label}</span>
            {option.detail ? <span className="text-2xs font-normal">{option.detail}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
