import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { findSession } from '#platform/browser/session.ts'
import { AccountCard } from '#shop/accounts/ui/account-card.tsx'
import { LogOutDialog } from '#shop/accounts/ui/log-out-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Log out',
    description: 'Log out of Fourth ProgressStep.',
    index: false,
  })

/** The profile drawer's link (SPEC section 2): asks at once, as Log Out on the profile page does. */
export default function LogoutPage() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    void findSession().then((session) => {
      if (session === null) void navigate('/login', { replace: true })
      else setAsking(true)
    })
  }, [navigate])

  return (
    <AccountCard title="Log out" line="You can come back with a code at any time.">
      <Button variant="solid" wide onClick={() => setAsking(true)}>
        Log Out
      </Button>
      <LogOutDialog open={asking} onCancel={() => setAsking(false)} />
    </AccountCard>
  )
}
