import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { digitsIn } from '#platform/text/typed.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { callOnce } from '../api.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { addPasskey, hasPasskeys, type SignedIn } from './passkeys.ts'
import { useStep } from './use-step.ts'

type Props = {
  onSignedIn: (data: SignedIn) => void
  onEnded: () => void
  /** How calls are made: within a session by `call`, which asks for the second factor again if it's too old. */
  make?: typeof callOnce
}
type Enrolment = { uri: string; secret: string; qr: string }

/** The first second factor: a passkey on this device, or an authenticator. */
export function EnrolStep({ onSignedIn, onEnded, make = callOnce }: Props) {
  const { pending, error, run } = useStep()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  if (enrolment !== null) return <AuthenticatorForm {...enrolment} {...{ onSignedIn, onEnded, make }} />
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-ink-2">
        {t('There are no passwords here. Choose how you’ll confirm it’s you, besides the code by e-mail.')}
      </p>
      {hasPasskeys() ? (
        <div className="grid gap-2">
          <Button
            variant="primary"
            wide
            pending={pending}
            onClick={() => run(() => addPasskey(make), onSignedIn, onEnded)}
          >
            {t('A passkey on this device')}
          </Button>
          <p className="text-sm text-ink-2">{t('Recommended: your face, fingerprint or screen lock.')}</p>
        </div>
      ) : null}
      <Button
        variant={hasPasskeys() ? 'outline' : 'primary'}
        wide
        pending={pending}
        onClick={() => run(() => make('POST /totp/enrol'), setEnrolment, onEnded)}
      >
        {t('An authenticator app')}
      </Button>
      {error === null ? null : (
        <p role="alert" className="text-sm font-bold text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

function AuthenticatorForm({ uri, secret, qr, onSignedIn, onEnded, make = callOnce }: Enrolment & Props) {
  const { pending, error, run } = useStep()
  const [code, setCode] = useState('')
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void run(() => make('POST /totp', { body: { code } }), onSignedIn, onEnded)
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="text-ink-2">{t('Scan this with your authenticator app, then type the code that it shows.')}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={t('QR code for the authenticator app')}
        className="size-48 justify-self-center rounded-sm bg-photo-paper p-2"
      />
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t('Can’t scan it?')}
        </summary>
        <a href={uri} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          {t('Open in the app')}
        </a>
        <p className="pt-3">{t('Or enter this key in the app:')}</p>
        <code className="block py-1 font-bold tracking-wider wrap-anywhere">{secret.replace(/(.{4})/g, '$1 ')}</code>
        <CopyButton text={secret} label={t('Copy key')} size="sm" />
      </details>
      <Field
        label={t('Code from your authenticator app')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={code}
        onChange={(event) => setCode(digitsIn(event.target.value).slice(0, 6))}
        error={error}
      />
      <Button type="submit" variant="primary" wide pending={pending}>
        {t('Continue')}
      </Button>
    </form>
  )
}
