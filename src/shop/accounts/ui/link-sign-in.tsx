import { useEffect, useState } from 'react'
import type { Session } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { findLinkOwner, verifyLink } from '../client.ts'

type Props = { token: string; onSignedIn: (session: Session) => void }

/**
 * Signs in by a mailed link. It waits for a press, so that link scanners don't consume the token, and names the
 * account, so that a forwarded link signs nobody into somebody else's.
 */
export function LinkSignIn({ token, onSignedIn }: Props) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [owner, setOwner] = useState('')
  useEffect(() => void findLinkOwner(token).then((email) => setOwner(email ?? '')), [token])

  async function signIn(): Promise<void> {
    setPending(true)
    const outcome = await verifyLink(token)
    setPending(false)
    if (outcome.ok) onSignedIn(outcome.session)
    else setFailure(outcome.message)
  }

  return (
    <div className="grid gap-5">
      {failure === null ? null : (
        <Notice tone="bad" live>
          <p>{failure}</p>
        </Notice>
      )}
      {failure === null ? (
        <Button variant="primary" wide pending={pending} onClick={signIn}>
          {owner === '' ? t('Sign in') : t('Sign in as {owner}', { owner })}
        </Button>
      ) : (
        <LinkButton to="/login" variant="primary" wide>
          {t('Get a new one')}
        </LinkButton>
      )}
    </div>
  )
}
