import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { buttonClass } from '#ui/button.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'

/**
 * What else can be done: a native disclosure that closes after a choice, by Escape, and by a press elsewhere. With a
 * `label` it's three dots, for a line of a list.
 */
export function MoreMenu({ label, children }: { label?: string; children: ReactNode }) {
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    function close(event: Event): void {
      const menu = element.current
      if (!menu?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        menu.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && menu.contains(event.target)) return
      menu.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={element} className="relative print:hidden">
      <summary
        aria-label={label}
        className={buttonClass({
          variant: label === undefined ? 'outline' : 'text',
          className: 'list-none align-top font-sans font-bold [&::-webkit-details-marker]:hidden',
        })}
      >
        {label === undefined ? (
          <>
            {t('More')}
            <ChevronDownIcon size={18} />
          </>
        ) : (
          <Ellipsis size={20} aria-hidden="true" />
        )}
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the press is that of the button or link inside, by key too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div
        className="fixed inset-x-4 bottom-20 z-20 mt-1 grid rounded-md border border-line-strong bg-card p-1 shadow-md sm:absolute sm:inset-x-auto sm:bottom-auto sm:right-0 sm:min-w-56"
        onClick={() => {
          if (element.current) element.current.open = false
        }}
      >
        {children}
      </div>
    </details>
  )
}

const ITEM =
  'flex min-h-11 w-full cursor-pointer items-center rounded-sm px-3 text-left text-base no-underline hover:bg-sunk'

/** A line of the menu that does something. */
export function MenuButton({
  children,
  isDanger = false,
  onClick,
}: {
  children: ReactNode
  /** True for what can't be undone: it stands last, in red, below a line. */
  isDanger?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={`${ITEM} ${isDanger ? 'order-last mt-1 border-t border-line text-bad' : ''}`}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** A line of the menu that leads to another screen. */
export function MenuLink({ children, to }: { children: ReactNode; to: string }) {
  return (
    <Link to={to} className={ITEM}>
      {children}
    </Link>
  )
}
