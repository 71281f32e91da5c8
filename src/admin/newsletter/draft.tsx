import { type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Newsletter } from '#shop/contact/newsletter-contract.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useActions } from '../actions.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MarkdownField } from '../parts/markdown-field.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { useCall } from '../parts/use-call.ts'
import { useRecordForm } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import { useStaff } from '../session.ts'
import { stateText, stateTone, subjectText } from './labels.ts'
import { MailPreview } from './mail-preview.tsx'
import { SendDialog } from './send-dialog.tsx'

const FIELDS = {
  subject: { label: t('Subject'), of: ({ subject }: DraftText) => subject },
  text: { label: t('Text'), of: ({ text }: DraftText) => text },
}
type DraftText = Pick<Newsletter, 'id' | 'subject' | 'text' | 'version'>

/** A draft: its subject and Markdown, and beside it the mail as a reader gets it. Saved, then tested, then sent. */
export function Draft({ newsletter }: { newsletter: Newsletter }) {
  const { id, isTested } = newsletter
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const form = useRecordForm<DraftText, { subject: string; text: string }, Newsletter>({
    key: `newsletter ${id}`,
    stored: newsletter,
    fields: FIELDS,
    call: (body, { version }, { attempt }) =>
      attempt('PATCH /newsletters/{id}', { params: { id }, body }, version ?? undefined),
  })
  const isChanged = form.changed.length > 0
  const { pending, error, send } = useCall()
  const [isSending, setIsSending] = useState(false)
  const offerUndo = useUndo()
  const { email } = useStaff()

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if ((await form.save()) !== null) showToast(t('Newsletter saved.'), { tone: 'ok' })
  }
  async function test(): Promise<void> {
    if (isChanged && (await form.save()) === null) return
    const done = await send('POST /newsletters/{id}/test', { params: { id }, body: {} })
    if (done === null) return
    showToast(t('Test sent to {to}. Read it, then send it to everyone.', { to: done.to }), { tone: 'ok' })
    await revalidate()
  }
  async function remove(): Promise<void> {
    const done = await send('DELETE /newsletters/{id}', { params: { id } })
    if (done === null) return
    form.discard()
    offerUndo(t('Draft deleted.'), done.undo)
    void navigate('/newsletter')
  }
  const testButton = useRef<HTMLButtonElement>(null)
  useActions(useMemo(() => [{ id: 'test', label: t('Send me a test'), run: () => testButton.current?.click() }], []))
  const isReady = isTested && !isChanged
  return (
    <RecordPage
      title={subjectText(form.values.subject)}
      back={{ to: '/newsletter', label: t('All newsletters') }}
      state={<Tag tone={stateTone('draft')}>{stateText('draft')}</Tag>}
    >
      <AlsoHere subject={`newsletter:${id}`} />
      <ConflictNotice conflict={form.conflict} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Section title={t('Text')}>
          <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
            <Field
              label={t('Subject')}
              required
              maxLength={200}
              value={form.values.subject}
              onChange={(event) => form.set('subject', event.target.value)}
              error={form.errorOf('subject')}
            />
            <MarkdownField
              label={t('Text')}
              required
              rows={16}
              maxLength={50_000}
              value={form.values.text}
              onChange={(event) => form.set('text', event.target.value)}
              error={form.errorOf('text')}
              hint={t('Markdown: ## for a heading, **bold**, - for a list, [words](/categories) for a link.')}
            />
            <FailureNotice text={error} />
            <div className="flex flex-wrap gap-3">
              <Button
                ref={testButton}
                size="sm"
                variant={isReady ? 'outline' : 'primary'}
                pending={pending}
                disabled={form.conflict !== null}
                onClick={() => void test()}
              >
                {t('Send me a test')}
              </Button>
              <Button
                size="sm"
                variant={isReady ? 'primary' : 'outline'}
                disabled={!isReady}
                onClick={() => setIsSending(true)}
              >
                {t('Send to all…')}
              </Button>
            </div>
            <p className="text-sm text-ink-2 wrap-anywhere">
              {isReady
                ? t('Tested and ready to send.')
                : t('The test goes to {email}. Send yourself a test before you send it to everyone.', { email })}
            </p>
            <SaveBar
              changes={form.changed.map((name) => FIELDS[name].label)}
              pending={form.pending}
              canSave={form.canSave}
              onDiscard={form.discard}
              error={form.error}
            />
          </form>
        </Section>
        <MailPreview subject={form.values.subject} text={form.values.text} />
      </div>
      <div>
        <Button size="sm" variant="outline" pending={pending} onClick={() => void remove()}>
          {t('Delete draft')}
        </Button>
      </div>
      {isSending ? <SendDialog newsletter={newsletter} onClose={() => setIsSending(false)} /> : null}
    </RecordPage>
  )
}
