import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { ListPage } from '../parts/list-page.tsx'
import { RowCard } from '../parts/row-card.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { AvailableField } from './available-field.tsx'
import { ChangeDialog } from './change-dialog.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const given = new URL(request.url).searchParams
  const [q, low, cursor] = [given.get('q'), given.get('low'), given.get('cursor')]
  return load('GET /stock', {
    query: { ...(q ? { q } : {}), ...(low ? { low } : {}), ...(cursor ? { cursor } : {}) },
  })
}

/** `/admin/stock`: what runs out first, with the days it lasts and who waits; or every SKU. */
export function Component() {
  const { items, next } = useLoaderData<typeof loader>()
  const [open, setOpen] = useState<StockItem | null>(null)
  return (
    <>
      <ListPage
        title={t('Stock')}
        actions={
          <LinkButton to="/stock-count" variant="outline" size="sm">
            <ScanBarcode size={18} aria-hidden="true" />
            {t('Count by scanning')}
          </LinkButton>
        }
        views={[
          { label: t('All'), search: '' },
          { label: t('Low stock'), search: '?low=true' },
          { label: t('Sold out'), search: '?low=0' },
        ]}
        viewParameter="low"
        searchHint={t('SKU, or a product’s id')}
        rows={items}
        idOf={({ sku }) => sku}
        linkOf={({ sku }) => `/stock/${encodeURIComponent(sku)}`}
        next={next}
        empty={{ title: t('Nothing found'), line: t('No SKU matches this search and view.') }}
        columns={[
          { id: 'sku', head: t('Colour and size'), isWide: true, cell: (row) => <Name row={row} /> },
          { id: 'available', head: t('Available'), isNumber: true, cell: (row) => <Available row={row} /> },
          { id: 'days', head: t('Days left'), isNumber: true, cell: (row) => <Days row={row} /> },
          {
            id: 'waiting',
            head: t('Waitlist'),
            isNumber: true,
            isBlank: ({ waiting }) => waiting === 0,
            cell: ({ waiting }) => (waiting > 0 ? <b>{waiting}</b> : '–'),
          },
          {
            id: 'place',
            head: t('Shelf'),
            isMinor: true,
            isBlank: ({ place }) => place === null,
            cell: ({ place }) => place ?? '–',
          },
          { id: 'onHand', head: t('On hand'), isNumber: true, isExtra: true, cell: ({ onHand }) => onHand },
          { id: 'held', head: t('Reserved'), isNumber: true, isExtra: true, cell: ({ held }) => held },
          { id: 'sold', head: t('Sold in 28 days'), isNumber: true, isExtra: true, cell: ({ sold }) => sold },
          { id: 'low', head: t('Low-stock alert'), isNumber: true, isExtra: true, cell: ({ low }) => low ?? '–' },
          {
            id: 'change',
            head: t('Change'),
            isAction: true,
            cell: (row) => (
              <Button
                variant="outline"
                size="sm"
                className="relative z-1 -my-2"
                aria-label={t('Change the stock of {sku}', { sku: row.sku })}
                onClick={() => setOpen(row)}
              >
                ±
              </Button>
            ),
          },
        ]}
        card={(row) => (
          <RowCard
            picture={<Thumb picture={row.picture} width={40} />}
            title={row.name}
            side={row.place}
            line={t('{color}, {size}', { color: row.color, size: row.size })}
            tag={
              <span className="flex items-center gap-2">
                <Alerts row={row} />
              </span>
            }
            more={
              <span className="text-xs text-ink-2 empty:hidden">
                {row.daysLeft === null ? null : <Days row={row} />}
                {row.waiting > 0 ? <b> {t('{count} waiting', { count: row.waiting })}</b> : null}
              </span>
            }
          />
        )}
        cardEnd={(row) => <AvailableField stock={row} />}
      />
      {open === null ? null : <ChangeDialog stock={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Name({ row }: { row: StockItem }) {
  return (
    <span className="flex items-center gap-3">
      <Thumb picture={row.picture} width={32} />
      <TwoLines first={nameOf(row)} second={row.sku} />
    </span>
  )
}

/** The pieces that can be bought, with what is to be known of them at the left. */
function Available({ row }: { row: StockItem }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Alerts row={row} />
      <AvailableField stock={row} />
    </span>
  )
}

function Alerts({ row: { available, held, isLow } }: { row: StockItem }) {
  return (
    <>
      {held > 0 ? <span className="text-xs text-ink-3">{t('{count} reserved', { count: held })}</span> : null}
      {available <= 0 ? <Tag tone="bad">{t('Sold out')}</Tag> : isLow ? <Tag tone="warn">{t('Low')}</Tag> : null}
    </>
  )
}

/** How long the rest lasts at the pace of the last 28 days. */
export function Days({ row: { daysLeft, sold } }: { row: Pick<StockItem, 'daysLeft' | 'sold'> }) {
  if (daysLeft === null)
    return <span className="text-ink-3">{sold > 0 ? t('not enough sales yet') : t('no sales')}</span>
  return (
    <span title={t('{count} sold in 28 days', { count: sold })}>
      {t('{count, plural, one {# day} other {# days}}', { count: daysLeft })}
    </span>
  )
}

const nameOf = ({ name, color, size }: StockItem) => t('{name}: {color}, {size}', { name, color, size })
