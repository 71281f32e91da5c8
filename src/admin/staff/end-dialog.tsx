import { t } from '#platform/text/t.ts'
import type { ListedStaff } from '#shop/staff/staff-contract.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'

/** Ends somebody's access, or takes an invitation back. */
export function EndDialog({ person, onClose }: { person: ListedStaff; onClose: () => void }) {
  const { pending, error, send } = useCall()
  const name = person.name || person.email
  const isActive = person.state === 'active'
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={isActive ? t('Remove the access of {name}?', { name }) : t('Revoke the invitation of {name}?', { name })}
      warning={
        isActive
          ? t(
              '{name} is signed out on every device. What {name} did stays in Activity. To come back, {name} needs a new invitation.',
              { name },
            )
          : t('The link stops working.')
      }
      confirmLabel={isActive ? t('Remove access') : t('Revoke')}
      pending={pending}
      error={error}
      onConfirm={async () => {
        if ((await send('DELETE /staff/{id}', { params: { id: person.id } })) !== null) onClose()
      }}
    />
  )
}
