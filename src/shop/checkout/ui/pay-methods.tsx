import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { RadioCards } from '#ui/radio-group.tsx'
import type { QuoteAnswer } from '../contract.ts'

export type Method = QuoteAnswer['methods'][number]['method']

type Props = {
  methods: QuoteAnswer['methods']
  value: Method
  onChange: (method: Method) => void
  /** What paying in cash costs, in rupees. */
  fee: number
}

/** The ways to pay, once there are two of them. Why cash isn't one is said in words. */
export function PayMethods({ methods, value, onChange, fee }: Props) {
  const cash = methods.find(({ method }) => method === 'cash')
  if (!cash?.allowed) return cash?.message ? <p className="text-sm text-ink-2">{cash.message}</p> : null
  const options = [
    { value: 'online', label: t('Pay now'), detail: t('UPI, cards, net banking and more'), actions: null },
    {
      value: 'cash',
      label: t('Cash on delivery'),
      detail:
        fee > 0
          ? t('Pay when your parcel arrives; fee {fee}', { fee: formatRupees(fee) })
          : t('Pay when your parcel arrives'),
      actions: null,
    },
  ]
  return (
    <RadioCards
      legend={t('How would you like to pay?')}
      name="method"
      options={options}
      value={value}
      onChange={(method) => onChange(method === 'cash' ? 'cash' : 'online')}
    />
  )
}
