import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Log in',
    description: 'Log in to Fourth Seat with a one-time code sent to your e-mail.',
  })

export default function LoginPage() {
  return (
    <div className="page">
      <PageHead title="Log in" />
    </div>
  )
}
