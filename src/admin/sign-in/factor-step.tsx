import { type SyntheticEvent, useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { OwnFactor } from '#shop/staff/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { callOnce } from '../api.ts'
import { hasPasskeys, type SignedIn, signInByPasskey } from './passkeys.ts'
import { useStep } from './use-step.ts'

type Factor = OwnFactor['kind']
type Props = { factors?: readonly Factor[] | undefined; onSignedIn: (data: SignedIn) => void; onEnded: () => void }

/** The second factor: a passkey, the authenticator's code, or a spare code. What somebody has comes first. */
export function FactorStep({ factors, onSignedIn, onEnded }: Props) {
  const passkey = useStep()
  const { pending, error, run } = useStep()
  const [code, setCode] = useState('')
  const owned = useOwned(factors)
  const offersPasskey = hasPasskeys() && owned?.includes('passkey') !== false
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void run(() => callOnce('POST /totp', { body: { code } }), onSignedIn, onEnded)
  }
  return (
    <div className="grid gap-6">
      {offersPasskey ? (
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
          label={owned?.includes('totp') === false ? t('Spare code') : t('Code from your authenticator app')}
          hint={owned?.includes('totp') === false ? undefined : t('Or one of your spare codes.')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          autoFocus={!offersPasskey}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={error}
        />
        <Button type="submit" variant={offersPasskey ? 'outline' : 'primary'} wide pending={pending}>
          {t('Continue')}
        </Button>
      </form>
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t('I’ve lost my phone')}
        </summary>
        <p className="pt-1 text-ink-2">
          {t(
            'Enter one of your spare codes. If you have none, an owner can reset your sign-in under Team. If you’re the only owner, whoever runs your server can do it with this command:',
          )}
        </p>
        <code className="mt-1 inline-block rounded-xs bg-sunk px-2 py-1 wrap-anywhere">
          {`npm run shop -- staff reset ${t('YOUR-ADDRESS')}`}
        </code>
      </details>
    </div>
  )
}

/** What somebody has: as the sign-in knows it, else asked for within a session; undefined if neither says. */
function useOwned(factors: readonly Factor[] | undefined): readonly Factor[] | undefined {
  const [asked, setAsked] = useState<readonly Factor[]>()
  useEffect(() => {
    if (factors === undefined)
      void callOnce('GET /factors').then((result) => {
        if (result.ok) setAsked(result.data.items.map(({ kind }) => kind))
      })
  }, [factors])
  return factors ?? asked
}
