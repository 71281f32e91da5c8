import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { callOnce } from '../api.ts'
import { roleName } from '../shell/role-name.ts'
import { SignInFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'
import { useStep } from './use-step.ts'

type Joined = { email: string; name: string; role: string }

/**
 * `/admin/join/TOKEN`: an invitation, which works once. A press uses it up, not the opening of the page, because some
 * mail programs open links by themselves.
 */
export function Component() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { pending, error, run } = useStep()
  const [joined, setJoined] = useState<Joined | null>(null)
  if (joined !== null)
    return (
      <SignInFrame title={joined.name === '' ? t('Welcome') : t('Welcome, {name}', { name: joined.name })}>
        <p className="text-ink-2 wrap-anywhere">
          {t('You join as {email}. Your role: {role}.', { email: joined.email, role: roleName(joined.role) })}
        </p>
        <SignIn start={{ name: 'enrol' }} onDone={() => navigate('/', { replace: true })} />
      </SignInFrame>
    )
  return (
    <SignInFrame title={t('You’re invited to the staff site')}>
      <p className="text-pretty text-ink-2">
        {t('This link works once. Begin on the device that you will use most: the next step sets it up.')}
      </p>
      <Button
        variant="primary"
        wide
        pending={pending}
        onClick={() => run(() => callOnce('POST /join', { body: { token } }), setJoined)}
      >
        {t('Begin')}
      </Button>
      {error === null ? null : (
        <div role="alert" className="grid gap-3">
          <p className="font-bold text-bad">{error}</p>
          <LinkButton to="/login" variant="outline" size="sm">
            {t('I have joined already: sign in')}
          </LinkButton>
        </div>
      )}
    </SignInFrame>
  )
}
