import { type ReactNode, useId } from 'react'

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
        <div key={option.value} className="rounded-md border-2 border-line bg-card has-checked:border-ink sm:flex">
          <label className="flex min-w-0 grow cursor-pointer gap-4 p-4 pb-1 sm:pb-4">
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
          <div className="flex items-start gap-2 px-4 pb-1 pl-13 empty:pb-3 sm:pt-1 sm:pl-0">{option.actions}</div>
        </div>
      ))}
    </fieldset>
  )
}

type RowOption<V extends string> = {
  value: V
  label: ReactNode
  /** A second line in smaller text, which describes the radio: "2 left". */
  detail?: string | null | undefined
  disabled?: boolean
}

type RowProps<V extends string> = Props<V, RowOption<V>> & {
  className?: string
  /** Shown in red below the boxes. */
  error?: string | null
  /** What the choice doesn't offer, below it: "Not in Black: XL". */
  note?: string | null
}

/** A radio group of 48 px boxes in a row, for short labels. */
export function RadioRow<V extends string>(props: RowProps<V>) {
  const { legend, name, options, value, onChange, className, error = null, note = null } = props
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={error === null ? undefined : `${id}e`}>
      <legend className="mb-2 text-sm font-bold wrap-anywhere">{legend}</legend>
      <div
        className={`flex flex-wrap gap-2 rounded-sm ${error === null ? '' : 'outline-2 outline-offset-4 outline-bad'}`}
      >
        {options.map((option, index) => (
          <label
            key={option.value}
            className="relative grid min-h-12 min-w-12 cursor-pointer place-content-center justify-items-center rounded-sm border border-line-strong bg-card px-3 text-center font-bold has-checked:border-btn has-checked:bg-btn has-checked:text-on-btn has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)] has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:bg-transparent has-disabled:text-ink-3"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              aria-describedby={option.detail ? `${id}${index}` : undefined}
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            />
            <span className="wrap-anywhere">{option.label}</span>
            {option.detail ? (
              <span id={`${id}${index}`} aria-hidden="true" className="text-2xs font-normal">
                {option.detail}
              </span>
            ) : null}
          </label>
        ))}
      </div>
      {error === null ? null : (
        <p id={`${id}e`} className="pt-3 text-sm font-bold text-bad">
          {error}
        </p>
      )}
      {note === null ? null : <p className="pt-2 text-sm text-ink-3">{note}</p>}
    </fieldset>
  )
}
