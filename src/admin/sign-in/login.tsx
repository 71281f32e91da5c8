import { useState } from 'react'
import { redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { callOnce } from '../api.ts'
import { setStaff } from '../session.ts'
import { SignInFrame } from './frame.tsx'
import { SignIn, type SignInStep } from './sign-in.tsx'
import { useStep } from './use-step.ts'

/** Whoever is signed in already goes on. */
export async function loader() {
  const session = await callOnce('GET /session')
  if (!session.ok) return null
  setStaff(session.data.staff)
  return redirect('/')
}

/** `/admin/login`: leads to the screen that was asked for. `#TOKEN` is a link by mail in place of a code. */
export function Component() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const token = useLocation().hash.slice(1)
  const [start, setStart] = useState<SignInStep | null>(token === '' ? { name: 'email' } : null)
  const next = query.get('next') ?? '/'
  return (
    <SignInFrame title={t('Sign in to the staff site')}>
      {start === null ? (
        <LinkStep token={token} onStart={setStart} />
      ) : (
        <SignIn
          start={start}
          // Only a path of this site: `//` would begin another host.
          onDone={() => navigate(/^\/(?!\/)/.test(next) ? next : '/', { replace: true })}
        />
      )}
    </SignInFrame>
  )
}

/** The link by mail counts once. A press uses it up, since some mail programs open links by themselves. */
function LinkStep({ token, onStart }: { token: string; onStart: (step: SignInStep) => void }) {
  const { pending, error, run } = useStep()
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-ink-2">{t('This link replaces the code by e-mail. It works once.')}</p>
      <Button
        variant="primary"
        wide
        pending={pending}
        onClick={() =>
          run(
            () => callOnce('POST /join', { body: { token } }),
            () => onStart({ name: 'factor' }),
          )
        }
      >
        {t('Continue')}
      </Button>
      {error === null ? null : (
        <div role="alert" className="grid gap-3">
          <p className="font-bold text-bad">{error}</p>
          <Button variant="outline" size="sm" onClick={() => onStart({ name: 'email' })}>
            {t('Ask for a code')}
          </Button>
        </div>
      )}
    </div>
  )
}
