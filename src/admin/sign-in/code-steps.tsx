import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { digitsIn } from '#platform/text/typed.ts'
import type { OwnFactor } from '#shop/staff/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { callOnce } from '../api.ts'
import { hasPasskeys, hasUsedPasskey, type SignedIn, signInByPasskey } from './passkeys.ts'
import { useStep } from './use-step.ts'

/** The address, or a passkey at once. */
export function EmailStep({
  onCode,
  onSignedIn,
}: {
  onCode: (email: string) => void
  onSignedIn: (data: SignedIn) => void
}) {
  const { pending, error, run } = useStep()
  const [email, setEmail] = useState('')
  const [isPasskeyFirst] = useState(hasUsedPasskey)
  const passkey = hasPasskeys() ? (
    <Button
      wide
      variant={isPasskeyFirst ? 'primary' : 'outline'}
      pending={pending}
      onClick={() => run(signInByPasskey, onSignedIn)}
    >
      {t('Use a passkey')}
    </Button>
  ) : null
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void run(
      () => callOnce('POST /login', { body: { email } }),
      () => onCode(email.trim()),
    )
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {isPasskeyFirst ? (
        <>
          {passkey}
          <p className="text-sm text-ink-2">{t('Or with a code:')}</p>
        </>
      ) : null}
      <Field
        label={t('Your e-mail address')}
        type="email"
        name="email"
        autoComplete="username webauthn"
        inputMode="email"
        autoFocus={!isPasskeyFirst}
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" variant={isPasskeyFirst ? 'outline' : 'primary'} wide pending={pending}>
        {t('E-mail me a code')}
      </Button>
      {isPasskeyFirst ? null : passkey}
    </form>
  )
}

type CodeProps = { email: string; onVerified: (factors: readonly OwnFactor['kind'][]) => void; onBack: () => void }

/** The code by mail. */
export function CodeStep({ email, onVerified, onBack }: CodeProps) {
  const { pending, error, run } = useStep()
  const again = useStep()
  const [otp, setOtp] = useState('')
  const [wasSent, setWasSent] = useState(false)
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void run(
      () => callOnce('POST /verify', { body: { email, otp } }),
      ({ factors }) => onVerified(factors),
    )
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="text-ink-2 wrap-anywhere">
        {t('If {email} belongs to your team, we’ve sent it a code. It works once, for ten minutes.', { email })}
      </p>
      <Field
        label={t('Code from the e-mail')}
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]{6}"
        autoFocus
        required
        value={otp}
        onChange={(event) => setOtp(digitsIn(event.target.value).slice(0, 6))}
        error={error}
      />
      <Button type="submit" variant="primary" wide pending={pending}>
        {t('Continue')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="text" size="sm" onClick={onBack}>
          {t('Use another address')}
        </Button>
        <Button
          variant="text"
          size="sm"
          pending={again.pending}
          onClick={() =>
            again.run(
              () => callOnce('POST /login', { body: { email } }),
              () => setWasSent(true),
            )
          }
        >
          {t('Send another code')}
        </Button>
      </div>
      {again.error !== null || wasSent ? (
        <Notice tone={again.error === null ? 'ok' : 'bad'} live>
          {again.error ?? t('A new code is on its way. Earlier ones no longer work.')}
        </Notice>
      ) : null}
    </form>
  )
}
