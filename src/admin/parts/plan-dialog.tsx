import { type ReactNode, useState } from 'react'
import { parseIndianTime, readableTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import { Field } from '#ui/field.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import type { useCall } from './use-call.ts'

type Props = {
  title: string
  /** What will be different then. */
  lines?: readonly (readonly [name: string, value: ReactNode])[]
  /** What else there is to know, a sentence each. */
  effects: readonly string[]
  /** The call that plans it. */
  calling: Pick<ReturnType<typeof useCall>, 'pending' | 'error' | 'errorOf'>
  isReady?: boolean
  /** With the time as it's typed, which is India's. */
  onPlan: (at: string) => void
  onClose: () => void
}

/** Asks for a time in India from which something holds, and says what will be different then. */
export function PlanDialog({ title, lines, effects, calling, isReady = true, onPlan, onClose }: Props) {
  const [at, setAt] = useState('')
  const from = parseIndianTime(at)?.from
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={title}
      lines={[...(lines ?? []), ...(from ? [[t('From'), readableTime(from)] as const] : [])]}
      effects={effects}
      confirmLabel={t('Schedule')}
      pending={calling.pending}
      isReady={isReady && at !== ''}
      error={calling.errorOf('at') === null ? calling.error : null}
      onConfirm={() => onPlan(at)}
    >
      <Field
        label={t('When (IST)')}
        type="datetime-local"
        required
        value={at}
        error={calling.errorOf('at')}
        onChange={(event) => setAt(event.target.value)}
      />
    </PreviewDialog>
  )
}
