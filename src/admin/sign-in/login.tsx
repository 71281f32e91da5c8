import { redirect, useNavigate, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { callOnce } from '../api.ts'
import { setStaff } from '../session.ts'
import { SignInFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'

/** Whoever is signed in already goes on. */
export async function loader() {
  const session = await callOnce('GET /session')
  if (!session.ok) return null
  setStaff(session.data.staff)
  return redirect('/')
}

/** `/admin/login`: leads to the screen that was asked for. */
export function Component() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const next = query.get('next') ?? '/'
  return (
    <SignInFrame title={t('Sign in to the staff site')}>
      <SignIn
        start={{ name: 'email' }}
        // Only a path of this site: `//` would begin another host.
        onDone={() => navigate(/^\/(?!\/)/.test(next) ? next : '/', { replace: true })}
      />
    </SignInFrame>
  )
}
