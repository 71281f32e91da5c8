import { useEffect, useState } from 'react'
import { Link, type MetaArgs, useLocation, useNavigate } from 'react-router'
import { tabStorage } from '#platform/browser/storage.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { readSavedEmail } from '#shop/accounts/client.ts'
import { AccountCard } from '#shop/accounts/ui/account-card.tsx'
import { LinkSignIn } from '#shop/accounts/ui/link-sign-in.tsx'
import { ResendCode } from '#shop/accounts/ui/resend-code.tsx'
import { VerifyForm } from '#shop/accounts/ui/verify-form.tsx'
import { Fill } from '#ui/fill.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { finishWaiting } from '../finish-waiting.ts'
import { pageMeta } from '../page-meta.ts'
import { RETURN_KEY } from '../require-session.ts'
import { WaitingPiece } from '../waiting-piece.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Enter your code'),
    description: t('Enter the six-digit code from your e-mail.'),
    index: false,
  })

/** Anyone who signs in later than this has gone elsewhere in between. */
const RETURN_VALID_MS = 30 * 60_000

type SignIn = { kind: 'unknown' } | { kind: 'code'; email: string; isNew: boolean } | { kind: 'link'; token: string }

/** The form for the code. The e-mail comes from the navigation state or, after a reload, from session storage. */
export default function VerifyPage() {
  const signIn = useSignIn()
  const navigate = useNavigate()

  async function goOn(): Promise<void> {
    const from = await finishWaiting()
    const wanted = takeReturnPath()
    // Only a document of its own lets the checkout page load the payment provider (page-policies.server.ts).
    if (from === null && wanted?.startsWith('/cart-checkout-form')) location.replace(localPath(wanted))
    else void navigate(from ?? wanted ?? '/', { replace: true })
  }

  if (signIn.kind === 'link')
    return (
      <AccountCard title={t('Sign in')} line={t('Press the button to sign in.')}>
        <LinkSignIn token={signIn.token} onSignedIn={goOn} />
      </AccountCard>
    )
  return (
    <AccountCard
      title={t('Enter your code')}
      line={signIn.kind === 'code' ? <SentTo email={signIn.email} isNew={signIn.isNew} /> : null}
      above={<WaitingPiece />}
      below={<Tip />}
    >
      {signIn.kind === 'code' ? (
        <div className="grid gap-3">
          <VerifyForm key={signIn.email} email={signIn.email} onSignedIn={goOn} />
          <ResendCode email={signIn.email} />
        </div>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </AccountCard>
  )
}

/** The token of the sign-in link or the e-mail, read in the browser. Without either, it navigates to /login. */
function useSignIn(): SignIn {
  const location = useLocation()
  const navigate = useNavigate()
  const [signIn, setSignIn] = useState<SignIn>({ kind: 'unknown' })
  useEffect(() => {
    const token = /^#link=([\w-]{20,200})$/.exec(location.hash)?.[1]
    const email = emailOf(location.state) ?? readSavedEmail()
    if (token !== undefined) setSignIn({ kind: 'link', token })
    else if (email !== null) setSignIn({ kind: 'code', email, isNew: isNewCustomer(location.state) })
    else void navigate('/login', { replace: true })
  }, [location, navigate])
  return signIn
}

function emailOf(state: unknown): string | null {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : null
  return typeof email === 'string' && email !== '' ? email : null
}

/** True after the form of /register. Whether an address is registered isn't known here, so that nobody can find out. */
function isNewCustomer(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNew' in state && state.isNew === true
}

function SentTo({ email, isNew }: { email: string; isNew: boolean }) {
  return (
    <>
      <p className="wrap-anywhere">
        <Fill text={t('We’ve sent it to {email}.')} email={<b className="text-ink">{email}</b>} />{' '}
        <Link to="/login" className="font-bold text-ink underline underline-offset-4">
          {t('Change')}
        </Link>
      </p>
      {isNew ? null : <p>{t('New here? The mail has a link instead of a code.')}</p>}
    </>
  )
}

function Tip() {
  return <p>{t('Nothing there? Check your spam folder too. A code works once and expires after a few minutes.')}</p>
}

/** The page that required the login, read only once. Null if there is none or it's too old. */
function takeReturnPath(): string | null {
  const [, at, path = null] = /^(\d+) (\/(?!\/).*)$/.exec(tabStorage.readText(RETURN_KEY) ?? '') ?? []
  tabStorage.write(RETURN_KEY, null)
  return Date.now() - Number(at) < RETURN_VALID_MS ? path : null
}
