import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { ListedStaff } from '#shop/staff/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { roleName } from '../shell/role-name.ts'
import { RoleSelect } from './invite-dialog.tsx'

/** Changes what somebody may do, from their next call on. */
export function RoleDialog({ person, onClose }: { person: ListedStaff; onClose: () => void }) {
  const [role, setRole] = useState(person.role)
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (role === person.role) return onClose()
    const changed = await send('PATCH /staff/{id}', { params: { id: person.id }, body: { role } })
    if (changed === null) return
    onClose()
    offerUndo(t('{name} is now {role}.', { name: person.name || person.email, role: roleName(role) }), changed.undo)
  }
  return (
    <Dialog open onClose={onClose} title={person.name || person.email}>
      <form className="grid gap-4" onSubmit={submit}>
        <RoleSelect value={role} onChange={setRole} />
        <FailureNotice text={error} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}
