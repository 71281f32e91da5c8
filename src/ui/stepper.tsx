import { t } from '#platform/text/t.ts'
import { PlusIcon } from './icons.tsx'
import { MinusIcon } from './shop-icons.tsx'

type Props = {
  value: number
  /** What is counted, for screen readers: "Four Bars Boxy Tee, M, Black". */
  label: string
  /** Called with `value - 1` or `value + 1`, even below the minimum: the caller shows the message. */
  onChange: (next: number) => void
  disabled?: boolean
  className?: string
}

/** A quantity with Decrease and Increase. The caller keeps its state and limits. */
export function Stepper({ value, label, onChange, disabled = false, className = '' }: Props) {
  const side = 'grid h-full w-11 cursor-pointer place-items-center hover:bg-sunk disabled:cursor-not-allowed'
  return (
    <fieldset
      disabled={disabled}
      className={`inline-flex h-11.5 w-fit max-w-full items-stretch rounded-sm border border-line-strong bg-card disabled:opacity-60 ${className}`}
    >
      <legend className="sr-only">{t('Quantity, {label}', { label })}</legend>
      <button type="button" aria-label={t('Decrease')} className={side} onClick={() => onChange(value - 1)}>
        <MinusIcon size={18} />
      </button>
      <output aria-live="polite" className="grid min-w-8 place-items-center font-bold tabular-nums">
        {value}
      </output>
      <button type="button" aria-label={t('Increase')} className={side} onClick={() => onChange(value + 1)}>
        <PlusIcon size={18} />
      </button>
    </fieldset>
  )
}
