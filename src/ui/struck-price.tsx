import { t } from '#platform/text/t.ts'

type Props = {
  /** The price that no longer holds, as text. */
  price: string
  /** What it is, for screen readers, such as "MRP". */
  label: string
  /** By how many per cent the present price is lower. */
  percent: number
}

/** A former or printed price beside the present one, with the saving. */
export function StruckPrice({ price, label, percent }: Props) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs font-normal whitespace-nowrap tabular-nums">
      <span className="sr-only">{label}</span>
      <s className="text-ink-3">{price}</s>
      <span className="font-semibold text-ok">{t('{percent}% off', { percent })}</span>
    </span>
  )
}
