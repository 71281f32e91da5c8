import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, Select } from '#ui/field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { roleName } from '../shell/role-name.ts'
import { LinkShownOnce } from './link-shown-once.tsx'

export const ROLES = ['packer', 'manager', 'owner'] as const
type Role = (typeof ROLES)[number]

/** A role by its value in a form. */
export function readRole(value: string): Role {
  return ROLES.find((role) => role === value) ?? 'packer'
}

/** Invites somebody: the link is shown once, with a QR code for their phone. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft('invite', { email: '', name: '', role: 'packer' as string })
  const { pending, errorBeside, errorOf, send } = useCall(form.keysOf())
  const [invitation, setInvitation] = useState<{ link: string; qr: string } | null>(null)
  const { email, name, role } = form.value
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const body = { email, role: readRole(role), ...(name.trim() === '' ? {} : { name }) }
    const sent = await send('POST /staff', { body })
    if (sent === null) return
    form.clear()
    setInvitation(sent)
  }
  if (invitation !== null)
    return (
      <Dialog open onClose={onClose} title={t('The invitation')}>
        <LinkShownOnce {...invitation} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={t('Invite a colleague')}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label={t('Their e-mail address')}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => form.set({ ...form.value, email: event.target.value })}
          error={errorOf('email')}
        />
        <Field
          label={t('Name')}
          hint={t('Optional. Shown beside what they do.')}
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={(event) => form.set({ ...form.value, name: event.target.value })}
          error={errorOf('name')}
        />
        <RoleSelect value={role} onChange={(next) => form.set({ ...form.value, role: next })} />
        <FailureNotice text={errorBeside('email', 'name')} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Create invitation')}
        </Button>
      </form>
    </Dialog>
  )
}

/** A role with what it may do. */
export function RoleSelect({ value, onChange }: { value: string; onChange: (role: Role) => void }) {
  return (
    <Select label={t('Role')} value={value} onChange={(event) => onChange(readRole(event.target.value))}>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}
        </option>
      ))}
    </Select>
  )
}
