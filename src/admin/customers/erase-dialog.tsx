import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { CustomerRecord } from '#shop/customers/staff-contract.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'

type Props = {
  customer: Pick<CustomerRecord, 'id' | 'name' | 'email' | 'erasure' | 'lost'>
  onClose: () => void
  /** It will happen later. */
  onLater: () => void
}

/** Erases a customer: what stays and why, their address typed again, and then one button. */
export function EraseDialog({ customer: { id, name, email, erasure, lost }, onClose, onLater }: Props) {
  const [typed, setTyped] = useState('')
  const { pending, error, errorOf, send } = useCall()
  const offerUndo = useUndo()
  const navigate = useNavigate()
  const isLater = erasure.waits !== null
  async function erase(): Promise<void> {
    const done = await send('POST /customers/{id}/erase', { params: { id }, body: { email: typed } })
    if (done === null) return
    onClose()
    if (done.waits === null) {
      offerUndo(t('{name} erased.', { name }), null)
      void navigate('/customers')
      return
    }
    offerUndo(t('{name} will be erased as soon as possible.', { name }), done.undo)
    onLater()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Erase {name}?', { name })}
      confirmLabel={isLater ? t('Erase as soon as possible') : t('Erase for good')}
      warning={
        isLater
          ? t('Until then nothing changes.')
          : t('Account, addresses, cart, wishlist, messages, newsletter and photos are deleted. This can’t be undone.')
      }
      pending={pending}
      isReady={typed.trim() !== ''}
      error={errorOf('email') === null ? error : null}
      onConfirm={() => void erase()}
    >
      {isLater ? <Notice tone="warn">{erasure.waits}</Notice> : null}
      {lost.map((line) => (
        <Notice key={line} tone="warn">
          {line}
        </Notice>
      ))}
      <div>
        <p className="font-bold">{t('What stays')}</p>
        <ul className="list-disc pl-5 text-sm text-ink-2">
          {erasure.stays.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Field
        label={t('Their e-mail address')}
        hint={t('Type {email} to confirm.', { email })}
        type="email"
        required
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={errorOf('email')}
      />
    </PreviewDialog>
  )
}
