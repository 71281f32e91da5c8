import type { ReactNode } from 'react'

type Props<V extends string, Option> = {
  legend: string
  name: string
  options: readonly Option[]
  value: V | null
  onChange: (value: V) => void
}

type CardOption = {
  value: string
  label: ReactNode
  /** A second line in smaller text, part of the radio's accessible name. */
  detail: ReactNode
  /** Buttons that belong to this option, below its label. */
  actions: ReactNode
}

/** A radio group of cards, one below the other, as for addresses. */
export function RadioCards({ legend, name, options, value, onChange }: Props<string, CardOption>) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-bold">{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className="rounded-md border-2 border-line bg-card has-checked:border-ink">
          <label className="flex cursor-pointer gap-4 p-4 pb-1">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 accent-violet"
            />
            <span className="grid min-w-0 gap-1 wrap-anywhere">
              <span className="font-bold">{option.label}</span>
              <span className="text-sm text-ink-2">{option.detail}</span>
            </span>
          </label>
          <div className="flex flex-wrap gap-2 px-4 pb-1 pl-13">{option.actions}</div>
        </div>
      ))}
    </fieldset>
  )
}

type RowProps<V extends string> = Props<V, { value: V; label: string }> & { className?: string }

/** A radio group of 48 px boxes in a row, for short labels. */
export function RadioRow<V extends string>({ legend, name, options, value, onChange, className }: RowProps<V>) {
  return (
    <fieldset className={className}>
      <legend className="mb-2 text-sm font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid min-h-12 min-w-12 cursor-pointer place-items-center rounded-sm border border-line-strong bg-card px-3 text-center font-bold has-checked:border-btn has-checked:bg-btn has-checked:text-on-btn has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
