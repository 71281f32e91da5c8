import type { ReactNode } from 'react'

/** What a row is about and what tells it apart, a line each: what is longer ends in an ellipsis, and a record shows it whole. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span className="truncate">{first}</span>
      <span className="truncate text-xs/5 font-normal text-ink-3">{second}</span>
    </span>
  )
}
