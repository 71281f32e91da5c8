import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { PlannedSettings } from '#shop/settings/staff-contract.ts'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'
import { PlanDialog } from '../parts/plan-dialog.tsx'
import { useCall } from '../parts/use-call.ts'

type Props = {
  values: Readonly<Record<string, unknown>>
  onDone: () => void
  onClose: () => void
}

/** Saves a page's changes at a time, as one. */
export function PlanSettings({ values, onDone, onClose }: Props) {
  const calling = useCall()
  const [changes, setChanges] = useState<PlannedSettings['changes'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const text = JSON.stringify(values)
  useEffect(() => {
    const stop = new AbortController()
    const input = { body: { values: JSON.parse(text), path: '/' } }
    void call('PUT /settings/preview', input, { signal: stop.signal }).then((shown) => {
      if (stop.signal.aborted) return
      if (!shown.ok) setProblem(readFailureText(shown))
      else if (shown.data.errors[0]) setProblem(t('Please correct the marked fields first.'))
      else setChanges(shown.data.changes)
    })
    return () => stop.abort()
  }, [text])
  async function plan(at: string) {
    const planned = await calling.send('POST /settings/plans', { body: { values, at } })
    if (planned === null) return
    showToast(t('Scheduled. Until then everything stays as it is.'), { tone: 'ok' })
    onDone()
  }
  return (
    <PlanDialog
      title={t('Schedule changes')}
      lines={(changes ?? []).map(({ label, from, to }) => [label, `${from} → ${to}`])}
      effects={[t('They replace whatever is set at that time, all together or not at all.')]}
      calling={{ ...calling, error: problem ?? calling.error }}
      isReady={changes !== null}
      onPlan={(at) => void plan(at)}
      onClose={onClose}
    />
  )
}
