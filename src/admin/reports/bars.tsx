import { t } from '#platform/text/t.ts'

type Props = {
  title: string
  values: readonly number[]
  before: readonly number[]
  /** The labels of the first and the last bar. */
  first: string
  last: string
}

const HEIGHT = 100
const STEP = 10

/** Bars of the days, with those of the days before behind them. The table below has the figures. */
export function Bars({ title, values, before, first, last }: Props) {
  const top = Math.max(1, ...values, ...before)
  const heightOf = (value: number) => Math.max(0, (value / top) * HEIGHT)
  return (
    <figure className="rounded-md border border-line bg-card p-4">
      <figcaption className="flex flex-wrap justify-between gap-x-4 pb-3 text-sm">
        <span className="font-bold">{title}</span>
        <span className="flex items-center gap-3 text-xs text-ink-2">
          <Key className="fill-violet" label={t('This period')} />
          <Key className="fill-line-strong" label={t('Previous period')} />
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-32 w-full"
      >
        {values.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          <g key={at}>
            <rect
              x={at * STEP + 1}
              y={HEIGHT - heightOf(before[at] ?? 0)}
              width={STEP - 2}
              height={heightOf(before[at] ?? 0)}
              className="fill-line-strong"
            />
            <rect
              x={at * STEP + 3}
              y={HEIGHT - heightOf(value)}
              width={STEP - 5}
              height={heightOf(value)}
              className="fill-violet"
            />
          </g>
        ))}
      </svg>
      <p className="flex justify-between pt-1 text-xs text-ink-3">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </figure>
  )
}

function Key({ className, label }: { className: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
        <rect width="10" height="10" className={className} />
      </svg>
      {label}
    </span>
  )
}
