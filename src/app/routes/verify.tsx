import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Enter your code',
    description: 'Enter the six-digit code from your e-mail.',
    index: false,
  })

export default function VerifyPage() {
  return (
    <div className="page">
      <PageHead title="Enter your code" />
    </div>
  )
}
