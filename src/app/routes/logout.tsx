import { useEffect, useState } from 'react'
import { type MetaArgs, useNavigate } from 'react-router'
import { findSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { AccountCard } from '#shop/accounts/ui/account-card.tsx'
import { LogOutDialog } from '#shop/accounts/ui/log-out-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Log out'), description: t('Log out of {shop}.'), index: false })

/** The page of the profile drawer's link (SPEC section 2): opens the confirmation at once. */
export default function LogoutPage() {
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)

  useEffect(() => {
    void findSession().then((session) => {
      if (session === null) void navigate('/login', { replace: true })
      else setConfirming(true)
    })
  }, [navigate])

  return (
    <AccountCard title={t('Log out')} line={t('You can sign in again with a code at any time.')}>
      <Button variant="secondary" wide onClick={() => setConfirming(true)}>
        {t('Log Out')}
      </Button>
      <LogOutDialog open={confirming} onCancel={() => setConfirming(false)} />
    </AccountCard>
  )
}
