import { t } from '#platform/text/t.ts'

type Props = {
  /** The former price, as text. */
  price: string
  /** What it is, for screen readers, such as "MRP". */
  label: string
  /** The discount of the current price, in per cent. */
  percent: number
}

/** A former or printed price beside the current one, with the saving. */
export function StruckPrice({ price, label, percent }: Props) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs font-normal whitespace-nowrap tabular-nums">
      <span className="sr-only">{label}</span>
      <s className="text-ink-3">{price}</s>
      <span className="font-semibold text-ok">{t('{percent}% off', { percent })}</span>
    </span>
  )
}
