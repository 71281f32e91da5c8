import { useNavigate } from 'react-router'
import { dropQueued, readQueued } from '#platform/browser/queued-changes.ts'
import { readSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { logOut } from '../client.ts'

type Props = { open: boolean; onCancel: () => void }

/** Asks for confirmation, clears the stored token and user data, and goes to /login (SPEC section 2, Profile). */
export function LogOutDialog({ open, onCancel }: Props) {
  const navigate = useNavigate()
  const userId = open ? readSession()?.user.id : undefined
  const isWaiting = userId !== undefined && readQueued(userId).length > 0

  function confirm(): void {
    if (userId !== undefined) dropQueued(userId)
    logOut()
    void navigate('/login', { replace: true })
  }

  return (
    <ConfirmDialog
      open={open}
      title={t('Log out?')}
      confirmLabel={t('Log Out')}
      cancelLabel={t('Stay')}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{t('Your cart and wishlist wait for you here.')}</p>
      {isWaiting ? <p>{t('What you changed without a connection is not sent yet. It is deleted.')}</p> : null}
    </ConfirmDialog>
  )
}
