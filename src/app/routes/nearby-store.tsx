import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Nearby Stores',
    description: 'Find the Fourth Seat store nearest to you in Mumbai, with address and opening state.',
  })

export default function NearbyStorePage() {
  return (
    <div className="page">
      <PageHead title="Find a Nearby Stores" />
    </div>
  )
}
