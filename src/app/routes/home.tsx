import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: '',
    description: 'Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.',
  })

export default function HomePage() {
  return (
    <div className="page">
      <PageHead title="Thoda khisko." />
    </div>
  )
}
