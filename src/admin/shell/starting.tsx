import { t } from '#platform/text/t.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { shopName } from '../shop-name.ts'

/** Shown until the first screen is there: the frame around it, with the shop's name. index.html has the same. */
export function Starting() {
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]" aria-busy="true">
      <header className="flex min-h-14 items-center border-b border-line bg-paper px-4 lg:items-start lg:border-r lg:border-b-0 lg:bg-card lg:px-5.5 lg:py-5">
        <p className="min-w-0 truncate font-wide text-sm leading-tight font-extrabold tracking-wide uppercase">
          {shopName()}
        </p>
      </header>
      <div className="page grid content-start gap-4">
        <p className="sr-only">{t('Loading')}</p>
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    </div>
  )
}
