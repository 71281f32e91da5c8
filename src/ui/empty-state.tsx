import type { ReactNode } from 'react'

type Props = {
  /** The specification's text, where it has one. */
  title: string
  line?: string
  /** A button or a link. */
  action?: ReactNode
  className?: string
}

/** An empty list: a drawing of the empty bench, a text, and one action. */
export function EmptyState({ title, line, action, className = '' }: Props) {
  return (
    <div className={`grid justify-items-center gap-3 px-4 py-12 text-center ${className}`}>
      <svg viewBox="0 0 96 44" aria-hidden="true" className="mb-2 h-14 w-auto fill-none stroke-line-strong stroke-2">
        <rect x="2" y="2" width="17" height="40" rx="3" />
        <rect x="26" y="2" width="17" height="40" rx="3" />
        <rect x="50" y="2" width="17" height="40" rx="3" />
        <rect x="74" y="16" width="17" height="26" rx="3" className="fill-signal stroke-ink" />
      </svg>
      <p className="text-lg font-bold">{title}</p>
      {line === undefined ? null : <p className="max-w-80 text-balance text-ink-2">{line}</p>}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}
