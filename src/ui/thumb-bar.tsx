import type { ReactNode } from 'react'

/**
 * The next step of a page: on a phone in the thumb's reach, at the bottom of the screen with `lead` before it, elsewhere in
 * its place. The document keeps room for it (`data-buy-bar`).
 */
export function ThumbBar({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <div
      data-buy-bar
      className="grid items-center gap-4 max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:z-30 max-tablet:grid-flow-col max-tablet:border-t max-tablet:border-line max-tablet:bg-paper max-tablet:px-4 max-tablet:py-3 print:static"
    >
      {lead === undefined ? null : (
        <span className="font-bold whitespace-nowrap tabular-nums tablet:hidden">{lead}</span>
      )}
      {children}
    </div>
  )
}
