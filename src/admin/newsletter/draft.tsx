import { type KeyboardEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Newsletter } from '#shop/contact/newsletter-contract.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useActions } from '../actions.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import { MarkdownField } from '../parts/markdown-field.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { changedFields, useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { useStaff } from '../session.ts'
import { stateText, stateTone, subjectText } from './labels.ts'
import { MailPreview } from './mail-preview.tsx'
import { SendDialog } from './send-dialog.tsx'

type Text = Readonly<{ subject: string; text: string }>

/** A draft: its subject and Markdown, and beside it the mail as a reader gets it. Saved, then tested, then sent. */
export function Draft({ newsletter }: { newsletter: Newsletter }) {
  const { id, subject, text, isTested } = newsletter
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const saved: Text = useMemo(() => ({ subject, text }), [subject, text])
  const typed = useDraft<Text>(`newsletter ${id}`, saved)
  const change = changedFields(saved, typed.value)
  const isChanged = Object.keys(change).length > 0
  const { pending, failure, error, errorOf, send } = useCall()
  const [isSending, setIsSending] = useState(false)
  const offerUndo = useUndo()
  const { email } = useStaff()
  // Safe cast: the problem of `changed_meanwhile` has the draft as it is now.
  const current =
    failure?.code === 'changed_meanwhile' ? (failure.problem?.current as Text & { version: number }) : null

  /** Saves what was changed. @returns false if it failed */
  async function save(): Promise<boolean> {
    if (!isChanged) return true
    const version = current?.version ?? newsletter.version ?? 1
    const done = await send('PATCH /newsletters/{id}', { params: { id }, body: { version, ...change } })
    if (done === null) return false
    await revalidate()
    typed.forget(typed.value)
    return true
  }
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (await save()) showToast(t('Saved.'), { tone: 'ok' })
  }
  async function test(): Promise<void> {
    if (!(await save())) return
    const done = await send('POST /newsletters/{id}/test', { params: { id }, body: {} })
    if (done === null) return
    showToast(t('A test is on its way to {to}. Read it, then send it to all.', { to: done.to }), { tone: 'ok' })
    await revalidate()
  }
  async function remove(): Promise<void> {
    const done = await send('DELETE /newsletters/{id}', { params: { id } })
    if (done === null) return
    typed.clear()
    offerUndo(t('The draft is deleted.'), done.undo)
    void navigate('/newsletter')
  }
  const testButton = useRef<HTMLButtonElement>(null)
  useActions(useMemo(() => [{ id: 'test', label: t('Send me a test'), run: () => testButton.current?.click() }], []))
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  const isReady = isTested && !isChanged
  return (
    <RecordPage
      title={subjectText(typed.value.subject)}
      back={{ to: '/newsletter', label: t('All newsletters') }}
      state={<Tag tone={stateTone('draft')}>{stateText('draft')}</Tag>}
    >
      <AlsoHere subject={`newsletter:${id}`} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Section title={t('Text')}>
          <form className="grid gap-4" onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown}>
            <Field
              label={t('Subject')}
              required
              maxLength={200}
              value={typed.value.subject}
              onChange={(event) => typed.set({ ...typed.value, subject: event.target.value })}
              error={errorOf('subject')}
            />
            <MarkdownField
              label={t('Text')}
              required
              rows={16}
              maxLength={50_000}
              value={typed.value.text}
              onChange={(event) => typed.set({ ...typed.value, text: event.target.value })}
              error={errorOf('text')}
              hint={t('Markdown: ## for a heading, **bold**, - for a list, [words](/categories) for a link.')}
            />
            {error === null ? null : (
              <Notice tone="bad" live>
                {error}
                {current === null ? null : (
                  <span className="block font-normal whitespace-pre-line">{`${current.subject}\n\n${current.text}`}</span>
                )}
              </Notice>
            )}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="outline" size="sm" pending={pending} disabled={!isChanged}>
                {current === null ? t('Save') : t('Save mine')}
              </Button>
              <Button
                ref={testButton}
                size="sm"
                variant={isReady ? 'outline' : 'primary'}
                pending={pending}
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
                {t('Send to all …')}
              </Button>
            </div>
            <p className="text-sm text-ink-2 wrap-anywhere">
              {isReady
                ? t('This text was tested. It can be sent.')
                : t('The test goes to {email}. Only a text that was tested can be sent to all.', { email })}
            </p>
          </form>
        </Section>
        <MailPreview subject={typed.value.subject} text={typed.value.text} />
      </div>
      <div>
        <Button size="sm" variant="outline" pending={pending} onClick={() => void remove()}>
          {t('Delete the draft')}
        </Button>
      </div>
      {isSending ? <SendDialog newsletter={newsletter} onClose={() => setIsSending(false)} /> : null}
    </RecordPage>
  )
}
