import { type SyntheticEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { STAFF_STAGES } from '#shop/orders/rules.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Checkbox, Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { useStaff } from '../session.ts'

/** Keeps a list under a name: for oneself, or for everybody. */
export function SaveViewDialog({ stage, q, onClose }: { stage: string | null; q: string; onClose: () => void }) {
  const [name, setName] = useState(q)
  const [shared, setShared] = useState(false)
  const { role } = useStaff()
  const { revalidate } = useRevalidator()
  const { pending, error, errorOf, send } = useCall()
  const known = STAFF_STAGES.find((one) => one === stage)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const body = { name, q, shared, ...(known === undefined ? {} : { stage: known }) }
    if ((await send('POST /orders/views', { body })) === null) return
    showToast(t('View saved.'), { tone: 'ok' })
    onClose()
    void revalidate()
  }
  return (
    <Dialog open onClose={onClose} title={t('Save view')}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label={t('Name')}
          required
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errorOf('name')}
        />
        {role === 'packer' ? null : (
          <Checkbox
            label={t('Share with the team')}
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
        )}
        <FailureNotice text={errorOf('name') === null ? error : null} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}
