import { Check, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Progress } from '../parts/progress.tsx'
import { piecesText } from './pack-text.ts'
import { piecesOf, type Run, stateOf } from './run.ts'

const doneText = (run: Run) =>
  t('{done} of {all} shipped', { done: Object.keys(run.shipped).length, all: run.items.length })

/** How far the run is. */
export function RunProgress({ run, isHeading = false }: { run: Run; isHeading?: boolean }) {
  const Text = isHeading ? 'h1' : 'p'
  return (
    <div className="grid gap-2">
      <Text className={isHeading ? 'font-wide text-xl font-extrabold' : 'text-sm text-ink-2'}>{doneText(run)}</Text>
      <Progress label={t('Shipped')} done={Object.keys(run.shipped).length} of={run.items.length} />
    </div>
  )
}

/** The other parcels of the run beside the open one, on a wide screen. */
export function RunParcels({ run, openId }: { run: Run; openId: string }) {
  return (
    <nav aria-label={t('Parcels of this run')} className="sticky top-4 grid gap-3 max-xl:hidden">
      <RunProgress run={run} />
      <ul className="max-h-[80dvh] divide-y divide-line overflow-y-auto rounded-md border border-line bg-card">
        {run.items.map((item) => {
          const state = stateOf(run, item)
          const { all, packed } = piecesOf(run, item)
          const text = (
            <>
              <span className="grid min-w-0 flex-1">
                <b>{item.orderNumber}</b>
                <span className="truncate text-sm text-ink-2">
                  {item.address[0]} · {t('{packed} of {pieces}', { packed, pieces: piecesText(all) })}
                </span>
              </span>
              {state === 'shipped' ? <Check size={20} aria-label={t('Shipped')} className="shrink-0 text-ok" /> : null}
              {state === 'gone' ? (
                <TriangleAlert size={20} aria-label={t('No longer to pack')} className="shrink-0 text-bad" />
              ) : null}
            </>
          )
          const style = 'flex items-center gap-2 px-3 py-2'
          return (
            <li key={item.id}>
              {state === 'shipped' || state === 'gone' ? (
                <div className={`${style} bg-sunk`}>{text}</div>
              ) : (
                <Link
                  to={`?open=${item.id}`}
                  aria-current={item.id === openId || undefined}
                  className={`${style} no-underline -outline-offset-2 hover:bg-sunk aria-[current]:bg-sunk`}
                >
                  {text}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
