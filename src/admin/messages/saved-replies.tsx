import { type SyntheticEvent, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { SavedReply } from '#shop/contact/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'

export const loader = () => load('GET /saved-replies')

/** `/admin/messages/saved-replies`: texts to answer with. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<SavedReply | 'new' | null>(null)
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
        <EmptyState title={t('No saved replies yet')} line={t('Write once what you answer often.')} />
      ) : (
        <ul className="grid gap-2">
          {items.map((reply) => (
            <li key={reply.id}>
              <Reply reply={reply} onEdit={() => setOpen(reply)} />
            </li>
          ))}
        </ul>
      )}
      {open === null ? null : (
        <ReplyDialog
          reply={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void revalidate()
          }}
        />
      )}
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
    offerUndo(t('Deleted.'), done.undo)
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
          {t('Change')}
        </Button>
        <Button variant="outline" size="sm" pending={pending} onClick={() => void remove()}>
          {t('Delete')}
        </Button>
      </div>
    </div>
  )
}

/** A new reply, or a changed one. If somebody changed it meanwhile, theirs is shown and nothing typed is lost. */
function ReplyDialog(props: { reply: SavedReply | null; onClose: () => void; onDone: () => void }) {
  const { reply, onClose, onDone } = props
  const draft = useDraft(`saved-reply ${reply?.id ?? 'new'}`, { title: reply?.title ?? '', text: reply?.text ?? '' })
  const { title, text } = draft.value
  const { pending, error, errorOf, failure, send } = useCall(draft.keysOf())
  // Safe cast: the problem of `changed_meanwhile` has the reply as it is now.
  const current = failure?.code === 'changed_meanwhile' ? (failure.problem?.current as SavedReply) : null
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const done =
      reply === null
        ? await send('POST /saved-replies', { body: { title, text } })
        : await send('PATCH /saved-replies/{id}', {
            params: { id: reply.id },
            body: {
              version: current?.version ?? reply.version,
              ...(title === reply.title ? {} : { title }),
              ...(text === reply.text ? {} : { text }),
            },
          })
    if (done === null) return
    draft.clear()
    onDone()
  }
  return (
    <Dialog open onClose={onClose} title={reply === null ? t('Add a reply') : t('Change the reply')}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label={t('Title')}
          required
          maxLength={80}
          value={title}
          onChange={(event) => draft.set({ ...draft.value, title: event.target.value })}
          error={errorOf('title')}
        />
        <TextArea
          label={t('Text')}
          required
          rows={8}
          maxLength={5000}
          value={text}
          onChange={(event) => draft.set({ ...draft.value, text: event.target.value })}
          error={errorOf('text')}
          hint={t('{name} and {number} are filled in when you use it.', {
            name: '{firstName}',
            number: '{orderNumber}',
          })}
        />
        {error === null ? null : (
          <Notice tone="bad" live>
            {error}
            {current === null ? null : (
              <span className="block font-normal whitespace-pre-line">{`${current.title}\n${current.text}`}</span>
            )}
          </Notice>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {current === null ? t('Save') : t('Save mine')}
        </Button>
      </form>
    </Dialog>
  )
}
