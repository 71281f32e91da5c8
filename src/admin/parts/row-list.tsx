import type { ReactNode } from 'react'

/** Short records as lines of one panel, if a table would be mostly empty. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className="grid rounded-md border border-line bg-card">{children}</ul>
}

/** A line: what it's about, and at its end what can be done with it. */
export function Row({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-line px-4 py-2.5 last:border-0">
      {children}
      {actions === undefined ? null : <div className="flex shrink-0 gap-2">{actions}</div>}
    </li>
  )
}
