import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { useCall } from '../parts/use-call.ts'
import { openItems, type Run, stateOf } from './run.ts'
import { currentRun } from './run-store.ts'
import { draftOf, isReady, shipItem } from './ship-item.ts'

/** The parcels that were packed without a connection, with their numbers: one press ships them, one after the other. */
export function ShipWaiting({ run }: { run: Run }) {
  const { error, send } = useCall()
  const [busyWith, setBusyWith] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const ready = openItems(run).filter((item) => stateOf(run, item) === 'packed' && isReady(run, draftOf(run, item)))
  if (ready.length === 0) return null

  async function ship(): Promise<void> {
    setFailed(null)
    for (const item of ready) {
      setBusyWith(item.orderNumber)
      const isShipped = await shipItem(currentRun() ?? run, item, send)
      if (isShipped) continue
      setFailed(item.orderNumber)
      break
    }
    setBusyWith(null)
  }

  return (
    <Card>
      <div className="grid gap-3">
        <p>
          {t('{count, plural, one {# packed parcel is} other {# packed parcels are}} ready to ship.', {
            count: ready.length,
          })}
        </p>
        {failed === null || error === null ? null : (
          <Notice tone="bad" live>
            {t('{order} wasn’t shipped: {why}', { order: failed, why: error })}
          </Notice>
        )}
        <Button variant="primary" pending={busyWith !== null} onClick={ship}>
          {busyWith === null
            ? t('{count, plural, one {Ship it} other {Ship all #}}', { count: ready.length })
            : t('Shipping {order} …', { order: busyWith })}
        </Button>
      </div>
    </Card>
  )
}
