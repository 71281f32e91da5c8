import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { indianDay } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import type { ListedStaffOrder } from '#shop/orders/staff-contract.ts'
import { dayAfter } from '#shop/reports/rules.ts'
import { Tag } from '#ui/parts.tsx'
import { call } from '../api.ts'
import { statusTone } from '../orders/labels.ts'
import { Thumb } from '../parts/thumb.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { dayText, When } from '../parts/when.tsx'
import { Bars } from '../reports/bars.tsx'
import { may } from '../session.ts'

const DAYS = 14
const ROWS = 5
/** The column of net sales in the report of sales. */
const NET = 8

interface Glance {
  /** Net sales of the last days, each beside the same day two weeks before; null for who may not read reports. */
  days: { day: string; net: number; before: number }[] | null
  orders: readonly ListedStaffOrder[]
  low: readonly StockItem[]
}

/**
 * What isn't work but says how the shop is doing. It's asked for once the page stands, so that it never keeps anybody from the
 * work; what can't be read is left out. `of`: what Home was read with; another one reads this again.
 */
export function useGlance(of: unknown): Glance | null {
  const [glance, setGlance] = useState<Glance | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with Home.
  useEffect(() => {
    let isShown = true
    void readGlance().then((read) => {
      if (isShown) setGlance(read)
    })
    return () => {
      isShown = false
    }
  }, [of])
  return glance
}

async function readGlance(): Promise<Glance> {
  const to = indianDay(new Date())
  const [sales, orders, low] = await Promise.all([
    may('GET /reports/{name}')
      ? call('GET /reports/{name}', { params: { name: 'sales' }, query: { from: dayAfter(to, 1 - DAYS), to } })
      : null,
    may('GET /orders') ? call('GET /orders', { query: { limit: ROWS } }) : null,
    may('GET /stock') ? call('GET /stock', { query: { low: 'true', limit: ROWS } }) : null,
  ])
  const table = sales?.ok ? sales.data.tables[0] : undefined
  return {
    days:
      table?.rows.map(({ cells, before }) => ({
        day: dayText(String(cells[0])),
        net: Number(cells[NET] ?? 0),
        before: Number(before?.[NET] ?? 0),
      })) ?? null,
    orders: orders?.ok ? orders.data.items : [],
    low: low?.ok ? low.data.items : [],
  }
}

/** Net sales of the last two weeks; nothing before the first sale. */
export function LastDays({ days }: Pick<Glance, 'days'>) {
  if (days === null || days.length < 2 || days.every(({ net, before }) => net === 0 && before === 0)) return null
  return (
    <Bars
      title={t('Net sales, last {count} days', { count: days.length })}
      days={days.map(({ day }) => day)}
      values={days.map(({ net }) => net)}
      before={days.map(({ before }) => before)}
      isSmall
    />
  )
}

export function NewestOrders({ orders }: Pick<Glance, 'orders'>) {
  if (orders.length === 0) return null
  return (
    <Panel title={t('Newest orders')} all={{ to: '/orders', label: t('All orders') }}>
      {orders.map((order) => (
        <Line
          key={order.id}
          to={`/orders/${order.id}`}
          picture={<Thumb picture={order.picture} width={32} />}
          first={[order.number, order.name].filter(Boolean).join(' · ')}
          second={<When at={order.at} />}
        >
          <Tag tone={statusTone(order)}>{order.statusText}</Tag>
          {order.total === null ? null : (
            <span className="min-w-24 text-right tabular-nums max-sm:hidden">{formatRupees(order.total)}</span>
          )}
        </Line>
      ))}
    </Panel>
  )
}

export function LowStock({ low }: Pick<Glance, 'low'>) {
  if (low.length === 0) return null
  return (
    <Panel title={t('Low stock')} all={{ to: '/stock?low=true', label: t('View all') }}>
      {low.map((size) => (
        <Line
          key={size.sku}
          to={`/stock/${encodeURIComponent(size.sku)}`}
          picture={<Thumb picture={size.picture} width={32} />}
          first={size.name}
          second={t('{color}, {size}', { color: size.color, size: size.size })}
        >
          {size.available <= 0 ? (
            <Tag tone="bad">{t('Sold out')}</Tag>
          ) : (
            <span className="text-sm tabular-nums">{t('{count} left', { count: size.available })}</span>
          )}
        </Line>
      ))}
    </Panel>
  )
}

type PanelProps = { title: string; all: { to: string; label: string }; children: ReactNode }

function Panel({ title, all, children }: PanelProps) {
  return (
    <section className="min-w-0 overflow-hidden rounded-md border border-line bg-card">
      <div className="flex items-center justify-between gap-3 border-b border-line pr-2 pl-4">
        <h2 className="text-sm font-bold">{title}</h2>
        <Link to={all.to} className="inline-flex min-h-11 items-center px-2 text-sm lg:min-h-10">
          {all.label}
        </Link>
      </div>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

type LineProps = { to: string; picture: ReactNode; first: ReactNode; second: ReactNode; children: ReactNode }

function Line({ to, picture, first, second, children }: LineProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3 px-4 py-1.5 text-sm no-underline -outline-offset-2 hover:bg-sunk"
      >
        {picture}
        <span className="min-w-0 flex-1">
          <TwoLines first={<b>{first}</b>} second={second} />
        </span>
        {children}
      </Link>
    </li>
  )
}
