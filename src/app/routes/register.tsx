import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Register',
    description: 'Open an account at Fourth Seat with your name and e-mail. No password: we send a code.',
  })

export default function RegisterPage() {
  return (
    <div className="page">
      <PageHead title="Register" />
    </div>
  )
}
