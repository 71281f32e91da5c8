import { useId } from 'react'
import { t } from '#platform/text/t.ts'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { offerUndo } from './offer-undo.ts'

/** What a new shop's owner is asked and hasn't answered: one press sets it to what it is already, so that it's decided. */
export function KeepAsItIs({ setting, onSaved }: { setting: ShownSetting; onSaved: () => void }) {
  const { pending, error, send } = useCall()
  const id = useId()
  const { name, value, version, kind, mayChange, page } = setting
  // Yes or no is answered in the field itself.
  if (!mayChange || kind === 'yes-no') return null
  const label =
    page === 'policies' ? t('Adopt the standard text') : value === '' ? t('Leave it empty') : t('Keep it as it is')
  async function keep(): Promise<void> {
    const kept = await send('PATCH /settings', { body: { values: { [name]: value }, from: { [name]: version } } })
    if (kept === null) return
    offerUndo(
      kept.items.map((one) => ({ setting: one, before: kept.before })),
      onSaved,
    )
    onSaved()
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" variant="outline" pending={pending} aria-describedby={id} onClick={() => void keep()}>
        {label}
      </Button>
      <span id={id} hidden>
        {setting.label}
      </span>
      <FailureNotice text={error} />
    </div>
  )
}
