import type { SyntheticEvent } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { type ExpectedPieces, useInspection } from '../parts/inspection.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'

interface Props {
  orderId: string
  parcel: { id: string; carrier: string; number: string }
  pieces: readonly ExpectedPieces[]
  onClose: () => void
  onDone: () => void
}

/** Takes a parcel in that came back, piece by piece. */
export function ReceiveDialog({ orderId, parcel, pieces, onClose, onDone }: Props) {
  const { fields, body, isAllMissing, receiveText } = useInspection(pieces)
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const params = { id: orderId, parcel: parcel.id }
    const done = await send('POST /orders/{id}/parcels/{parcel}/received', { params, body })
    if (done === null) return
    const what = isAllMissing ? t('Received. Nothing went into stock.') : t('Received. Fine pieces are back in stock.')
    offerUndo(what, done.undo)
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={t('What came back?')}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2 wrap-anywhere">
          {parcel.carrier} {parcel.number}
        </p>
        {fields}
        <p className="text-sm text-ink-2">
          {t('Fine pieces go into stock, and damaged ones are written off. Then send it again, or refund.')}
        </p>
        <FailureNotice text={error} />
        <Button type="submit" variant="primary" pending={pending}>
          {receiveText}
        </Button>
      </form>
    </Dialog>
  )
}
