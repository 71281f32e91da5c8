import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Return complete',
    description: 'Your exchange request at Fourth Seat is in.',
    index: false,
  })

export default function SucessReturnPage() {
  return (
    <div className="page">
      <PageHead title="Return complete" />
    </div>
  )
}
