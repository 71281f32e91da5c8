import { PageHead } from '#ui/parts.tsx'
import { PageSkeleton } from '#ui/skeleton.tsx'
import { pageMeta } from '../page-meta.ts'
import { requireSession } from '../require-session.ts'

export const meta = () =>
  pageMeta({ title: 'Saved Address', description: 'Saved Address at Fourth Seat.', index: false })

/** Runs in the browser only: the server can't see who is logged in. */
export async function clientLoader() {
  const session = await requireSession()
  return { userId: session.user.id }
}

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function SavedAddressPage() {
  return (
    <div className="page">
      <PageHead title="Saved Address" />
    </div>
  )
}
