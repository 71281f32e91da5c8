import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Checkbox } from '#ui/field.tsx'
import type { QuoteAnswer } from '../contract.ts'

type Props = { quote: QuoteAnswer; value: boolean; onChange: (uses: boolean) => void }

/** Whether store credit pays, as far as it goes: only for who has some. */
export function CreditTick({ quote: { credit, total }, value, onChange }: Props) {
  if (credit.available === 0) return null
  const amount = formatPrice(credit.used > 0 ? credit.used : Math.min(credit.available, total))
  return (
    <Checkbox
      label={t('Use {amount} store credit', { amount })}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
