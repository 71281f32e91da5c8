import { t } from '#platform/text/t.ts'

/** Five stars in a row, 22 units from one to the next. */
const FIVE = [0, 22, 44, 66, 88]
  .map((x) => `M${x + 10} 1l2.8 6 6.4.7-4.8 4.4 1.4 6.4-5.8-3.3-5.8 3.3 1.4-6.4L${x + 0.8} 7.7l6.4-.7z`)
  .join('')

/** Five stars, filled in proportion to `value` (0 to 5), which is also their accessible name. */
export function Stars({ value, className = 'h-4' }: { value: number; className?: string }) {
  const filled = Math.max(0, Math.min(5, value)) * 22
  return (
    <svg
      role="img"
      aria-label={t('{value} out of 5', { value: String(Math.round(value * 10) / 10) })}
      viewBox="0 0 108 20"
      className={`inline-block w-auto ${className}`}
    >
      <path d={FIVE} className="fill-line" />
      <svg
        aria-hidden="true"
        width={filled}
        height="20"
        viewBox={`0 0 ${filled || 1} 20`}
        preserveAspectRatio="xMinYMin slice"
      >
        <path d={FIVE} className="fill-ink" />
      </svg>
    </svg>
  )
}
