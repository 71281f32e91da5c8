import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { ListedStaff } from '#shop/staff/staff-contract.ts'
import { Dialog } from '#ui/dialog.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import { LinkShownOnce } from './link-shown-once.tsx'

/** Ends somebody's sessions and second factors, and shows the new link: for a lost phone, or a link that expired. */
export function ResetDialog({ person, onClose }: { person: ListedStaff; onClose: () => void }) {
  const { pending, error, send } = useCall()
  const [made, setMade] = useState<{ link: string; qr: string } | null>(null)
  const name = person.name || person.email
  if (made !== null)
    return (
      <Dialog open onClose={onClose} title={t('The new link')}>
        <LinkShownOnce {...made} onDone={onClose} />
      </Dialog>
    )
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Reset the sign-in of {name}?', { name })}
      warning={t(
        '{name} is signed out everywhere. Passkeys, authenticator app, spare codes and API keys of {name} stop working. You get a new link to pass on, with which {name} sets up sign-in again.',
        { name },
      )}
      confirmLabel={t('Reset')}
      pending={pending}
      error={error}
      onConfirm={async () => setMade(await send('POST /staff/{id}/reset', { params: { id: person.id } }))}
    />
  )
}
