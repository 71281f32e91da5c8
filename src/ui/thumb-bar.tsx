import type { ReactNode } from 'react'

/**
 * The next step of a page: on a phone in the thumb's reach, at the bottom of the screen with `lead` before it, elsewhere in
 * its place. The document keeps room for it (`data-buy-bar`).
 */
export function ThumbBar({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <div
      data-buy-bar
      className="grid items-center gap-4 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:grid-flow-col max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:py-3 print:static"
    >
      {lead === undefined ? null : <span className="font-bold whitespace-nowrap tabular-nums md:hidden">{lead}</span>}
      {children}
    </div>
  )
}
