import { type FormEvent, useState } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { type Changed, changeName, confirmEmailChange, requestEmailChange } from '../queries.ts'

/** The customer's name and e-mail address, each to be changed; an address by a code at the old and at the new one. */
export function OwnDetails() {
  const user = useSession()?.user
  const [newEmail, setNewEmail] = useState<string | null>(null)
  if (user === undefined) return null
  return (
    <section aria-labelledby="own-details" className="grid gap-4 border-t border-line pt-6">
      <h2 id="own-details" className="font-wide text-lg font-extrabold">
        {t('Your details')}
      </h2>
      <ChangeForm
        key={user.name}
        button={t('Save name')}
        send={(form) => changeName(String(form.get('name') ?? ''))}
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
      {newEmail === null ? (
        <ChangeForm
          key={user.email}
          button={t('Change e-mail')}
          send={(form) => requestEmailChange(String(form.get('email') ?? ''))}
          onDone={(form) => setNewEmail(String(form.get('email') ?? ''))}
          fields={(error) => (
            <Field
              label={t('New e-mail')}
              name="email"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              hint={t('Now {email}. We send a code to both addresses.', { email: user.email })}
              error={error}
            />
          )}
        />
      ) : (
        <ChangeForm
          button={t('Confirm')}
          send={(form) => confirmEmailChange(String(form.get('old') ?? ''), String(form.get('new') ?? ''))}
          onDone={() => setNewEmail(null)}
          onCancel={() => setNewEmail(null)}
          fields={(error) => (
            <>
              <Field label={t('Code sent to {email}', { email: user.email })} name="old" {...CODE} />
              <Field label={t('Code sent to {email}', { email: newEmail })} name="new" {...CODE} error={error} />
            </>
          )}
        />
      )}
    </section>
  )
}

const CODE = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const

type FormProps = {
  button: string
  /** The fields; `error` is the server's answer to the last try. */
  fields: (error: string | null) => React.ReactNode
  send: (form: FormData) => Promise<Changed>
  onDone?: (form: FormData) => void
  onCancel?: () => void
}

function ChangeForm({ button, fields, send, onDone, onCancel }: FormProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
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
          <Button variant="quiet" size="sm" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
