interface Props {
  /** What they fill in, for screen readers. */
  label: string
  options: readonly string[]
  /** The one that stands in the field already. */
  current?: string | undefined
  onPick: (option: string) => void
}

/** Ready values beside a field, each a press: carriers, saved replies. */
export function Chips({ label, options, current, onPick }: Props) {
  if (options.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={current === undefined ? undefined : option === current}
          onClick={() => onPick(option)}
          className="chip max-w-full cursor-pointer truncate rounded-full border border-line-strong bg-card px-3 text-sm hover:bg-sunk aria-pressed:border-ink aria-pressed:bg-sunk aria-pressed:font-bold"
        >
          {option}
        </button>
      ))}
    </fieldset>
  )
}
