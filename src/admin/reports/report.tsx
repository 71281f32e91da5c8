import { Download } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { REPORTS, RETURNS_BY } from '#shop/reports/rules.ts'
import type { Report, ReportCell, ReportTable } from '#shop/reports/staff-contract.ts'
import { buttonClass, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/parts.tsx'
import { fileUrl, load } from '../api.ts'
import { Change } from '../parts/change.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { wholeRupees } from '../parts/rupees.ts'
import { TabLinks } from '../parts/tab-links.tsx'
import { dayText, When } from '../parts/when.tsx'
import { Bars } from './bars.tsx'
import { monthText, periodText, reportTitle, returnsByText } from './labels.ts'
import { PeriodForm } from './period-form.tsx'

export function loader({ params, request }: LoaderFunctionArgs) {
  const name = REPORTS.find((one) => one === params.name)
  if (name === undefined) throw new Response(null, { status: 404 })
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return load('GET /reports/{name}', { params: { name }, query })
}

/** `/admin/reports/NAME?from=&to=&compare=`: one report. Its table is the truth; bars above it help to see. */
export function Component() {
  const report = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { name, tables, notes, words, period } = report
  const isNow = name === 'stock' || name === 'cash'
  const file = fileUrl(`/reports/${name}.csv?${query}`)
  return (
    <div className="page">
      <PageHead title={t('Reports')} tab={t('Reports: {name}', { name: reportTitle(name) })}>
        {name === 'cash' ? (
          <LinkButton to="/remittances" variant="outline" size="sm">
            {t('Settlements')}
          </LinkButton>
        ) : null}
        <a href={file} download className={buttonClass({ variant: 'outline', size: 'sm' })}>
          <Download size={18} aria-hidden="true" />
          {t('Export CSV')}
        </a>
      </PageHead>
      <TabLinks
        label={t('Reports')}
        tabs={REPORTS.map((one) => ({
          label: reportTitle(one),
          to: { pathname: `/reports/${one}`, search: withBy(query, null) },
          isCurrent: one === name,
        }))}
      />
      {name === 'returns' ? (
        <TabLinks
          label={t('Counted by')}
          tabs={RETURNS_BY.map((by) => ({
            label: returnsByText(by),
            to: { pathname: '/reports/returns', search: withBy(query, by) },
            isCurrent: by === (query.get('by') ?? 'pin'),
          }))}
        />
      ) : null}
      {isNow ? null : <PeriodForm period={period} />}
      <p className="pb-4 text-sm text-ink-2">
        {isNow
          ? t('Now')
          : name === 'tax'
            ? periodText(period)
            : t('{period}, compared with {before}', {
                period: periodText(period),
                before: periodText(report.before),
              })}
      </p>
      <div className="grid gap-6">
        {name === 'sales' ? <Sales report={report} /> : null}
        {tables.map((table) => (
          <Table
            key={table.title}
            table={table}
            isNewestFirst={name === 'sales'}
            isNow={isNow}
            hasBars={RANKED.has(name)}
          />
        ))}
        {words.length > 0 ? <Words words={words} /> : null}
        <ul className="grid max-w-160 gap-1.5 text-sm text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Their rows are told apart by how much they sell, so each has a bar. */
const RANKED: ReadonlySet<string> = new Set(['products', 'sizes', 'colours', 'places', 'searches'])

/** The address's query, counted by something else. */
function withBy(query: URLSearchParams, by: string | null): string {
  const search = new URLSearchParams(query)
  if (by === null) search.delete('by')
  else search.set('by', by)
  return search.toString()
}

/** The columns of the report of sales. */
const [ORDERS, TOTAL, REFUNDED, NET] = [1, 6, 7, 8]

/** The period at a glance: four figures beside the period before, and the days. */
function Sales({ report: { tables } }: { report: Report }) {
  const { rows, totals, totalsBefore } = tables[0] ?? { rows: [], totals: null, totalsBefore: null }
  if (totals === null) return null
  const now = (at: number) => Number(totals[at] ?? 0)
  const before = (at: number) => Number(totalsBefore?.[at] ?? 0)
  const average = (of: typeof now) => (of(ORDERS) === 0 ? 0 : of(TOTAL) / of(ORDERS))
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
        <Figure name={t('Net sales')} value={wholeRupees(now(NET))} now={now(NET)} before={before(NET)} />
        <Figure
          name={t('Orders')}
          value={now(ORDERS).toLocaleString('en-IN')}
          now={now(ORDERS)}
          before={before(ORDERS)}
        />
        <Figure
          name={t('Average order')}
          value={wholeRupees(average(now))}
          now={average(now)}
          before={average(before)}
        />
        <Figure
          name={t('Refunded')}
          value={wholeRupees(now(REFUNDED))}
          now={now(REFUNDED)}
          before={before(REFUNDED)}
          isGood={false}
        />
      </dl>
      {rows.length < 2 ? null : (
        <Bars
          title={t('Net sales by day')}
          days={rows.map(({ cells }) => cellText(cells[0] ?? null, 'day'))}
          values={rows.map(({ cells }) => Number(cells[NET] ?? 0))}
          before={rows.map((row) => Number(row.before?.[NET] ?? 0))}
        />
      )}
    </>
  )
}

type FigureProps = { name: string; value: string } & Parameters<typeof Change>[0]

function Figure({ name, value, ...change }: FigureProps) {
  return (
    <div className="bg-card px-4 py-3">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="text-lg font-bold whitespace-nowrap sm:text-xl">{value}</span>
        <Change {...change} />
      </dd>
    </div>
  )
}

type Kind = ReportTable['columns'][number]['kind']
const isNumber = (kind: Kind) => !['text', 'day', 'month'].includes(kind)

/** The column that a row is about: the last one of money, or of what is counted. It says by how much it changed. */
function mainColumn(columns: ReportTable['columns']): number {
  const last = (kind: Kind) => columns.findLastIndex((column) => column.kind === kind)
  return last('rupees') > 0 ? last('rupees') : last('count')
}

type TableProps = { table: ReportTable; isNewestFirst: boolean; isNow: boolean; hasBars: boolean }

function Table({ table, isNewestFirst, isNow, hasBars }: TableProps) {
  const { title, columns, totals, totalsBefore, more } = table
  const rows = isNewestFirst ? table.rows.toReversed() : table.rows
  const main = mainColumn(columns)
  const most = Math.max(0, ...rows.map(({ cells }) => Number(cells[main] ?? 0)))
  const shareOf = (cells: readonly ReportCell[]) => (hasBars && most > 0 ? Number(cells[main] ?? 0) / most : null)
  if (rows.length === 0)
    return (
      <section>
        <h2 className="pb-2 text-lg font-bold">{title}</h2>
        {isNow ? (
          <EmptyState title={t('No data yet')} line={t('Figures appear once you sell.')} />
        ) : (
          <EmptyState title={t('No data for these days')} line={t('Choose a longer period.')} />
        )}
      </section>
    )
  return (
    <section className="min-w-0">
      <h2 className="pb-2 text-lg font-bold">{title}</h2>
      <section
        className="overflow-x-auto rounded-md border border-line bg-card"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is moved sideways has to be reachable by key.
        tabIndex={0}
        aria-label={title}
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              {columns.map(({ label, kind }) => (
                <th
                  key={label}
                  scope="col"
                  className={`px-3 py-2 align-bottom text-xs font-bold text-ink-2 last:pr-4 ${isNumber(kind) ? 'text-right' : ''}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells, before, to }) => (
              <tr key={cells.slice(0, 2).join(' ')} className="border-b border-line last:border-0">
                <Cells columns={columns} cells={cells} before={before} to={to} main={main} share={shareOf(cells)} />
              </tr>
            ))}
          </tbody>
          {totals === null ? null : (
            <tfoot>
              <tr className="border-t-2 border-line-strong font-bold">
                <Cells columns={columns} cells={totals} before={totalsBefore} to={null} main={main} share={null} />
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {more > 0 ? (
        <p className="pt-2 text-sm text-ink-2">
          {t('{more} more rows are in the CSV export. The totals include them.', { more })}
        </p>
      ) : null}
    </section>
  )
}

type CellsProps = {
  columns: ReportTable['columns']
  cells: readonly ReportCell[]
  before: readonly ReportCell[] | null
  to: string | null
  /** The column that says by how much it changed. */
  main: number
  /** Of the highest row, from 0 to 1; null without a bar. */
  share: number | null
}

function Cells({ columns, cells, before, to, main, share }: CellsProps) {
  return columns.map(({ label, kind }, at) => {
    const text = cellText(cells[at] ?? null, kind)
    if (at > 0)
      return (
        <td
          key={label}
          className={`px-3 py-(--cell) align-top last:pr-4 ${isNumber(kind) ? 'text-right whitespace-nowrap tabular-nums' : ''} ${Number(cells[at]) === 0 ? 'text-ink-3' : ''}`}
        >
          {at === main && before !== null ? (
            <span
              // Many columns leave it no room on a desk.
              className={`mr-3 ${columns.length > 6 ? 'max-[100rem]:hidden' : 'max-md:hidden'}`}
              title={t('{value} in the previous period', { value: cellText(before[at] ?? null, kind) })}
            >
              <Change now={Number(cells[at] ?? 0)} before={Number(before[at] ?? 0)} />
            </span>
          ) : null}
          {text}
        </td>
      )
    return (
      <th
        key={label}
        scope="row"
        className={`px-3 py-(--cell) align-top font-bold ${kind === 'text' ? 'min-w-32' : 'whitespace-nowrap'}`}
      >
        {to === null ? (
          text
        ) : to.startsWith('/api/') ? (
          <a href={to} download className="-my-2.5 inline-block min-h-11 min-w-11 py-2.5">
            {text}
          </a>
        ) : (
          <Link to={to} className="-my-2.5 inline-block min-h-11 min-w-11 py-2.5">
            {text}
          </Link>
        )}
        {share === null ? null : (
          <svg
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="mt-1 block h-1 w-full max-w-60"
          >
            <rect width="100" height="4" className="fill-sunk" />
            <rect width={Math.max(0, share) * 100} height="4" className="fill-ink-3" />
          </svg>
        )}
      </th>
    )
  })
}

function cellText(cell: ReportCell, kind: Kind): string {
  if (cell === null) return '–'
  switch (kind) {
    case 'rupees':
      return formatPrice(Number(cell))
    case 'percent':
      return `${cell}%`
    case 'days':
      return t('{days, plural, one {1 day} other {# days}}', { days: Number(cell) })
    case 'count':
      return Number(cell).toLocaleString('en-IN')
    case 'day':
      return /^\d/.test(String(cell)) ? dayText(String(cell)) : String(cell)
    case 'month':
      return /^\d/.test(String(cell)) ? monthText(String(cell)) : String(cell)
    case 'text':
      return String(cell)
  }
}

function Words({ words }: { words: Report['words'] }) {
  return (
    <section>
      <h2 className="pb-2 text-lg font-bold">{t('Customers’ comments')}</h2>
      <ul className="grid gap-2">
        {words.map(({ id, at, product, variant, reason, text }) => (
          <li key={id}>
            <Card>
              <p className="wrap-anywhere">{text}</p>
              <p className="pt-1 text-sm text-ink-2">
                <Link
                  to={`/exchanges/${id}`}
                  className="-my-2.5 inline-block min-h-11 max-w-full min-w-11 py-2.5 wrap-anywhere"
                >
                  {product}
                </Link>
                , {variant} · {reason} · <When at={at} />
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
