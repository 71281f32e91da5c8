import { type SyntheticEvent, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { callOnce } from '../api.ts'
import { hasPasskeys, type SignedIn, signInByPasskey } from './passkeys.ts'
import { useStep } from './use-step.ts'

type Props = { onSignedIn: (data: SignedIn) => void; onEnded: () => void }

/** The second factor: a passkey, the authenticator's code, or a spare code. */
export function FactorStep({ onSignedIn, onEnded }: Props) {
  const passkey = useStep()
  const { pending, error, run } = useStep()
  const [code, setCode] = useState('')
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void run(() => callOnce('POST /totp', { body: { code } }), onSignedIn, onEnded)
  }
  return (
    <div className="grid gap-6">
      {hasPasskeys() ? (
        <div className="grid gap-2">
          <Button
            variant="primary"
            wide
            pending={passkey.pending}
            onClick={() => passkey.run(signInByPasskey, onSignedIn, onEnded)}
          >
            {t('Use a passkey')}
          </Button>
          {passkey.error === null ? null : (
            <p role="alert" className="text-sm font-bold text-bad">
              {passkey.error}
            </p>
          )}
        </div>
      ) : null}
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label={t('Code from your authenticator')}
          hint={t('Or one of your spare codes.')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          autoFocus={!hasPasskeys()}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={error}
        />
        <Button type="submit" variant={hasPasskeys() ? 'outline' : 'primary'} wide pending={pending}>
          {t('Continue')}
        </Button>
      </form>
    </div>
  )
}
