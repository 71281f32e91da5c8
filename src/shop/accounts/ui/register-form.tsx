import { type FormEvent, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusFirstInvalid } from '../../focus-first-invalid.ts'
import { register } from '../client.ts'
import { NAME_REQUIRED } from '../messages.ts'
import { FormDetail } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { validateEmail } from './login-form.tsx'
import { useCodeRequest } from './use-code-request.ts'

interface Problems {
  name: string | null
  email: string | null
}

/** Name and e-mail, both required (SPEC section 5); `onSent` opens the code boxes. */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const [problems, setProblems] = useState<Problems>({ name: null, email: null })
  const { pending, detail, send } = useCodeRequest(onSent)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const [name, email] = [readField(form, 'name'), readField(form, 'email')]
    const found: Problems = { name: name.trim() === '' ? NAME_REQUIRED : null, email: validateEmail(email) }
    setProblems(found)
    if (found.name !== null || found.email !== null) return focusFirstInvalid(form)
    await send(() => register({ email, name }))
  }

  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label={t('Name')}
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        error={problems.name}
        onChange={() => setProblems((before) => ({ ...before, name: null }))}
      />
      <EmailField error={problems.email} onEdit={() => setProblems((before) => ({ ...before, email: null }))} />
      <FormDetail text={detail} />
      <Button type="submit" variant="primary" wide pending={pending}>
        {t('Register')}
      </Button>
    </form>
  )
}
