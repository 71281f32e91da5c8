import { WITH_SUMMARY } from './parts.tsx'
import { PageSkeleton, Skeleton } from './skeleton.tsx'

/** The placeholder of a page of lines with pictures: the wishlist. */
export function LinesSkeleton() {
  return (
    <PageSkeleton>
      <Lines />
    </PageSkeleton>
  )
}

/** The placeholder of the cart: its lines, and the summary beside. */
export function CartSkeleton() {
  return (
    <PageSkeleton>
      <div className={WITH_SUMMARY}>
        <div className="grid gap-4">
          <Lines />
        </div>
        <SummarySkeleton />
      </div>
    </PageSkeleton>
  )
}

/** The placeholder of the checkout: addresses, and the summary beside. */
export function CheckoutSkeleton() {
  return (
    <PageSkeleton>
      <div className={WITH_SUMMARY}>
        <div className="grid gap-4">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
        <SummarySkeleton />
      </div>
    </PageSkeleton>
  )
}

function Lines() {
  return [1, 2].map((line) => (
    <div key={line} className="flex gap-4 border-t border-line pt-4">
      <Skeleton className="aspect-4/5 w-24 shrink-0 md:w-32" />
      <TextSkeleton />
    </div>
  ))
}

function SummarySkeleton() {
  return (
    <div className="grid gap-4 rounded-md border border-line bg-card p-4">
      <TextSkeleton />
      <TextSkeleton />
      <Skeleton className="h-9 w-full" />
    </div>
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
