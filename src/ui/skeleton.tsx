import type { ReactNode } from 'react'
import { t } from '#platform/text/t.ts'

/** A placeholder for loading content. Its size comes from classes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}

/** Placeholders in the listing's grid, so nothing shifts when the cards are loaded. */
export function CardSkeletons({ count, className = '' }: { count: number; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`grid grid-cols-2 gap-x-2.5 gap-y-4.5 tablet:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5 ${className}`}
    >
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="grid gap-2">
          <Skeleton className="aspect-4/5 w-full" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of a private page: the `HydrateFallback` of its route. The footer is shown when that is loaded (parts.css). */
export function PageSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="unsized page grid gap-4 py-10" aria-busy="true">
      <p className="sr-only">{t('Loading')}</p>
      <Skeleton className="h-9 w-56" />
      {children ?? (
        <>
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </>
      )}
    </div>
  )
}
