import { type ReactNode, useState } from 'react'
import { parseIndianTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import { DayField } from './day-field.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import type { useCall } from './use-call.ts'
import { whenText } from './when.tsx'

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
      lines={[...(lines ?? []), ...(from ? [[t('From'), whenText(from.toISOString())] as const] : [])]}
      effects={effects}
      confirmLabel={t('Schedule')}
      pending={calling.pending}
      isReady={isReady && from !== undefined}
      error={calling.errorOf('at') === null ? calling.error : null}
      onConfirm={() => onPlan(at)}
    >
      <DayField label={t('When (IST)')} hasTime required value={at} error={calling.errorOf('at')} onChange={setAt} />
    </PreviewDialog>
  )
}
