import { type SyntheticEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { OrderNote, OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useRecordForm } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'

/** What staff write to each other about an order. */
export function Notes({ order }: { order: OrderRecord }) {
  const draft = useDraft<string>(`order-note ${order.id}`, '')
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall(draft.keysOf())
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const added = await send('POST /orders/{id}/notes', { params: { id: order.id }, body: { text: draft.value } })
    if (added === null) return
    draft.forget(draft.value)
    void revalidate()
  }
  return (
    <div className="grid gap-4 pb-4">
      <ul className="grid gap-4 empty:hidden" aria-live="polite">
        {order.notes.map((note) => (
          <li key={note.id}>
            <Note orderId={order.id} note={note} />
          </li>
        ))}
      </ul>
      <form className="grid gap-3" onSubmit={submit}>
        <TextArea
          label={t('A note for your colleagues')}
          hint={t('The customer doesn’t see it.')}
          rows={2}
          required
          maxLength={2000}
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
        />
        <FailureNotice text={error} />
        <Button type="submit" variant="outline" size="sm" className="justify-self-start" pending={pending}>
          {t('Add note')}
        </Button>
      </form>
    </div>
  )
}

function Note({ orderId, note }: { orderId: string; note: OrderNote }) {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const offerUndo = useUndo()
  const { pending, error, send } = useCall()
  async function remove(): Promise<void> {
    const params = { id: orderId, note: note.id }
    const done = await send('DELETE /orders/{id}/notes/{note}', { params }, note.version)
    if (done === null) return
    offerUndo(t('Note deleted.'), done.undo)
    void revalidate()
  }
  if (isOpen) return <NoteForm orderId={orderId} note={note} onClose={() => setOpen(false)} />
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
      <p className="text-xs text-ink-3">
        {note.author} · <When at={note.changedAt ?? note.at} />
        {note.changedAt === null ? null : ` · ${t('edited')}`}
      </p>
      <FailureNotice text={error} />
      {note.mayChange ? (
        <p className="-ml-4 flex flex-wrap">
          <Button variant="text" size="sm" onClick={() => setOpen(true)}>
            {t('Edit')}
          </Button>
          <Button variant="text" size="sm" pending={pending} onClick={() => void remove()}>
            {t('Delete')}
          </Button>
        </p>
      ) : null}
    </>
  )
}

const FIELDS = { text: { label: t('Note'), of: ({ text }: OrderNote) => text } }

/** A note that is being changed. */
function NoteForm({ orderId, note, onClose }: { orderId: string; note: OrderNote; onClose: () => void }) {
  const form = useRecordForm({
    key: `order-note ${orderId} ${note.id}`,
    stored: note,
    fields: FIELDS,
    call: ({ text = '' }, { id, version }, { attempt }) =>
      attempt('PATCH /orders/{id}/notes/{note}', { params: { id: orderId, note: id }, body: { text } }, version),
  })
  function close(): void {
    form.discard()
    onClose()
  }
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    // The note's buttons come back with its new version.
    if ((await form.save()) !== null) onClose()
  }
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <ConflictNotice conflict={form.conflict} />
      <TextArea
        label={t('Edit note')}
        rows={3}
        required
        maxLength={2000}
        value={form.values.text}
        onChange={(event) => form.set('text', event.target.value)}
        error={form.errorOf('text')}
      />
      <FailureNotice text={form.error} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button variant="primary" type="submit" size="sm" pending={form.pending} disabled={!form.canSave}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
