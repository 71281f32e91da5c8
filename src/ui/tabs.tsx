import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type Props<V extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: { value: V; label: ReactNode; panel: ReactNode }[]
  /** The open tab. */
  value: V
  onChange: (value: V) => void
}

/** Tabs following the ARIA pattern: an arrow key opens the next tab at once. The server's HTML has all panels. */
export function Tabs<V extends string>({ label, tabs, value: open, onChange }: Props<V>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const from = tabs.findIndex((tab) => tab.value === open)
    const to = nextIndex(event.key, from, tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (to === null || tab === undefined) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[to]?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-6 border-b border-line"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}t-${tab.value}`}
            aria-selected={tab.value === open}
            aria-controls={`${id}p-${tab.value}`}
            tabIndex={tab.value === open ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px min-h-12 cursor-pointer border-b-4 border-transparent font-bold text-ink-3 hover:text-ink aria-selected:border-ink aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}p-${tab.value}`}
          aria-labelledby={`${id}t-${tab.value}`}
          hidden={tab.value !== open}
          className="pt-6"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}

/** The index to which a key moves in a list of `count`, or null for other keys. */
export function nextIndex(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
