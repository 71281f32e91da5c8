import { t } from '#platform/text/t.ts'
import type { CustomerRecord } from '#shop/customers/staff-contract.ts'
import { showToast } from '#ui/toast-store.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'

type Props = { customer: Pick<CustomerRecord, 'id' | 'name' | 'email'>; onClose: () => void }

/** Signs a customer out on every device, such as after a lost phone. */
export function SignOutDialog({ customer: { id, name, email }, onClose }: Props) {
  const { pending, error, send } = useCall()
  const who = name || email
  async function signOut(): Promise<void> {
    const done = await send('POST /customers/{id}/sign-out', { params: { id } })
    if (done === null) return
    onClose()
    const text = t('{who} is signed out ({count, plural, =0 {no device was} one {# device} other {# devices}}).', {
      who,
      count: done.ended,
    })
    showToast(text, { tone: 'ok' })
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Sign {who} out everywhere?', { who })}
      effects={[t('They’ll have to sign in again on each device. Cart, orders and addresses stay.')]}
      confirmLabel={t('Sign out everywhere')}
      pending={pending}
      error={error}
      onConfirm={() => void signOut()}
    />
  )
}
