import { type SyntheticEvent, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { SavedReply } from '#shop/contact/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { load } from '../api.ts'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useRecordForm } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'

export const loader = () => load('GET /saved-replies')

/** `/admin/messages/saved-replies`: texts to answer with. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const [open, setOpen] = useState<string | null>(null)
  const reply = open === 'new' ? null : items.find(({ id }) => id === open)
  return (
    <RecordPage
      title={t('Saved replies')}
      back={{ to: '/messages?state=waiting', label: t('All messages') }}
      next={
        <Button variant="primary" onClick={() => setOpen('new')}>
          {t('Add a reply')}
        </Button>
      }
    >
      {items.length === 0 ? (
        <EmptyState title={t('No saved replies yet')} line={t('Save the answers you send often.')} />
      ) : (
        <ul className="grid gap-2">
          {items.map((reply) => (
            <li key={reply.id}>
              <Reply reply={reply} onEdit={() => setOpen(reply.id)} />
            </li>
          ))}
        </ul>
      )}
      {open === null || reply === undefined ? null : <ReplyDialog reply={reply} onClose={() => setOpen(null)} />}
    </RecordPage>
  )
}

function Reply({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  async function remove(): Promise<void> {
    const done = await send('DELETE /saved-replies/{id}', { params: { id: reply.id } })
    if (done === null) return
    offerUndo(t('Saved reply deleted.'), done.undo)
    void revalidate()
  }
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-md border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-bold wrap-anywhere">{reply.title}</h2>
        <p className="whitespace-pre-line text-ink-2 wrap-anywhere">{reply.text}</p>
        <FailureNotice text={error} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Button variant="outline" size="sm" pending={pending} onClick={() => void remove()}>
          {t('Delete')}
        </Button>
      </div>
    </div>
  )
}

const NEW: SavedReply = { id: '', title: '', text: '', version: '' }
const FIELDS = {
  title: { label: t('Title'), of: ({ title }: SavedReply) => title },
  text: { label: t('Text'), of: ({ text }: SavedReply) => text },
}

/** A new reply, or a changed one. */
function ReplyDialog(props: { reply: SavedReply | null; onClose: () => void }) {
  const { reply, onClose } = props
  const form = useRecordForm<SavedReply, { title: string; text: string }, SavedReply>({
    key: `saved-reply ${reply?.id ?? 'new'}`,
    stored: reply ?? NEW,
    fields: FIELDS,
    call: (change, { id, version }, { attempt }) =>
      reply === null
        ? attempt('POST /saved-replies', { body: { title: '', text: '', ...change } })
        : attempt('PATCH /saved-replies/{id}', { params: { id }, body: change }, version),
  })
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if ((await form.save()) !== null) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={reply === null ? t('Add a reply') : t('Edit reply')}>
      <form className="grid gap-4" onSubmit={submit}>
        <ConflictNotice conflict={form.conflict} />
        <Field
          label={t('Title')}
          required
          maxLength={80}
          value={form.values.title}
          onChange={(event) => form.set('title', event.target.value)}
          error={form.errorOf('title')}
        />
        <TextArea
          label={t('Text')}
          required
          rows={8}
          maxLength={5000}
          value={form.values.text}
          onChange={(event) => form.set('text', event.target.value)}
          error={form.errorOf('text')}
          hint={t('{name} and {number} are filled in for you.', {
            name: '{firstName}',
            number: '{orderNumber}',
          })}
        />
        <FailureNotice text={form.error} />
        <Button type="submit" variant="primary" pending={form.pending} disabled={!form.canSave}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}
