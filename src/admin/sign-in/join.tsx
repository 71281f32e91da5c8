import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { callOnce } from '../api.ts'
import { roleName } from '../shell/role-name.ts'
import { shopName } from '../shop-name.ts'
import { SignInFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'
import { useStep } from './use-step.ts'

type Joined = { email: string; name: string; role: string }

/**
 * `/admin/join#TOKEN`: an invitation, which works once. A press uses it up, not the opening of the page, because some
 * mail programs open links by themselves.
 */
export function Component() {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const { pending, error, run } = useStep()
  const [joined, setJoined] = useState<Joined | null>(null)
  // The link of a new shop's first start is nobody's yet.
  const [isFounder, setFounder] = useState(false)
  // What the form just began to ask for isn't wrong yet.
  const [isAnswered, setAnswered] = useState(true)
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  async function join() {
    const result = await callOnce('POST /join', { body: { token, ...(isFounder ? { email, name } : {}) } })
    const asksForAddress = !result.ok && result.problem?.errors?.some(({ path }) => path === 'email')
    if (asksForAddress) setFounder(true)
    setAnswered(isFounder || !asksForAddress)
    return result
  }
  if (joined !== null)
    return (
      <SignInFrame title={joined.name === '' ? t('Welcome') : t('Welcome, {name}', { name: joined.name })}>
        <p className="text-ink-2 wrap-anywhere">
          {t('You’re joining {shop} as {email}. Your role: {role}.', {
            shop: shopName(),
            email: joined.email,
            role: roleName(joined.role),
          })}
        </p>
        <SignIn start={{ name: 'enrol' }} onDone={() => navigate('/', { replace: true })} />
      </SignInFrame>
    )
  return (
    <SignInFrame title={isFounder ? t('The shop is yours') : t('You’re invited to the staff site')}>
      <p className="text-pretty text-ink-2">
        {isFounder
          ? t('You’ll be its owner. Sign-in codes go to your e-mail address.')
          : t('This link works once. Start on the device you’ll use most: the next step sets it up.')}
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run(join, setJoined)
        }}
      >
        {isFounder ? (
          <>
            <Field
              label={t('Your e-mail address')}
              type="email"
              autoComplete="email"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <Field
              label={t('Your name')}
              autoComplete="name"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </>
        ) : null}
        <Button type="submit" variant="primary" wide pending={pending}>
          {t('Get started')}
        </Button>
      </form>
      {error === null || !isAnswered ? null : (
        <div role="alert" className="grid gap-3">
          <p className="font-bold text-bad">{error}</p>
          {isFounder ? null : (
            <LinkButton to="/login" variant="outline" size="sm">
              {t('Already joined? Sign in')}
            </LinkButton>
          )}
        </div>
      )}
    </SignInFrame>
  )
}
