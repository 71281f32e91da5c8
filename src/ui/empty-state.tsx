import type { ReactNode } from 'react'
import { type Drawing, RAIL } from './drawings.ts'

type Props = {
  title: string
  line: string
  drawing?: Drawing
  /** A button or a link. */
  action?: ReactNode
  /** In place of a whole screen: its title is the screen's heading. */
  isScreen?: boolean
  className?: string
}

/** Shown instead of an empty list: a drawing, a text, and an action. */
export function EmptyState({ title, line, drawing = RAIL, action, isScreen = false, className = '' }: Props) {
  const Heading = isScreen ? 'h1' : 'p'
  return (
    <div className={`grid justify-items-center gap-3 px-4 py-12 text-center wrap-anywhere ${className}`}>
      <svg viewBox="0 -4 96 48" aria-hidden="true" className="mb-2 h-14 w-auto fill-none stroke-line-strong stroke-2">
        <path d={drawing.around} />
        <path d={drawing.thing} className="stroke-ink" />
      </svg>
      <Heading className="text-lg font-bold">{title}</Heading>
      <p className="max-w-80 text-balance text-ink-2">{line}</p>
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}
