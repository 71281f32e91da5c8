import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'All Items',
    description:
      'Browse every tee, hoodie, cargo and kurta of Fourth Seat by category, size, colour, fabric and price.',
  })

export default function CategoriesPage() {
  return (
    <div className="page">
      <PageHead title="Categories" />
    </div>
  )
}
