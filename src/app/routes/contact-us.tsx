import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Contact Us',
    description: 'Write to Fourth Seat: questions on sizes, orders and exchanges are answered by people.',
  })

export default function ContactUsPage() {
  return (
    <div className="page">
      <PageHead title="Contact Us" />
    </div>
  )
}
