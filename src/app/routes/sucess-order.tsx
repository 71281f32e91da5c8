import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Order complete',
    description: 'Your order at Fourth Seat is complete.',
    index: false,
  })

export default function SucessOrderPage() {
  return (
    <div className="page">
      <PageHead title="Order complete" />
    </div>
  )
}
