import type { ReactNode } from 'react'

type Props = {
  picture?: ReactNode
  title: ReactNode
  /** At the end of the first line: a time, a sum. */
  side?: ReactNode
  line: ReactNode
  /** At the end of the second line: the state. */
  tag?: ReactNode
  /** What must be known before the row is opened, such as that it's late. */
  more?: ReactNode
}

/** A row of a list on a phone: two lines beside a picture. */
export function RowCard({ picture, title, side, line, tag, more }: Props) {
  return (
    <span className="flex min-h-12 items-center gap-3">
      {picture}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-bold">{title}</span>
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">{side}</span>
        </span>
        <span className="flex items-center justify-between gap-3">
          <span className="truncate text-sm text-ink-2">{line}</span>
          <span className="shrink-0">{tag}</span>
        </span>
        {more}
      </span>
    </span>
  )
}
