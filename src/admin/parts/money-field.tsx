import type { ReactNode } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { parseRupees } from './rupees.ts'
import { UnitField } from './unit-field.tsx'

type Props = {
  label: string
  /** What was typed, as it was typed. */
  value: string
  onChange: (value: string) => void
  /** The most it can be, in rupees: it stands beside the field. */
  max?: number | undefined
  hint?: ReactNode
  error?: string | null
  required?: boolean
  disabled?: boolean
}

/** An amount of money. What is typed stays as it is; what can't be read is said and kept. */
export function MoneyField({ label, value, onChange, max, hint, error, ...rest }: Props) {
  return (
    <UnitField
      {...rest}
      unit={t('Rs.')}
      isBefore
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={max === undefined ? hint : (hint ?? t('At most {amount}.', { amount: formatPrice(max) }))}
      error={error ?? problemOf(value, max)}
    />
  )
}

function problemOf(value: string, max: number | undefined): string | null {
  if (value.trim() === '') return null
  const rupees = parseRupees(value)
  if (rupees === null) return t('Please enter an amount, e.g. 1,499 or 1499.50.')
  return max !== undefined && rupees > max ? t('That is more than the maximum.') : null
}
