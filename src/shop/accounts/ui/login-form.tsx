import { type FormEvent, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { focusFirstInvalid } from '../../focus-first-invalid.ts'
import { keptEmail, requestCode } from '../client.ts'
import { EMAIL_INVALID, EMAIL_REQUIRED } from '../messages.ts'
import { FormDetail } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { useCodeRequest } from './use-code-request.ts'

/** The e-mail form of /login; `onSent` opens the code boxes. */
export function LoginForm({ onSent }: { onSent: (email: string) => void }) {
  const [error, setError] = useState<string | null>(null)
  const { pending, detail, send } = useCodeRequest(onSent)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const email = readField(event.currentTarget, 'email')
    const problem = validateEmail(email)
    setError(problem)
    if (problem !== null) return focusFirstInvalid(event.currentTarget)
    await send(() => requestCode(email))
  }

  // `method="dialog"`: a press before the scripts run sends nothing. The default would put the address into the page's
  // URL.
  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
      <EmailField error={error} known={keptEmail.read} onEdit={() => setError(null)} />
      <FormDetail text={detail} />
      <Button type="submit" variant="primary" wide pending={pending}>
        {t('Send code')}
      </Button>
    </form>
  )
}

/** The message for an invalid address, or null if it's valid. */
export function validateEmail(email: string): string | null {
  if (email.trim() === '') return EMAIL_REQUIRED
  return canonicalEmail(email) === null ? EMAIL_INVALID : null
}
