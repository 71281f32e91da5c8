import { useMemo, useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Newsletter } from '#shop/contact/newsletter-contract.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { useActions } from '../actions.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Progress } from '../parts/progress.tsx'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { useAskAgain } from '../parts/use-ask-again.ts'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { stateText, stateTone } from './labels.ts'
import { MailPreview } from './mail-preview.tsx'

const ASK_MS = 2000

/** A newsletter that is being sent, was stopped, or has gone out. */
export function Sending({ newsletter }: { newsletter: Newsletter }) {
  const { id, state, subject, text, sent, recipients, at, finishedAt, stoppedAt } = newsletter
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { pending, error, send } = useCall()
  useAskAgain(state === 'sending', ASK_MS)
  async function setStopped(stop: boolean): Promise<void> {
    const name = stop ? 'POST /newsletters/{id}/stop' : 'POST /newsletters/{id}/resume'
    await send(name, { params: { id } })
    void revalidate()
  }
  async function writeAgain(): Promise<void> {
    const draft = await send('POST /newsletters', { body: { subject, text } })
    if (draft !== null) void navigate(`/newsletter/${draft.id}`)
  }
  const button = useRef<HTMLButtonElement>(null)
  useActions(
    useMemo(
      () =>
        state === 'sent'
          ? []
          : [
              {
                id: 'stop',
                label: state === 'sending' ? t('Stop sending') : t('Resume sending'),
                run: () => button.current?.click(),
              },
            ],
      [state],
    ),
  )
  return (
    <RecordPage
      title={subject}
      back={{ to: '/newsletter', label: t('All newsletters') }}
      state={<Tag tone={stateTone(state)}>{stateText(state)}</Tag>}
      next={
        state === 'sent' ? undefined : (
          <Button ref={button} variant="primary" pending={pending} onClick={() => void setStopped(state === 'sending')}>
            {state === 'sending' ? t('Stop sending') : t('Resume sending')}
          </Button>
        )
      }
      actions={
        <Button variant="outline" pending={pending} onClick={() => void writeAgain()}>
          {t('Duplicate')}
        </Button>
      }
    >
      <FailureNotice text={error} />
      <Section title={t('Progress')}>
        <div className="grid gap-2 pb-4">
          <span aria-live="polite">
            {state === 'sent'
              ? t('Sent to all {sent}.', { sent: sent.toLocaleString('en-IN') })
              : t('{sent} of {recipients} e-mails sent.', {
                  sent: sent.toLocaleString('en-IN'),
                  recipients: recipients.toLocaleString('en-IN'),
                })}
          </span>
          <Progress label={t('E-mails sent')} done={sent} of={recipients} />
        </div>
        {state === 'stopped' ? (
          <p className="pb-3 text-sm text-ink-2">{t('No more are sent. Up to 50 may still be on their way.')}</p>
        ) : null}
        <Facts
          facts={[
            [t('Started'), <When key="at" at={at} />],
            ...(stoppedAt === null ? [] : [[t('Stopped'), <When key="stopped" at={stoppedAt} />] as const]),
            ...(finishedAt === null ? [] : [[t('Done'), <When key="done" at={finishedAt} />] as const]),
          ]}
        />
      </Section>
      <div className="max-w-200">
        <MailPreview subject={subject} text={text} />
      </div>
    </RecordPage>
  )
}
