import { t } from '#platform/text/t.ts'

/** By how much it's more or less than before, if there was anything before. Less of what isn't good, such as refunds, is good. */
export function Change({ now, before, isGood = true }: { now: number; before: number; isGood?: boolean }) {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return <span className="text-sm text-ink-3">{t('as before')}</span>
  return (
    <span className={`text-sm font-bold whitespace-nowrap ${percent > 0 === isGood ? 'text-ok' : 'text-bad'}`}>
      {percent > 0 ? `▲ ${percent.toLocaleString('en-IN')}%` : `▼ ${-percent}%`}
    </span>
  )
}
