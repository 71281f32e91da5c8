import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Product',
    description: 'A product of Fourth Seat, with its colours, sizes and reviews.',
  })

export default function ProductDetailsPage() {
  return (
    <div className="page">
      <PageHead title="Product" />
    </div>
  )
}
