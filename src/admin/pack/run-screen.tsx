import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Title } from '../parts/title.tsx'
import { CheckParcel } from './check-parcel.tsx'
import { Pick } from './pick.tsx'
import { RunParcels } from './run-parcels.tsx'
import { endRun, followRun, refreshRun, useRun } from './run-store.ts'
import { Table } from './table.tsx'
import { WaitingNotice } from './waiting-notice.tsx'

export const shouldRevalidate = () => false

/**
 * `/admin/pack/run`: the run on this device. Its step is in the address: `?step=pick` is the pick list, `?open=ID` a
 * parcel on the table, and without both the orders of the run.
 */
export function Component() {
  const run = useRun()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  useEffect(() => {
    void refreshRun()
    return followRun()
  }, [])
  if (run === null) return <Navigate to="/pack" replace />
  const isPicking = query.get('step') === 'pick'
  const open = run.items.find(({ id }) => id === query.get('open'))
  const title = isPicking ? t('Pick') : (open?.orderNumber ?? t('At the table'))
  async function end(): Promise<void> {
    endRun()
    await navigate('/pack')
  }
  return (
    <div className="page">
      <div>
        <Title>{title}</Title>
        <Steps isPicking={isPicking} />
        <div className="grid gap-4">
          <WaitingNotice />
          {isPicking ? (
            <Pick run={run} />
          ) : open ? (
            <div className="grid items-start gap-6 xl:grid-cols-[16rem_minmax(0,1fr)]">
              <RunParcels run={run} openId={open.id} />
              <div className="grid gap-4">
                <CheckParcel key={open.id} run={run} item={open} />
              </div>
            </div>
          ) : (
            <Table run={run} />
          )}
          {open ? null : (
            <Button variant="text" size="sm" className="justify-self-center" onClick={end}>
              {t('End this run')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Fetching and packing: one may go back and forth. */
function Steps({ isPicking }: { isPicking: boolean }) {
  const style =
    'inline-flex min-h-11 flex-1 items-center justify-center rounded-sm px-3 text-sm font-bold no-underline aria-[current=step]:bg-btn aria-[current=step]:text-on-btn'
  return (
    <nav aria-label={t('Steps')} className="mb-4 flex gap-1 rounded-md border border-line bg-card p-1">
      <Link to="?step=pick" aria-current={isPicking ? 'step' : undefined} className={style}>
        {t('1. Pick')}
      </Link>
      <Link to="?" aria-current={isPicking ? undefined : 'step'} className={style}>
        {t('2. Pack and ship')}
      </Link>
    </nav>
  )
}
