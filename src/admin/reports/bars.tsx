import { type ReactNode, useState } from 'react'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'

type Props = {
  title: string
  /** The day of each bar, as it's shown. */
  days: readonly string[]
  /** Rupees of each day, and of the day at the same place of the period before. */
  values: readonly number[]
  before: readonly number[]
  /** Beside other things, rather than what a page is for. */
  isSmall?: boolean
}

const HEIGHT = 100
const STEP = 10

/** Bars of the days over a line of the days before, with a scale. The table below has the figures. */
export function Bars({ title, days, values, before, isSmall = false }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const scale = scaleFor(Math.max(1, ...values, ...before))
  const top = scale.at(-1) ?? 1
  const heightOf = (value: number) => Math.max(0, (value / top) * HEIGHT)
  const lineOf = before.map((value, at) => `${at * STEP + STEP / 2},${HEIGHT - heightOf(value)}`).join(' ')
  return (
    <figure className="rounded-md border border-line bg-card p-4">
      <figcaption className="flex min-h-6 flex-wrap justify-between gap-x-4 pb-3 text-sm">
        <span className="font-bold">{title}</span>
        {shown === null ? (
          <span className="flex items-center gap-3 text-xs text-ink-2">
            <Key label={t('This period')}>
              <rect width="10" height="10" className="fill-line-strong" />
            </Key>
            <Key label={t('Previous period')}>
              <rect y="4" width="10" height="2" className="fill-ink" />
            </Key>
          </span>
        ) : (
          <span className="text-xs tabular-nums">
            {days[shown]}: <b>{formatRupees(values[shown] ?? 0)}</b>
            <span className="text-ink-3">
              {' '}
              {t('({money} in the previous period)', { money: formatRupees(before[shown] ?? 0) })}
            </span>
          </span>
        )}
      </figcaption>
      <div className={`relative pl-14 ${isSmall ? 'h-32' : 'h-56'}`}>
        {scale.map((value) => (
          <span
            key={value}
            aria-hidden="true"
            className={`absolute inset-x-0 flex h-0 items-center ${PLACES[scale.indexOf(value)]}`}
          >
            <span className="w-14 pr-2 text-right text-2xs text-ink-3 tabular-nums">{shortRupees(value)}</span>
            <span className="flex-1 border-t border-line" />
          </span>
        ))}
        <svg
          viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="relative size-full"
          onPointerLeave={() => setShown(null)}
        >
          {values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            <g key={at} onPointerEnter={() => setShown(at)}>
              <rect
                x={at * STEP}
                width={STEP}
                height={HEIGHT}
                className={shown === at ? 'fill-sunk' : 'fill-transparent'}
              />
              <rect
                x={at * STEP + 2}
                y={HEIGHT - heightOf(value)}
                width={STEP - 4}
                height={heightOf(value)}
                className="fill-line-strong"
              />
            </g>
          ))}
          <polyline
            points={lineOf}
            vectorEffect="non-scaling-stroke"
            className="pointer-events-none fill-none stroke-ink stroke-2"
          />
        </svg>
      </div>
      <p className="flex justify-between pt-1 pl-14 text-xs text-ink-3">
        {[0, (days.length - 1) >> 1, days.length - 1]
          .filter((at, place, all) => all.indexOf(at) === place)
          .map((at) => (
            <span key={at}>{days[at]}</span>
          ))}
      </p>
    </figure>
  )
}

/** From 0 up in three steps of 1, 2 or 5 times a power of ten, so that the highest bar fits. */
export function scaleFor(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / 3))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one * 3 >= highest) ?? highest
  return [0, 1, 2, 3].map((count) => count * step)
}

/** Where the lines of the scale stand, from below. */
const PLACES = ['top-full', 'top-2/3', 'top-1/3', 'top-0'] as const

/** Rs. 20k, Rs. 1.5 lakh: for the scale only. */
function shortRupees(value: number): string {
  if (value >= 100_000) return t('Rs. {count}L', { count: value / 100_000 })
  return value >= 1000 ? t('Rs. {count}k', { count: value / 1000 }) : `Rs. ${value}`
}

function Key({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
        {children}
      </svg>
      {label}
    </span>
  )
}
