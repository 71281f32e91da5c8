import { Check, Minus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import type { PickRow } from '#shop/shipping/pack-contract.ts'
import { pickRows } from '#shop/shipping/pick-rows.ts'
import { IconButton, LinkButton } from '#ui/button.tsx'
import { useGlidingRows } from '#ui/use-gliding-rows.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { PieceText } from '../parts/piece.tsx'
import { Progress } from '../parts/progress.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { piecesText } from './pack-text.ts'
import { fetchedOf, openItems, type Run, shareFetched } from './run.ts'
import { tick } from './run-store.ts'

/** What to fetch, shelf by shelf: one tap a row. */
export function Pick({ run }: { run: Run }) {
  const list = useRef<HTMLUListElement>(null)
  useGlidingRows(list)
  const rows = useMemo(() => {
    const all = pickRows(openItems(run))
    // What is picked sinks below the rest.
    const isPicked = (row: PickRow) => fetchedOf(run, row).fetched >= row.count
    return [...all.filter((row) => !isPicked(row)), ...all.filter(isPicked)]
  }, [run])
  const wanted = rows.reduce((sum, { count }) => sum + count, 0)
  const fetched = rows.reduce((sum, row) => sum + Math.min(fetchedOf(run, row).fetched, row.count), 0)
  return (
    <>
      <h1 className="font-wide text-xl font-extrabold">
        {t('{fetched} of {pieces} picked', { fetched, pieces: piecesText(wanted) })}
      </h1>
      <Progress label={t('Picked')} done={fetched} of={wanted} />
      <ul ref={list} className="grid gap-2 lg:grid-cols-2">
        {rows.map((row) => (
          <li key={row.sku}>
            <Row run={run} row={row} />
          </li>
        ))}
      </ul>
      <ActionBar>
        <LinkButton to="?" variant="primary" className="flex-1">
          {fetched === wanted ? t('All picked: pack') : t('Pack what is picked')}
        </LinkButton>
      </ActionBar>
    </>
  )
}

function Row({ run, row }: { run: Run; row: PickRow }) {
  const { fetched, by } = fetchedOf(run, row)
  const isAll = fetched >= row.count
  function setFetched(count: number): void {
    for (const { id, count: share } of shareFetched(row, count)) {
      const item = run.items.find((one) => one.id === id)
      if (item && fetchedOf(run, { ...row, items: row.items.filter((one) => one.id === id) }).fetched !== share)
        tick(item, row.sku, 'fetched', share)
    }
  }
  return (
    <div
      className={`flex items-center gap-1 rounded-md border pr-1 ${isAll ? 'border-ok bg-ok-soft' : 'border-line bg-card'}`}
    >
      <button
        type="button"
        aria-pressed={isAll}
        onClick={() => setFetched(isAll ? 0 : row.count)}
        className="flex min-h-20 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-md p-2.5 text-left"
      >
        <span
          aria-hidden="true"
          className={`grid size-7 shrink-0 place-items-center rounded-full border-2 ${isAll ? 'border-ok bg-ok text-paper' : 'border-line-strong'}`}
        >
          {isAll ? <Check size={18} /> : null}
        </span>
        <Thumb picture={row.picture} width={56} />
        <span className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
          {row.place === null ? null : <b className="font-wide text-lg/6">{row.place}</b>}
          <PieceText piece={row} />
          {row.place === null ? <span className="text-xs text-ink-3">{t('No shelf')}</span> : null}
          {by === null ? null : <span className="text-xs text-ink-2">{t('picked by {name}', { name: by })}</span>}
        </span>
        <span className="shrink-0 font-wide text-xl font-extrabold tabular-nums">
          {fetched > 0 && !isAll ? t('{fetched}/{count}', { fetched, count: row.count }) : `×${row.count}`}
        </span>
      </button>
      {row.count > 1 && fetched > 0 ? (
        <IconButton label={t('One fewer of {sku}', { sku: row.sku })} onClick={() => setFetched(fetched - 1)}>
          <Minus size={22} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  )
}
