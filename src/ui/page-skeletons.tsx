import { PageSkeleton, Skeleton } from './skeleton.tsx'

/** The placeholder of a page of lines with pictures: cart and wishlist. */
export function LinesSkeleton() {
  return (
    <PageSkeleton>
      {[1, 2].map((line) => (
        <div key={line} className="flex gap-4 border-t border-line pt-4">
          <Skeleton className="aspect-4/5 w-24 shrink-0 md:w-32" />
          <TextSkeleton />
        </div>
      ))}
    </PageSkeleton>
  )
}

/** The placeholder of a page of orders. */
export function OrdersSkeleton() {
  return (
    <PageSkeleton>
      {[1, 2].map((order) => (
        <div key={order} className="grid gap-4 rounded-md border border-line bg-card p-4">
          <TextSkeleton />
          <Skeleton className="aspect-4/5 w-14" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </PageSkeleton>
  )
}

function TextSkeleton() {
  return (
    <div className="grid grow content-start gap-2">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-4 w-1/3" />
    </div>
  )
}
