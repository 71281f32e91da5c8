import { Check, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { PackItem } from '#shop/shipping/pack-contract.ts'
import { readScan } from '#shop/shipping/scan.ts'
import { LinkButton } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { useActions } from '../actions.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ScanField } from '../parts/scan-field.tsx'
import { playSignal } from '../parts/signals.ts'
import { piecesText } from './pack-text.ts'
import { nextItem, openItems, piecesOf, type Run, stateOf } from './run.ts'
import { RunProgress } from './run-parcels.tsx'
import { ShipWaiting } from './ship-waiting.tsx'
import { SlipsLink } from './slips-link.tsx'

/** The orders of the run: scan a slip to open its parcel. */
export function Table({ run }: { run: Run }) {
  const navigate = useNavigate()
  const [message, setMessage] = useState<string | null>(null)
  const open = openItems(run)
  const next = nextItem(run, null) ?? open[0]
  const nextId = next?.id
  const label = next === undefined ? '' : t('Pack {order}', { order: next.orderNumber })
  useActions(
    useMemo(
      () => (nextId === undefined ? [] : [{ id: 'pack next', label, run: () => void navigate(`?open=${nextId}`) }]),
      [nextId, label, navigate],
    ),
  )
  function scan(text: string): void {
    const found = readScan(text, open)
    if (found.kind === 'empty') return
    const ids = found.kind === 'order' ? found.ids : []
    // An order and its exchange have one number: what isn't packed yet comes first.
    const id = open.find((item) => ids.includes(item.id) && stateOf(run, item) === 'to-pack')?.id ?? ids[0]
    playSignal(id === undefined ? 'bad' : 'good')
    if (id === undefined) setMessage(t('{code} isn’t in this run.', { code: text.trim() }))
    else void navigate(`?open=${id}`)
  }
  return (
    <>
      <RunProgress run={run} isHeading />
      <ShipWaiting run={run} />
      {open.length > 0 ? <ScanField label={t('Scan a slip, or type an order’s number')} onScan={scan} /> : null}
      <FailureNotice text={message} />
      <ul className="grid gap-2 lg:grid-cols-2">
        {run.items.map((item) => (
          <li key={item.id}>
            <Row run={run} item={item} />
          </li>
        ))}
      </ul>
      {next === undefined ? (
        <LinkButton to="/pack" variant="primary">
          {t('Done. Back to Pack')}
        </LinkButton>
      ) : (
        <ActionBar>
          <SlipsLink ids={open.map(({ id }) => id)} />
          <LinkButton to={`?open=${next.id}`} variant="primary" className="min-w-0 flex-1">
            {label}
          </LinkButton>
        </ActionBar>
      )}
    </>
  )
}

function Row({ run, item }: { run: Run; item: PackItem }) {
  const state = stateOf(run, item)
  const { all, packed } = piecesOf(run, item)
  const shipped = run.shipped[item.id]
  const content = (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2">
          <b>{item.orderNumber}</b>
          {item.kind === 'exchange' ? <Tag tone="violet">{t('Exchange')}</Tag> : null}
          {item.warning ? <Tag tone="bad">{t('Charged back')}</Tag> : null}
          {state === 'packed' ? <Tag tone="warn">{t('Packed, not shipped')}</Tag> : null}
        </span>
        <span className="text-sm text-ink-2">
          {shipped
            ? t('Shipped with {carrier} {tracking}', { carrier: shipped.carrier, tracking: shipped.tracking })
            : (run.gone[item.id] ??
              `${item.address[0]} · ${t('{packed} of {pieces}', { packed, pieces: piecesText(all) })}`)}
        </span>
      </span>
      {state === 'shipped' ? <Check size={24} aria-hidden="true" className="shrink-0 text-ok" /> : null}
      {state === 'gone' ? <TriangleAlert size={24} aria-hidden="true" className="shrink-0 text-bad" /> : null}
    </>
  )
  const style = 'flex min-h-16 items-center gap-3 rounded-md border border-line bg-card p-3 no-underline'
  if (state === 'shipped' || state === 'gone') return <div className={`${style} bg-sunk`}>{content}</div>
  return (
    <Link to={`?open=${item.id}`} className={`${style} hover:border-line-strong`}>
      {content}
    </Link>
  )
}
