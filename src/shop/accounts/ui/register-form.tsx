import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { messages } from '../messages.ts'
import { register } from '../queries.ts'
import { FormDetail } from './account-card.tsx'
import { EmailField, readField } from './email-field.tsx'
import { emailProblem, focusFirstInvalid } from './login-form.tsx'

interface Problems {
  name: string | null
  email: string | null
}

/** Name and e-mail, both required (SPEC section 5); `onSent` goes on to the boxes. */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const [problems, setProblems] = useState<Problems>({ name: null, email: null })
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const [name, email] = [readField(form, 'name'), readField(form, 'email')]
    const found: Problems = { name: name.trim() === '' ? messages.nameWanted : null, email: emailProblem(email) }
    setProblems(found)
    if (found.name !== null || found.email !== null) return focusFirstInvalid(form)
    setPending(true)
    setDetail(null)
    const asked = await register({ email, name })
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
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        error={problems.name}
        onChange={() => setProblems((before) => ({ ...before, name: null }))}
      />
      <EmailField error={problems.email} onEdit={() => setProblems((before) => ({ ...before, email: null }))} />
      <FormDetail text={detail} />
      <Button type="submit" look="signal" wide pending={pending}>
        Register
      </Button>
    </form>
  )
}
