import { Form, Link, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { DayField } from '../parts/day-field.tsx'

/** The days of a report, in its address. The server names today, so the last days are counted from the report's end. */
export function PeriodForm({ period }: { period: { from: string; to: string } }) {
  const [query] = useSearchParams()
  const compare = query.get('compare') ?? 'before'
  // What returns are counted by.
  const by = query.get('by')
  // A new key for another value: fields without a state of their own follow the address, and the button keeps the focus.
  const offered = shortcuts(period.to)
  // In a month of 30 days two of them are the same days: one is marked.
  const current = offered.find(({ from, to }) => from === period.from && to === period.to)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 pb-1">
      <ul className="-mx-4 flex gap-x-4 overflow-x-auto px-4 text-sm whitespace-nowrap sm:mx-0 sm:px-0">
        {offered.map(({ label, from, to }) => (
          <li key={label}>
            <Link
              to={{ search: new URLSearchParams({ from, to, compare, ...(by === null ? {} : { by }) }).toString() }}
              aria-current={label === current?.label ? 'true' : undefined}
              className="inline-flex min-h-11 min-w-11 items-center justify-center text-ink-2 no-underline hover:underline aria-[current]:font-bold aria-[current]:text-ink lg:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <details className="open:w-full">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-sm font-bold lg:min-h-9">
          {t('Choose days')}
          <ChevronDownIcon size={18} />
        </summary>
        <Form className="grid grid-cols-1 pt-2 pb-3 items-end gap-3 min-[22rem]:grid-cols-2 sm:flex sm:flex-wrap">
          {by === null ? null : <input type="hidden" name="by" value={by} />}
          <div className="min-w-0">
            <DayField label={t('From')} name="from" isPast value={period.from} required />
          </div>
          <div className="min-w-0">
            <DayField label={t('To')} name="to" isPast value={period.to} required />
          </div>
          <div className="min-[22rem]:col-span-2 sm:w-56">
            <Select key={compare} label={t('Compare with')} name="compare" defaultValue={compare}>
              <option value="before">{t('Previous period')}</option>
              <option value="year">{t('Same period last year')}</option>
            </Select>
          </div>
          <Button type="submit" variant="outline" size="sm" className="min-[22rem]:col-span-2">
            {t('Apply')}
          </Button>
        </Form>
      </details>
    </div>
  )
}

const DAY_MS = 86_400_000

function shortcuts(end: string) {
  const moved = (days: number) => new Date(Date.parse(`${end}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
  const [year = 0, month = 0] = end.split('-').map(Number)
  const firstYear = month >= 4 ? year : year - 1
  const lastOfMonth = new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
  return [
    { label: t('7 days'), from: moved(6), to: end },
    { label: t('30 days'), from: moved(29), to: end },
    { label: t('90 days'), from: moved(89), to: end },
    { label: t('This month'), from: `${end.slice(0, 7)}-01`, to: end },
    { label: t('Last month'), from: `${lastOfMonth.slice(0, 7)}-01`, to: lastOfMonth },
    { label: t('Financial year'), from: `${firstYear}-04-01`, to: end },
  ]
}
