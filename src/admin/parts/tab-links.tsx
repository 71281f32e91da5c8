import { useEffect, useRef } from 'react'
import { Link, type To } from 'react-router'

/** A tab with its own address, and how many rows wait there, such as "12" or "10,000+". */
export interface TabLink {
  label: string
  to: To
  isCurrent: boolean
  count?: string | number | undefined
}

/** Views of one screen, on one line that scrolls sideways on a phone. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  // On a phone the current one may be beyond the edge.
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav aria-label={label} className="-mx-4 mb-3 overflow-x-auto px-4 print:hidden">
      <ul className="flex w-max min-w-full gap-4 border-b border-line">
        {tabs.map(({ label: name, to, isCurrent, count }) => (
          <li key={`${name} ${JSON.stringify(to)}`}>
            <Link
              ref={isCurrent ? current : undefined}
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className="-mb-px inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-bold aria-[current=page]:text-ink lg:min-h-9"
            >
              {name}
              {count === undefined || String(count) === '0' ? null : (
                <span className="font-normal text-ink-3 tabular-nums">{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
