import type { ReactNode } from 'react'

/** The next step, at the thumb's reach: over the menu's bar on a phone, at the end of the screen on a wide one. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-30 -mx-1 flex flex-wrap items-stretch gap-2 rounded-md border border-line bg-paper p-1.5 shadow-pop lg:bottom-4 lg:justify-end lg:*:flex-none">
      {children}
    </div>
  )
}
