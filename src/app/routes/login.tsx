import { Link, useNavigate } from 'react-router'
import { keepEmail } from '#shop/accounts/queries.ts'
import { AccountCard } from '#shop/accounts/ui/account-card.tsx'
import { LoginForm } from '#shop/accounts/ui/login-form.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Log in',
    description: 'Log in to Fourth Seat with a one-time code sent to your e-mail.',
  })

/** SPEC section 4: e-mail, then a code is sent. */
export default function LoginPage() {
  const navigate = useNavigate()

  function goOn(email: string): void {
    keepEmail(email)
    void navigate('/verify', { state: { email } })
  }

  return (
    <AccountCard
      title="Log in"
      line="No password. We send a code to your mailbox, you type it here."
      below={
        <p>
          First time on this train?{' '}
          <Link to="/register" className="font-bold text-ink underline underline-offset-4">
            Register
          </Link>
        </p>
      }
    >
      <LoginForm onSent={goOn} />
    </AccountCard>
  )
}
