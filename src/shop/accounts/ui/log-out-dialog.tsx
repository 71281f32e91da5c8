import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { logOut } from '../client.ts'

type Props = { open: boolean; onCancel: () => void }

/** Asks for confirmation, clears the stored token and user data, and goes to /login (SPEC section 2, Profile). */
export function LogOutDialog({ open, onCancel }: Props) {
  const navigate = useNavigate()

  function confirm(): void {
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
    </ConfirmDialog>
  )
}
