import { t } from '#platform/text/t.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Shown until the first screen is there. */
export function Starting() {
  return (
    <div className="page grid gap-4 py-10" aria-busy="true">
      <p className="sr-only">{t('Loading')}</p>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  )
}
