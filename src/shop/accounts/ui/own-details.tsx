import { type FormEvent, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { type Changed, changeName, confirmEmailChange, requestEmailChange } from '../client.ts'

/**
 * The customer's name and e-mail address, each with a form to change it. An address needs a code from the old and one
 * from the new mailbox.
 */
export function OwnDetails() {
  const user = useSession()?.user
  /** The new address while its code is pending. Undefined at first, null once confirmed or cancelled. */
  const [newEmail, setNewEmail] = useState<string | null>()
  if (user === undefined) return null
  return (
    <section aria-labelledby="own-details" className="grid gap-4 border-t border-line pt-6">
      <h2 id="own-details" className="font-wide text-lg font-extrabold">
        {t('Your details')}
      </h2>
      <ChangeForm
        button={t('Save name')}
        send={(form) => changeName(readField(form, 'name'))}
        fields={(error) => (
          <Field
            label={t('Name')}
            name="name"
            defaultValue={user.name}
            maxLength={80}
            autoComplete="name"
            error={error}
          />
        )}
      />
      {typeof newEmail !== 'string' ? (
        <ChangeForm
          key="change"
          button={t('Change e-mail')}
          send={(form) => requestEmailChange(readField(form, 'email'))}
          onDone={(form) => setNewEmail(readField(form, 'email'))}
          fields={(error) => (
            <Field
              label={t('New e-mail')}
              // The form for the codes, which had the focus, is gone.
              autoFocus={newEmail === null}
              name="email"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              hint={t('Currently {email}. We’ll send a code to both addresses.', { email: user.email })}
              error={error}
            />
          )}
        />
      ) : (
        <ChangeForm
          key="confirm"
          button={t('Confirm')}
          send={(form) => confirmEmailChange(readField(form, 'old'), readField(form, 'new'))}
          onDone={() => setNewEmail(null)}
          onCancel={() => setNewEmail(null)}
          fields={(error) => (
            <>
              <Field label={t('Code sent to {email}', { email: user.email })} name="old" autoFocus {...CODE} />
              <Field label={t('Code sent to {email}', { email: newEmail })} name="new" {...CODE} error={error} />
            </>
          )}
        />
      )}
    </section>
  )
}

const CODE = { inputMode: 'numeric', autoComplete: 'off' } as const

type FormProps = {
  button: string
  /** The fields; `error` is the server's message about the last attempt. */
  fields: (error: string | null) => React.ReactNode
  send: (form: HTMLFormElement) => Promise<Changed>
  onDone?: (form: HTMLFormElement) => void
  onCancel?: () => void
}

function ChangeForm({ button, fields, send, onDone, onCancel }: FormProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    const outcome = await send(form)
    setPending(false)
    setError(outcome.ok ? null : outcome.message)
    if (!outcome.ok) return
    showToast(outcome.message, { tone: 'ok' })
    onDone?.(form)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={() => setError(null)}
      className="grid max-w-100 gap-3"
    >
      {fields(error)}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" size="sm" pending={pending}>
          {button}
        </Button>
        {onCancel ? (
          <Button variant="text" size="sm" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
