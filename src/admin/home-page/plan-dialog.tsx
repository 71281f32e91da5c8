import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { ReviewDialog } from '../parts/review-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import type { Section } from './sections.ts'

/** Publishes the draft at a time in India. */
export function PlanDialog({ sections, onClose }: { sections: readonly Section[]; onClose: () => void }) {
  const [at, setAt] = useState('')
  const { pending, error, errorOf, send } = useCall()
  async function plan() {
    const planned = await send('POST /home-page/plan', { body: { sections: [...sections], at } })
    if (planned === null) return
    showToast(t('It’s planned. Until then the page stays as it is.'), { tone: 'ok' })
    onClose()
  }
  return (
    <ReviewDialog
      open
      onClose={onClose}
      title={t('Publish at a time')}
      effects={[t('These sections replace the home page then, whatever it shows at that moment.')]}
      confirmLabel={t('Plan it')}
      pending={pending}
      isReady={at !== ''}
      error={errorOf('at') === null ? error : null}
      onConfirm={plan}
    >
      <Field
        label={t('When, Indian time')}
        type="datetime-local"
        required
        value={at}
        error={errorOf('at')}
        onChange={(event) => setAt(event.target.value)}
      />
    </ReviewDialog>
  )
}
