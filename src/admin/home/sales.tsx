import { t } from '#platform/text/t.ts'
import type { Home } from '#shop/owner/staff-contract.ts'
import { Card } from '#ui/parts.tsx'
import { Change } from '../parts/change.tsx'
import { wholeRupees } from '../parts/rupees.ts'

type AllSales = NonNullable<Home['sales']>
type Sold = AllSales['today']

/** Net sales of today and of this week, as the report of sales has them, each beside the same part of a week before. */
export function Sales({ sales: { today, dayBefore, week, weekBefore } }: { sales: AllSales }) {
  return (
    <section aria-label={t('Sold')} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-1">
      <Period title={t('Net sales today')} now={today} before={dayBefore} than={t('by this time a week ago')} />
      <Period title={t('Net sales this week')} now={week} before={weekBefore} than={t('by this time last week')} />
    </section>
  )
}

function Period({ title, now, before, than }: { title: string; now: Sold; before: Sold; than: string }) {
  return (
    <Card>
      <h2 className="text-sm font-bold text-ink-2">{title}</h2>
      <p className="flex flex-wrap items-baseline gap-x-3 pt-1 tabular-nums">
        <span className="font-wide text-xl font-extrabold wrap-anywhere">{wholeRupees(now.money)}</span>
        <Change now={now.money} before={before.money} />
      </p>
      <p className="text-sm tabular-nums">{piecesText(now)}</p>
      <p className="pt-1 text-sm text-ink-3 tabular-nums">
        {before.orders === 0 && before.money === 0
          ? t('Nothing')
          : `${wholeRupees(before.money)}, ${piecesText(before)}`}{' '}
        {than}
      </p>
    </Card>
  )
}

function piecesText({ orders, pieces }: Sold): string {
  const ofOrders = t('{count, plural, one {# order} other {# orders}}', { count: orders })
  const ofPieces = t('{count, plural, one {# piece} other {# pieces}}', { count: pieces })
  return `${ofOrders}, ${ofPieces}`
}
