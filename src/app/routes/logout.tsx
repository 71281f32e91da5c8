import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Log out',
    description: 'Log out of Fourth Seat.',
    index: false,
  })

export default function LogoutPage() {
  return (
    <div className="page">
      <PageHead title="Log out" />
    </div>
  )
}
