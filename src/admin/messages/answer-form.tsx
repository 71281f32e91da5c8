import { type SyntheticEvent, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import type { SavedReply, Thread } from '#shop/contact/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Card } from '#ui/parts.tsx'
import { Chips } from '../parts/chips.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'

interface Props {
  thread: Thread
  replies: readonly SavedReply[]
  onAnswered: () => void
}

/** The answer, which stays on this device until it's sent. */
export function AnswerForm({ thread, replies, onAnswered }: Props) {
  const { id, email, repliesTo } = thread
  const draft = useDraft<string>(`message ${id}`, '')
  const area = useRef<HTMLDivElement>(null)
  const { pending, error, errorOf, send } = useCall(draft.keysOf())
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if ((await send('POST /messages/{id}/answer', { params: { id }, body: { text: draft.value } })) === null) return
    draft.clear()
    onAnswered()
  }
  function insert(title: string): void {
    const reply = replies.find((one) => one.title === title)
    if (!reply) return
    const words = fillIn(reply.text, thread)
    draft.set(draft.value.trim() === '' ? words : `${draft.value.trimEnd()}\n\n${words}`)
    area.current?.querySelector('textarea')?.focus()
  }
  return (
    <Card>
      <form className="grid gap-4" onSubmit={submit}>
        <div ref={area}>
          <TextArea
            label={t('Your answer')}
            rows={4}
            required
            maxLength={5000}
            value={draft.value}
            onChange={(event) => draft.set(event.target.value)}
            error={errorOf('text')}
            hint={t('It begins with “Hello {name},” and ends with their message.', { name: thread.firstName })}
          />
        </div>
        <Chips label={t('Saved replies')} options={replies.map(({ title }) => title)} onPick={insert} />
        <FailureNotice text={errorOf('text') === null ? error : null} />
        <div>
          <Button type="submit" variant="primary" pending={pending}>
            {t('Send answer')}
          </Button>
          <p className="pt-2 text-sm text-ink-3 wrap-anywhere">
            {t('Sent to {email}. Replies go to {address} and don’t appear here.', {
              email,
              address: repliesTo,
            })}
          </p>
        </div>
      </form>
    </Card>
  )
}

/** A saved reply for this customer. What can't be known stays to be filled in: the server sends no placeholder. */
function fillIn(text: string, { firstName, orders }: Thread): string {
  const order = orders.find(({ isNamed }) => isNamed) ?? orders[0]
  return text
    .replaceAll('{firstName}', firstName)
    .replaceAll('{orderNumber}', order === undefined ? '{orderNumber}' : order.orderNumber)
}
