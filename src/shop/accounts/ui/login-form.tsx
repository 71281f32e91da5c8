import { type FormEvent, useState } from 'react'
import { canonicalEmail } from '#platform/mail/address.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { messages } from '../messages.ts'
import { askForCode } from '../queries.ts'
import { FormDetail } from './account-card.tsx'
import { EmailField, readField } from './email-field.tsx'

/** Asks for the address and has a code sent there; `onSent` goes on to the boxes. */
export function LoginForm({ onSent }: { onSent: (email: string) => void }) {
  const [error, setError] = useState<string | null>(null)
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const email = readField(event.currentTarget, 'email')
    const problem = emailProblem(email)
    setError(problem)
    if (problem !== null) return focusFirstInvalid(event.currentTarget)
    setPending(true)
    setDetail(null)
    const asked = await askForCode(email)
    setPending(false)
    if (asked.ok) {
      showToast(messages.codeSent(asked.email), { tone: 'ok' })
      return onSent(asked.email)
    }
    showToast(asked.sentence, { tone: 'bad' })
    setDetail(asked.detail)
  }

  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
      <EmailField error={error} onEdit={() => setError(null)} />
      <FormDetail text={detail} />
      <Button type="submit" look="signal" wide pending={pending}>
        Send code
      </Button>
    </form>
  )
}

/** What is wrong with a typed address, in a sentence; null when it can be one. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return messages.emailWanted
  return canonicalEmail(email) === null ? messages.emailInvalid : null
}

/** Takes the keyboard to the first field that has to be mended, once it is marked. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
